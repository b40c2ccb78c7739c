/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functions that make ExaNet traffic (tenter gen, tenter convert --to exanet): transactions cut
 * into packets, their answers, and the records of a capture.
 */
#ifndef TN_TOOLS_EXA_MAKE_H
#define TN_TOOLS_EXA_MAKE_H

#include <tn/capture.h>
#include <tn/exanet/exa.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXA_BLOCK = 16384, EXA_MESSAGE_MAX = 64, EXA_TIDS = 1024, EXA_MAKE_NODES = 256 };

/* Returns the coordinates of node i: four nodes to a board, boards along x, then y. */
struct exa_node exa_make_node(unsigned i);

/* A write transaction of at most 16 KiB inside one block at the destination. */
struct exa_transaction {
    struct exa_node src, dst;
    uint64_t addr; /* of the next packet */
    uint32_t left; /* bytes to come */
    uint16_t pdid, tid, seq;
    bool begun, notify;
};

/* Returns the payload bytes of the next packet, which ends at a multiple of 256 bytes at the
 * latest. */
unsigned exa_transaction_step(const struct exa_transaction *t);
/* Makes the next packet with exa_transaction_step() bytes of data. */
void exa_transaction_packet(struct exa_transaction *t, const uint8_t *data, struct exa_packet *k);
/* Makes the control packet that asks for a notification of 16 bytes in dst's mailbox. */
void exa_transaction_control(const struct exa_transaction *t, const uint8_t note[EXA_WORD],
                             struct exa_packet *k);
/* Makes that notification. */
void exa_transaction_notification(const struct exa_transaction *t, const uint8_t note[EXA_WORD],
                                  struct exa_packet *k);
/* Makes dst's response, with an error code or 0. */
void exa_transaction_answer(const struct exa_transaction *t, unsigned code, struct exa_packet *k);

/* Makes a message of n bytes (1 to 64) of that channel to dst's mailbox. */
void exa_message(struct exa_node src, struct exa_node dst, uint16_t pdid, unsigned chan,
                 uint16_t number, const uint8_t *data, size_t n, struct exa_packet *k);
/* Makes the acknowledgment of a message, with an error code or 0. */
void exa_message_answer(const struct exa_packet *message, unsigned code, struct exa_packet *k);

/* Sets the CRCs of k and writes it as a record with the point and time of place. Returns 0 or
 * negative errno. */
int exa_write(struct tn_writer *w, const struct tn_event *place, struct exa_packet *k);

#endif
