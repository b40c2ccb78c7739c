/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet packets as cases write them, for every DUT of that fabric:
 *   packet NAME TYPE FIELD=VALUE...    a packet by name, whole and sealed
 *   TYPE FIELD=VALUE...                the same where it is used
 *   NAME NAME[2] NAME[0..2] zero hdr:... pld:... ftr:...   words, one behind the other
 */
#ifndef TN_CASE_EXA_H
#define TN_CASE_EXA_H

#include "../../case/parse.h"

/* Parses a packet, as the member form of struct tn_case_words. */
int tn_case_exa_form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                     const char *point, struct tn_case_tlp *out);
/* Parses a line `packet NAME ...`; the packet is kept until the case ends. */
int tn_case_exa_packet_line(struct tn_case_parser *p);
/* Parses a line `own X.Y.Z.F`, which resets the bench and sets its coordinates. */
int tn_case_exa_own_line(struct tn_case_parser *p);

/* Parses `addr=A beats=N id=I`, a burst at a memory port. */
int tn_case_exa_burst(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out);
/* Parses a line about the memory behind a block, as the member line of struct tn_case_words:
 *   page PDID ADDR missing|there          one page of a domain
 *   answers A..B [reorder] [interleave]   when and how memory answers
 *   holds ADDR DATA [RULE]                memory has these bytes now */
int tn_case_exa_memory_line(struct tn_case_parser *p);
/* Takes [RULE] off the end of a line; *rule stays as it is when the line has none. */
int tn_case_exa_rule(struct tn_case_parser *p, const char **rule);

#endif
