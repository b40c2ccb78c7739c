/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functions that the files of a network interface's session share: messages (their sender, the
 * answer to the sender, and their reader), software's accesses, and the stimulus.
 */
#ifndef TN_EXA_NI_OWN_H
#define TN_EXA_NI_OWN_H

#include "exa_ni_session.h"

/* Adds a message of the stimulus. Returns false when there is no room for more. */
bool tn_ni_messages_add(struct tn_ni *ni, const struct exa_packet *k, uint64_t at);
/* The next message has come into the block whole. */
void tn_ni_messages_entered(struct tn_ni *ni);
/* Messages that have not entered the block will not enter any more. */
void tn_ni_messages_flush(struct tn_ni *ni);
/* Says whether each message that is to enter has entered, was read, and was answered to
 * its sender. */
bool tn_ni_messages_settled(struct tn_ni *ni);
/* Counts the fate of each message in the session's tally. */
void tn_ni_messages_close(struct tn_ni *ni);

/* Begins the work of software on the port, for a block that was just reset. */
void tn_ni_axi_begin(struct tn_ni *ni);
/* Lets software begin only accesses that the session asks for. */
void tn_ni_axi_rest(struct tn_ni *ni);
/* Says whether an access is under way. */
bool tn_ni_axi_busy(struct tn_ni *ni);
/* Says whether an access got no answer for so long that software makes no further accesses. */
bool tn_ni_axi_deaf(struct tn_ni *ni);
/* Stalls the port at random. */
void tn_ni_axi_stall(struct tn_ni *ni, uint64_t seed);

/* Opens the capture; its domains are known afterwards. Returns 0, or negative errno with a line in
 * err. */
int tn_ni_stimulus_open(struct tn_ni *ni, const struct tn_session_options *o, char *err,
                        size_t err_size);
/* Reads the capture's next packet for this block: the packet as it was captured, the cycle in which
 * it is due and its number of words. Returns as the member next of struct tn_session_ops. */
int tn_ni_stimulus_next(struct tn_ni *ni, struct exa_packet *k, uint64_t *at, size_t *words);
/* Closes the capture. */
void tn_ni_stimulus_close(struct tn_ni *ni);

#endif
