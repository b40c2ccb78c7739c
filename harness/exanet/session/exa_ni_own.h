/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the files of a network interface's session offer to one another alone: messages (who sent
 * each, what its sender was told, and what its reader got), software's accesses, and the stimulus.
 */
#ifndef TN_EXA_NI_OWN_H
#define TN_EXA_NI_OWN_H

#include "exa_ni_session.h"

/* A message of the stimulus; false: there is no room for more. */
bool tn_ni_messages_add(struct tn_ni *ni, const struct exa_packet *k, uint64_t at);
/* The next of them has come into the block whole. */
void tn_ni_messages_entered(struct tn_ni *ni);
/* Those that have not will not any more. */
void tn_ni_messages_flush(struct tn_ni *ni);
/* Each that is to enter has, was read, and its sender knows. */
bool tn_ni_messages_settled(struct tn_ni *ni);
/* Counts what each came to. */
void tn_ni_messages_close(struct tn_ni *ni);

/* Software on the port, for the block that was just reset. */
void tn_ni_axi_begin(struct tn_ni *ni);
/* It begins no access any more that the session does not ask for. */
void tn_ni_axi_rest(struct tn_ni *ni);
bool tn_ni_axi_busy(struct tn_ni *ni);
/* An access had no answer for long: nothing will be asked any more. */
bool tn_ni_axi_deaf(struct tn_ni *ni);
void tn_ni_axi_stall(struct tn_ni *ni, uint64_t seed);

/* The capture, whose domains are known from then on. 0, or negative errno with a line in err. */
int tn_ni_stimulus_open(struct tn_ni *ni, const struct tn_session_options *o, char *err,
                        size_t err_size);
/* Its next packet for this block as it was captured, when it is due, its words; as
 * tn_session's next. */
int tn_ni_stimulus_next(struct tn_ni *ni, struct exa_packet *k, uint64_t *at, size_t *words);
void tn_ni_stimulus_close(struct tn_ni *ni);

#endif
