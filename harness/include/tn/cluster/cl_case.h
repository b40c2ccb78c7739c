/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that the cluster's blocks have alone (TN_CASE_LINE of tn/case.h).
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

/* The step's cause. */
enum tn_cl_case {
    TN_CL_HOLDS, /* value: what the far end holds back, bits of the words freed, ctl, nack, packets
                  */
    TN_CL_HARM,  /* dir: 0 from the DUT, 1 to it; value: enum tn_cl_harm, of the next run */
    TN_CL_PORT,  /* value: what the port holds back or does, bits of the words freed, blind */
    TN_CL_FREE,  /* value: so many packets of priority port leave the buffer all the same */
    TN_CL_KILL,  /* kill is 1 for a cycle */
    TN_CL_DRAIN, /* d_go is 1 for a cycle; value: d_ack */
};

#endif
