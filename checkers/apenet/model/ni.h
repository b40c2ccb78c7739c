/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the files of the network interface's model share.
 */
#ifndef TN_APENET_NI_H
#define TN_APENET_NI_H

#include <tn/apenet/ape_ni.h>

/* A descriptor's fields. */
struct tn_apn_descriptor {
    uint64_t source; /* physical address */
    uint16_t node;   /* destination */
    uint8_t port, type;
    bool event, last, answer;
    uint16_t pid, length;
    uint64_t remote; /* virtual address, of a SEND the offset */
    uint32_t msg, tag;
    uint64_t reply; /* virtual address, of a GET */
    uint32_t bytes; /* of a GET */
};

/* Returns the entry of a tag that is open or dead, NULL: there is none. */
struct tn_apn_tag *tn_apn_tag_of(struct tn_apn *m, uint32_t tag);
/* Returns the answer of that pid and msg that is awaited or dead, NULL: there is none. */
struct tn_apn_awaited *tn_apn_awaited_of(struct tn_apn *m, uint16_t pid, uint32_t msg);
/* Sends a packet: fills in source, words and, but for a GET request, its data from physical address
 * from. */
void tn_apn_send(struct tn_apn *m, struct tn_apn_packet *p, uint64_t request, uint64_t from);
/* Returns the entry of {source, stream, pid}, NULL: there is none. */
struct tn_apn_message *tn_apn_message_of(struct tn_apn *m, uint16_t source, unsigned stream,
                                         uint16_t pid);
/* The buffer for sends that the entry has taken is free again. */
void tn_apn_give_back(struct tn_apn *m, const struct tn_apn_message *e);
/* An answer came on that VC. */
void tn_apn_answered(struct tn_apn *m, unsigned vc, const struct tn_apn_packet *p);
/* Answers a GET request. */
void tn_apn_answer(struct tn_apn *m, const struct tn_apn_packet *p);

#endif
