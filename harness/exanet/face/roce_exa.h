/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * RoCEv2 packets as ExaNet traffic (tenter convert --to exanet).
 */
#ifndef TN_TOOLS_ROCE_EXA_H
#define TN_TOOLS_ROCE_EXA_H

#include <tn/capture.h>

#include <stdint.h>

struct tn_roce_exa;

/* Makes a converter. w is borrowed. NULL on ENOMEM. */
struct tn_roce_exa *tn_roce_exa_new(struct tn_writer *w);
/* Converts a packet (an event of TN_FABRIC_ROCEV2) and writes the result. Returns 0 or negative
 * errno. */
int tn_roce_exa_packet(struct tn_roce_exa *x, const struct tn_event *ev);
/* Returns the number of packets so far that carried nothing for ExaNet. */
uint64_t tn_roce_exa_left_out(const struct tn_roce_exa *x);
/* Returns the number of ExaNet packets written so far. */
uint64_t tn_roce_exa_written(const struct tn_roce_exa *x);
/* Frees the converter. */
void tn_roce_exa_free(struct tn_roce_exa *x);

#endif
