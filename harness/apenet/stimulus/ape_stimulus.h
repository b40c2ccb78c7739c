/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of APEnet's links as messages between two hosts: the packets of a message that follow
 * each other, in pieces of two pages at most; a packet that several lines carried counts once. What
 * nodes with an even sum of coordinates sent has host 0, the rest host 1.
 */
#ifndef TN_APE_STIMULUS_H
#define TN_APE_STIMULUS_H

#include <tn/stimulus.h>

#include <stddef.h>
#include <stdint.h>

enum { TN_APE_STIM_BYTES = 8192 }; /* most bytes of a message */

struct tn_ape_stim_message {
    unsigned from;     /* host: 0 or 1 */
    uint16_t src, dst; /* nodes, {x 6, y 5, z 5}, that sent its packets and get them */
    unsigned type;     /* of its packets: 1 PUT, 3 SEND, 5 reply to a GET */
    uint64_t due;      /* cycle since the beginning */
    uint32_t n;        /* bytes */
    uint8_t data[TN_APE_STIM_BYTES];
};

struct tn_ape_stimulus;
/* Opens a capture; one without a packet of APEnet is refused. NULL with one line in err. */
struct tn_ape_stimulus *tn_ape_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             char *err, size_t err_size);
/* Reads the next message. Returns 1, 0 at the end, or negative errno (tn_ape_stimulus_error()). */
int tn_ape_stimulus_next(struct tn_ape_stimulus *s, struct tn_ape_stim_message *m);
/* Returns the message of the last error. */
const char *tn_ape_stimulus_error(const struct tn_ape_stimulus *s);
void tn_ape_stimulus_close(struct tn_ape_stimulus *s);

#endif
