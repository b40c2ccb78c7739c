/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the words of APEnet's blocks share.
 */
#ifndef TN_CASE_APE_H
#define TN_CASE_APE_H

#include "../../case/parse.h"

#include <tn/apenet/ape_case.h>
#include <tn/apenet/apenet.h>

/* Place of a word in a list, or -1. */
int ape_case_place(const struct tn_case_parser *p, unsigned at, const char *const *list);
/* Parses a packet from words[at..end). Returns 0 or -EINVAL. */
int ape_case_packet(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out);
/* Appends a step; NULL when there is no room. */
struct tn_case_step *ape_case_step(struct tn_case_parser *p, enum tn_ape_case what);
/* Appends a step with the number at a word. Returns 0 or -EINVAL. */
int ape_case_value(struct tn_case_parser *p, enum tn_ape_case what, unsigned at, uint64_t max);
/* Appends a step with vc=, data= and hdr= from a word on. Returns 0 or -EINVAL. */
int ape_case_used(struct tn_case_parser *p, enum tn_ape_case what, unsigned at);
/* Says whether one of the words from at on is that name. */
bool ape_case_flag(const struct tn_case_parser *p, unsigned at, const char *name);

#endif
