/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The C side of the bench's saboteurs (tn_saboteur.v): packets of armed links
 * pass through here.
 */
#ifndef TN_SABOTEUR_H
#define TN_SABOTEUR_H

#include "../bfm/bfm.h"

#include <tn/line_fault.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What becomes of one packet. */
struct tn_sabotage {
    unsigned id;     /* saboteur */
    uint32_t packet; /* its number on the link, from 1 */
    uint64_t cycle;  /* of its first beat */
    uint8_t *bytes;
    size_t len;          /* multiple of unit; may be made smaller */
    size_t unit;         /* bytes that a cut counts */
    const char *name;    /* of the packet's kind; of a memory request with its address */
    unsigned copies;     /* 0 lost, 1, 2 */
    bool behind;         /* goes behind the next packet */
    uint64_t not_before; /* cycle */
    unsigned flags;      /* for the monitor behind: TN_EV_FAULT */
};
typedef void tn_sabotage_fn(struct tn_sabotage *s);

/* What streams and their saboteurs ask of a fabric's packets. */
struct tn_stream_packets {
    uint8_t fabric; /* enum tn_fabric */
    /* The class by which a sender let the packet begin, 0 to 2. */
    unsigned (*class_of)(const uint8_t *bytes, size_t len);
    /* What the packet is, for the text of a fault; static, until the next call. */
    const char *(*name)(const uint8_t *bytes, size_t len);
};

/* A packet that a saboteur holds. */
struct tn_held_packet {
    unsigned class, port, flags;
    size_t len;
    uint8_t bytes[TN_BFM_PACKET];
    uint8_t kinds[TN_BFM_PACKET / TN_CORE_BEAT]; /* of each beat, where the form has kinds */
};

/* How saboteurs of a channel take packets apart: what the bench declares as a boundary of that name
 * is one. Streams of packets have a form of their own. */
struct tn_saboteur_form {
    const char *name;
    /* Bytes that a cut counts. */
    size_t unit;
    /* Makes the source by which the saboteur's packets go on. */
    void (*declare)(unsigned source, const char *name);
    /* The packet so far ends in front of this beat. NULL: none does. */
    bool (*ends_before)(const struct tn_held_packet *p, uint32_t keep);
    /* Takes a beat of 4 words (keep, last and port as the module gives them). True: it is the
     * packet's last. */
    bool (*take)(struct tn_held_packet *p, const uint32_t data[4], uint32_t keep, uint32_t last,
                 uint32_t port);
    void (*send)(unsigned source, const struct tn_held_packet *p, uint64_t not_before);
    const struct tn_stream_packets
        *packets; /* NULL: those of the fabric that the DUT's streams carry */
};

void tn_saboteur_declare(unsigned id, const char *name);
void tn_saboteur_declare_form(unsigned id, const char *name, const struct tn_saboteur_form *form);
void tn_saboteur_reset(void);
/* 5 bits a saboteur, as tn_saboteur.v has them, the first in the lowest of
 * TN_CORE_SABOTAGE_WORDS words. */
void tn_saboteur_controls(uint32_t *out);

/* Index of the link's saboteur, -ENOENT, or -ENOSYS: the bench has none at all, or
 * TN_STATE=0 says to run as the model that has none. */
int tn_saboteur_find(const char *link);
/* From the next packet on, fn sees each of this link. */
void tn_saboteur_arm(unsigned id, tn_sabotage_fn *fn);
/* Wires: -1 free, 0 or 1 forced. */
void tn_saboteur_force(unsigned id, int ready, int valid);

/* The bench has a serial line of that name, which ops strike (line.c). */
void tn_line_declare(unsigned id, const char *name, const struct tn_line_ops *ops);

#endif
