/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of a TNW cable as messages between the two nodes of a torus: the items of each (way,
 * channel) that follow each other in their offsets are one message.
 */
#ifndef TN_TNW_TORUS_STIMULUS_H
#define TN_TNW_TORUS_STIMULUS_H

#include <tn/stimulus.h>

#include <stddef.h>

enum { TN_TORUS_MESSAGE = 2048 }; /* most bytes of a message */

struct tn_torus_message {
    unsigned from; /* node: 0 sends on x+, 1 on x- */
    unsigned vc;
    bool get;     /* by Nget: every third message of a node; the others by Pput */
    uint64_t due; /* cycle since the beginning */
    uint32_t len; /* a multiple of 128 */
    uint8_t data[TN_TORUS_MESSAGE];
};

struct tn_torus_stimulus;
/* Opens a capture as tn_tnw_stimulus_open() does, with the same map. */
struct tn_torus_stimulus *tn_torus_stimulus_open(const char *path, const struct tn_stim_options *o,
                                                 const char *map, char *err, size_t err_size);
/* Reads the next message. Returns 1, 0 at the end, or negative
 * errno (tn_torus_stimulus_error()). */
int tn_torus_stimulus_next(struct tn_torus_stimulus *s, struct tn_torus_message *m);
/* Returns the message of the last error. */
const char *tn_torus_stimulus_error(const struct tn_torus_stimulus *s);
void tn_torus_stimulus_close(struct tn_torus_stimulus *s);

#endif
