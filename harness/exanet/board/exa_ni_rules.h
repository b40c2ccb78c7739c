/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rules that a block breaks when a word, a response or a cause differs from the model's
 * (checkers/exanet/spec/exa_ni.md and the page of each block).
 */
#ifndef TN_EXA_NI_RULES_H
#define TN_EXA_NI_RULES_H

#include <tn/exanet/exa_ni.h>

enum {
    EXN_ID_PACKETIZER = 0x45500001,
    EXN_ID_MAILBOX = 0x454d0001,
    EXN_ID_RT_MAILBOX = 0x45520001
};
enum { EXN_KERNEL_PAGE = 0x40 };

/* In all functions id is the block's register ID, and addr the address of a 32-bit word. */

/* Returns the rule for a word that was read as found instead of want; for equal values the rule
 * that they keep. pos: place among the eight words of a request, for READ of the RT mailbox. */
const char *tn_exn_rule_of_word(uint32_t id, uint32_t addr, uint32_t want, uint32_t found,
                                unsigned pos);
/* Returns the other rules that a right word keeps, ended by NULL. */
const char *const *tn_exn_rules_beside(uint32_t id, uint32_t addr);
/* Returns the rule for the response of a read's beat in a burst of that type. */
const char *tn_exn_rule_of_read_response(uint32_t id, uint32_t addr, enum tn_axs_burst_type type,
                                         enum tn_axs_resp want, enum tn_axs_resp found);
/* Returns the rule for the response of a write. */
const char *tn_exn_rule_of_write_response(uint32_t id, const struct tn_axs_burst *b,
                                          enum tn_axs_resp want, enum tn_axs_resp found);
/* Returns the rule for a cause that obs_rx showed once too often, or did not show. */
const char *tn_exn_rule_of_cause(uint32_t id, enum tn_exn_cause cause);

#endif
