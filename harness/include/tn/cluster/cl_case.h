/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Packets of the cluster in cases.
 */
#ifndef TN_CL_CASE_H
#define TN_CL_CASE_H

#include <stdbool.h>
#include <stdint.h>

struct tn_case_parser;
struct tn_case_tlp;

/* Reads fields by their names, which end with NULL; others are errors. The functions return 0 or
 * -EINVAL. */
int tn_cl_case_fields(struct tn_case_parser *p, unsigned at, unsigned end,
                      const char *const *names, const uint64_t *most, uint64_t *f);
/* Makes the bytes of so many words. */
int tn_cl_case_words(struct tn_case_parser *p, const uint16_t *word, unsigned n,
                     struct tn_case_tlp *out);
/* Parses a packet (harness/cluster/case/cl_packet.c); one that is expected counts whole. */
int tn_cl_case_packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                      struct tn_case_tlp *out);

#endif
