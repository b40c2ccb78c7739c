/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Blocks of ExaNet's serial link as captures hold them, and the packet in a frame
 * (checkers/spec/trace.md, exa_link.md section 2).
 *
 * A captured block has EXA_BLOCK_OCTETS octets: its sync header as a number, then the payload's
 * octets 0 to 7, descrambled. Like the packet codec, this codec takes any bytes and judges nothing.
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

/* A decoded block. */
struct exa_block {
    enum exa_block_kind kind;
    bool nr;     /* idle block: the sender is not ready */
    bool xoff;   /* NFC block: XOFF, else XON */
    bool octets; /* separator block: its number of valid octets is not 0 */
    bool extra;  /* control block: an octet or a pause that must be sent as 0 is not 0 */
};

/* The blocks of a frame, or of the pause between two frames. */
struct exa_frame {
    unsigned blocks;                        /* all blocks */
    unsigned count[EXA_B_KINDS];            /* blocks of each kind */
    unsigned nr;                            /* idle blocks with NR */
    unsigned xoff;                          /* NFC blocks with XOFF */
    bool closed;                            /* the frame ends with a separator of any kind */
    unsigned beyond;                        /* blocks behind that separator */
    bool part;                              /* octets at the end are no whole block */
    unsigned words;                         /* whole words of 16 bytes in the data blocks */
    bool half;                              /* half a word follows them */
    size_t len;                             /* of bytes; the words beyond its room are not kept */
    uint8_t bytes[EXA_KEEP_MAX + EXA_WORD]; /* the words, in the form of exa_decode(); one word more
                                               than a packet may have, so that excess shows */
};

/* Decodes a captured block. */
struct exa_block exa_block_decode(const uint8_t p[EXA_BLOCK_OCTETS]);
/* Returns "data", "separator", "NFC XOFF", ... */
const char *exa_block_name(const struct exa_block *b);
/* Decodes the len octets of a captured frame. Always fills f. */
void exa_frame_decode(const uint8_t *p, size_t len, struct exa_frame *f);

#ifdef __cplusplus
}
#endif

#endif
