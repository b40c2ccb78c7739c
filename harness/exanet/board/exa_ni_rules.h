/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which rule of a block's page is broken when one of its words, responses or causes is not what
 * the model says (checkers/exanet/spec/exa_ni.md and the page of each block).
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

/* id is the block's register ID, addr that of a 32-bit word. */

/* A word that was read and its two values; pos: which of the request's eight words, for READ of the
 * RT mailbox. Equal values: the rule that they keep. */
const char *tn_exn_rule_of_word(uint32_t id, uint32_t addr, uint32_t want, uint32_t found,
                                unsigned pos);
/* What else a right word keeps: rules, ended by NULL. */
const char *const *tn_exn_rules_beside(uint32_t id, uint32_t addr);
/* The response of a read's beat, or of a write with that many beats, of burst type. */
const char *tn_exn_rule_of_read_response(uint32_t id, uint32_t addr, enum tn_axs_burst_type type,
                                         enum tn_axs_resp want, enum tn_axs_resp found);
const char *tn_exn_rule_of_write_response(uint32_t id, const struct tn_axs_burst *b,
                                          enum tn_axs_resp want, enum tn_axs_resp found);
/* obs_rx: this cause came once too often, or did not come. */
const char *tn_exn_rule_of_cause(uint32_t id, enum tn_exn_cause cause);

#endif
