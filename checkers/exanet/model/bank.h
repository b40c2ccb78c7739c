/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Writes to the banks of an engine, which may or may not find a bank that drains.
 */
#ifndef TN_EXA_BANK_PRIVATE_H
#define TN_EXA_BANK_PRIVATE_H

#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_bank.h>

enum { EXA_BANKS = 8 };

/* What a write burst met. */
struct exa_bank_write {
    uint64_t wrote;   /* cycle of its first data */
    unsigned open;    /* 1 + the bank that the write may or may not have found: its answer tells */
    uint32_t value;   /* that the bank then has */
    unsigned refused; /* banks that the write did not find, a bit each */
    bool lost;        /* nobody can tell which banks the write found */
};

/* Notes which banks, from address banks on, a beat with whole words there writes and may not find. alone: the burst has no
 * other beat; unseen: accesses may be open that nobody knows of. Returns whether all of the beat waits for its answer. */
bool exa_bank_meets(struct exa_bank_write *w, const struct tn_exa_bank life[EXA_BANKS], uint32_t banks, const struct tn_axs_beat *beat,
                    const uint8_t *data, unsigned strobes, bool alone, bool unseen, uint64_t now);
/* Says whether a write to a bank that was open may have that answer. */
bool exa_bank_may_answer(const struct exa_bank_write *w, const struct tn_exa_bank *b, bool okay, bool unseen);
/* Says whether it is known, with its answer, what the write found. */
bool exa_bank_known(const struct exa_bank_write *w, const struct tn_exa_bank life[EXA_BANKS]);

#endif
