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

/* One packet at a saboteur, and its fate. */
struct tn_sabotage {
    unsigned id;     /* of the saboteur */
    uint32_t packet; /* number of the packet on the link, from 1 */
    uint64_t cycle;  /* cycle of the packet's first beat */
    uint8_t *bytes;
    size_t len;          /* a multiple of unit; the function may make it smaller */
    size_t unit;         /* bytes of the unit in which packets are cut */
    const char *name;    /* of the packet's kind; of a memory request also its address */
    unsigned copies;     /* times that the packet goes on: 0, 1 or 2 */
    bool behind;         /* the packet goes on behind the next packet */
    uint64_t not_before; /* first cycle in which the packet may go on */
    unsigned flags;      /* for the monitor behind the saboteur: TN_EV_FAULT */
};
/* Decides on the fate of a packet. */
typedef void tn_sabotage_fn(struct tn_sabotage *s);

/* Functions about a fabric's packets, for streams and their saboteurs. */
struct tn_stream_packets {
    uint8_t fabric; /* enum tn_fabric */
    /* Returns the class, 0 to 2, whose ok the sender needed to begin the packet. */
    unsigned (*class_of)(const uint8_t *bytes, size_t len);
    /* Returns a name of the packet for the text of a fault, valid until the next call. */
    const char *(*name)(const uint8_t *bytes, size_t len);
};

/* A packet that a saboteur holds. */
struct tn_held_packet {
    unsigned class, port, flags;
    size_t len;
    uint8_t bytes[TN_BFM_PACKET];
    uint8_t kinds[TN_BFM_PACKET / TN_CORE_BEAT]; /* of each beat, where the form has kinds */
};

/* The form of a channel's packets, for saboteurs: a boundary that the bench declares by that name
 * is such a saboteur. Streams of packets have a form of their own. */
struct tn_saboteur_form {
    const char *name;
    size_t unit; /* bytes of the unit in which packets are cut */
    /* Makes the source through which the saboteur's packets go on. */
    void (*declare)(unsigned source, const char *name);
    /* Says whether the packet so far ended before this beat. NULL: packets never end so. */
    bool (*ends_before)(const struct tn_held_packet *p, uint32_t keep);
    /* Takes a beat of 4 words (keep, last and port as the module gives them). Returns whether the
     * beat is the packet's last. */
    bool (*take)(struct tn_held_packet *p, const uint32_t data[4], uint32_t keep, uint32_t last,
                 uint32_t port);
    /* Sends the packet through that source at cycle not_before or later. */
    void (*send)(unsigned source, const struct tn_held_packet *p, uint64_t not_before);
    const struct tn_stream_packets
        *packets; /* NULL: those of the fabric that the DUT's streams carry */
};

/* The bench declared a saboteur on a stream of packets. */
void tn_saboteur_declare(unsigned id, const char *name);
/* The bench declared a saboteur on a channel of that form. */
void tn_saboteur_declare_form(unsigned id, const char *name, const struct tn_saboteur_form *form);
/* The bench was reset: saboteurs forget their packets and faults. */
void tn_saboteur_reset(void);
/* Writes the controls of all saboteurs to TN_CORE_SABOTAGE_WORDS words: 5 bits for each, as
 * tn_saboteur.v defines them, the first saboteur in the lowest bits. */
void tn_saboteur_controls(uint32_t *out);

/* Returns the index of the link's saboteur; -ENOENT; or -ENOSYS: the bench has no saboteurs, or
 * TN_STATE=0 makes it run as the model without them. */
int tn_saboteur_find(const char *link);
/* Lets fn decide on each packet of the link from the next one on. */
void tn_saboteur_arm(unsigned id, tn_sabotage_fn *fn);
/* Forces the wires ready and valid to 0 or 1, or frees them (-1). */
void tn_saboteur_force(unsigned id, int ready, int valid);

/* The bench declared a serial line of that name; ops strike it (line.c). */
void tn_line_declare(unsigned id, const char *name, const struct tn_line_ops *ops);

#endif
