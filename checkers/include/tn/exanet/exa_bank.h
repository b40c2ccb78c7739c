/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 * A context bank of an engine that may change its owner (exa_rdma_rx.md and exa_axi.md section 3,
 * exa_dma.md section 9): which PDID it may have, whether it may be draining, how many accesses are
 * open in it. The register's bits 31 and 15:0 are the caller's; what a page leaves free for some
 * cycles is told as two bits. Every call passes the present cycle, which never goes back.
 */
#ifndef TN_EXA_BANK_H
#define TN_EXA_BANK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_EXA_BANK_LAG = 64, /* cycles within which an answer counts, and a write is heeded */
    TN_EXA_BANK_WAS = 4,
    TN_EXA_BANK_MAY = 1,     /* it may be so */
    TN_EXA_BANK_MAY_NOT = 2, /* it may be not so */
    TN_EXA_BANK_VALID = 31,
    TN_EXA_BANK_DRAINS = 30,
    TN_EXA_BANK_BITS = (int)0x8000ffff,
};

/* A flat object: zero is the state after reset. */
struct tn_exa_bank {
    uint64_t until[TN_EXA_BANK_WAS]; /* last cycle in which was[] may be in force */
    uint64_t sure;                   /* last cycle in which the bank may be draining, but for drains */
    uint64_t last;                   /* cycle of the last answer */
    uint64_t asked_at;               /* pending: cycle of that write */
    uint64_t bucket;                 /* of the bounds of `open`: cycle / LAG */
    uint32_t was[TN_EXA_BANK_WAS];   /* values before the last changes */
    int32_t open; /* below 0: answers came before it was seen what they are for */
    int32_t lo[2], hi[2]; /* bounds of `open` in this bucket and the one before */
    uint32_t changes;
    uint32_t asked; /* pending: the value of that write */
    int32_t ahead;  /* of open: under that value, so that the write has found the register */
    uint8_t drains;  /* 1: something that was judged under the owner before is open */
    uint8_t pending; /* 1: a write has come of which nobody knows yet whether it found the register */
    uint8_t doubts;  /* accesses that were judged under this bank or another one */
    uint8_t doubtful; /* 1: if one of these is open here, the bank drains */
    uint8_t pad[4];
};

/* An access of that PDID was judged under the bank, whose register is now `is`. */
void tn_exa_bank_opened(struct tn_exa_bank *b, uint32_t is, unsigned pdid, uint64_t now);
/* An access of that PDID was judged, under this bank, whose register is now `is`, or under another one. */
void tn_exa_bank_doubted(struct tn_exa_bank *b, uint32_t is, unsigned pdid);
/* It was seen whether the access, which was judged in cycle `judged`, is in this bank. */
void tn_exa_bank_shown(struct tn_exa_bank *b, bool here, uint32_t is, unsigned pdid, uint64_t judged, uint64_t now);
/* The last answer to an access came. */
void tn_exa_bank_closed(struct tn_exa_bank *b, uint64_t now);
/* A write has come, whose answer will tell whether the write found the register. */
void tn_exa_bank_asked(struct tn_exa_bank *b, uint32_t value, uint64_t now);
/* A write found the register, which was `was` and is now `is`. */
void tn_exa_bank_written(struct tn_exa_bank *b, uint32_t was, uint32_t is, uint64_t now);
/* The writes so far have been answered: none is heeded later. */
void tn_exa_bank_heeded(struct tn_exa_bank *b, uint64_t now);
/* The register was seen with bit 30 = 0. */
void tn_exa_bank_settle(struct tn_exa_bank *b, uint64_t now);
/* Says whether the bank may be draining in one of the cycles from `from` to now. */
unsigned tn_exa_bank_draining(const struct tn_exa_bank *b, uint64_t from);
/* Says whether the PDID may be in the bank in one of these cycles. */
unsigned tn_exa_bank_has(const struct tn_exa_bank *b, uint32_t is, unsigned pdid, uint64_t from);
/* Says whether the bank certainly drains and is that PDID's afterwards. */
bool tn_exa_bank_awaits(const struct tn_exa_bank *b, uint32_t is, unsigned pdid);
/* Says whether BANK may show that, to a read whose address came in cycle `from`. */
bool tn_exa_bank_may_show(const struct tn_exa_bank *b, uint32_t is, uint64_t from, uint32_t found);
/* Says whether BANK_LEVEL may show that, when up to `more` accesses may be open that nobody knows
 * of. */
bool tn_exa_bank_may_count(const struct tn_exa_bank *b, uint64_t now, unsigned more, uint32_t found);

#ifdef __cplusplus
}
#endif

#endif
