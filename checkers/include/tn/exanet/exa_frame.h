/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link as captures hold them, and the packet in a frame
 * (checkers/spec/trace.md, exa_link.md section 2).
 *
 * A block is EXA_BLOCK_OCTETS octets: its sync header as a number, then the payload's octets 0 to
 * 7, descrambled. As the packet codec, this one takes any bytes and has no opinion.
 */
#ifndef TN_EXA_FRAME_H
#define TN_EXA_FRAME_H

#include <tn/exanet/exa.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { EXA_BLOCK_OCTETS = 9 };

enum exa_block_kind {
    EXA_B_DATA,
    EXA_B_SEPARATOR,
    EXA_B_SEPARATOR7,
    EXA_B_IDLE,
    EXA_B_NFC,
    EXA_B_UNKNOWN, /* a control block of another type */
    EXA_B_HEAD,    /* an invalid sync header */
    EXA_B_KINDS
};

struct exa_block {
    enum exa_block_kind kind;
    bool nr, xoff;  /* of an idle, of an NFC */
    bool octets;    /* of a separator: valid octets not 0 */
    bool extra;     /* a control block: an octet or a pause that is sent as 0 is not */
};

/* A frame, or what stood between two. */
struct exa_frame {
    unsigned blocks, count[EXA_B_KINDS], nr, xoff;
    bool closed;     /* it ends with a separator of any kind */
    unsigned beyond; /* blocks behind that */
    bool part;       /* octets that are no whole block */
    unsigned words;  /* whole words of 16 bytes */
    bool half;       /* half a word behind them */
    size_t len;      /* of bytes: the words as exa_decode() takes them; less when there are more */
    uint8_t bytes[EXA_KEEP_MAX + EXA_WORD]; /* one word more: a packet too long is seen to be */
};

struct exa_block exa_block_decode(const uint8_t p[EXA_BLOCK_OCTETS]);
/* "data", "separator", "NFC XOFF"... */
const char *exa_block_name(const struct exa_block *b);
/* Always fills f. */
void exa_frame_decode(const uint8_t *p, size_t len, struct exa_frame *f);

#ifdef __cplusplus
}
#endif

#endif
