/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link: scrambler, block lock, framing
 * (checkers/exanet/spec/exa_link.md section 2). The model of the receiver is in
 * tn/exanet/exa_link_rx.h, the judge of a sender's line in tn/exanet/exa_link_judge.h.
 */
#ifndef TN_EXA_LINK_H
#define TN_EXA_LINK_H

#include <tn/exanet/exa_word.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tn_exl_head { TN_EXL_DATA = 1, TN_EXL_CONTROL = 2 };

/* Octet 0 of a control block. */
enum tn_exl_type {
    TN_EXL_SEPARATOR = 0x1e,
    TN_EXL_SEPARATOR7 = 0xe1,
    TN_EXL_IDLE = 0x78,
    TN_EXL_NFC = 0xaa,
};

enum { TN_EXL_FIFO = 256 }; /* words of the TX FIFO, and of the RX FIFO */

/* A block of 66 bits. */
struct tn_exl_block {
    uint8_t head;  /* 2 bits; enum tn_exl_head, others are invalid */
    uint64_t data; /* octet k in bits 8k+7:8k */
};

/* Parameters of the contract's section 1. */
struct tn_exl_params {
    unsigned xoff_free; /* words: XOFF when fewer words of the RX FIFO are free */
    unsigned xon_free;  /* words: XON when more are free */
    unsigned refresh;   /* blocks between two refreshes of the flow control */
    unsigned slip;      /* blocks ignored after a slip */
};

/* Fills in the contract's defaults. */
void tn_exl_defaults(struct tn_exl_params *p);

/* Says whether a sync header is valid. */
static inline bool tn_exl_head_valid(unsigned head)
{
    return head == TN_EXL_DATA || head == TN_EXL_CONTROL;
}

/* The state of a scrambler or descrambler. */
struct tn_exl_scrambler {
    uint64_t line; /* the last 58 bits of the line, the latest in bit 0 */
};

/* Sets the state before the first block after reset. */
void tn_exl_scrambler_init(struct tn_exl_scrambler *s);
/* Scrambles a payload. Every block of a line passes here, whatever its sync header. */
uint64_t tn_exl_scramble(struct tn_exl_scrambler *s, uint64_t plain);
/* Descrambles a payload. Every block of a line passes here, whatever its sync header. */
uint64_t tn_exl_descramble(struct tn_exl_scrambler *s, uint64_t line);

/* The state of block lock by sync headers. All members 0: the state after reset. */
struct tn_exl_lock {
    bool locked;
    unsigned seen;    /* without lock: valid headers in a row; with lock: headers of this window */
    unsigned invalid; /* with lock: invalid headers of this window */
    unsigned ignore;  /* blocks still to be ignored after a slip */
};

/* Takes one block's sync header. Returns true when rx_slip pulses. The block itself was received
 * with lock if k->locked was set before the call. */
bool tn_exl_lock_step(struct tn_exl_lock *k, const struct tn_exl_params *p, unsigned head);

/* Returns a separator block, not scrambled. */
struct tn_exl_block tn_exl_separator(void);
/* Returns an idle block, not scrambled. */
struct tn_exl_block tn_exl_idle(bool not_ready);
/* Returns a flow-control block (XOFF or XON), not scrambled. */
struct tn_exl_block tn_exl_nfc(bool xoff);

/* Writes the blocks of a frame of n words, not scrambled. Returns their number, 2n + 1; n = 0 makes
 * an empty frame. */
unsigned tn_exl_frame(const struct tn_exa_word *w, unsigned n, struct tn_exl_block *out);

/* Gives the least and the greatest number of words of a frame that begins with this header word:
 * both are the number that the header tells if its CRC is right, else 1 and 18. */
void tn_exl_frame_words(const uint8_t header[EXA_WORD], unsigned *least, unsigned *most);

#ifdef __cplusplus
}
#endif

#endif
