/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What a fabric gives the rule engine and the readers of captures, and the array of all fabrics,
 * made from spec/fabrics.def. The engine knows a fabric by its struct tn_protocol alone.
 */
#ifndef TN_PROTOCOL_H
#define TN_PROTOCOL_H

#include <tn/event.h>
#include <tn/fields.h>
#include <tn/rules.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rules that stand together in the catalogue, up to the next group of the protocol. */
struct tn_rule_group {
    size_t first;   /* index of the first one in the protocol's table */
    unsigned place; /* on the page of all rules, groups stand by ascending place */
};

/* A fabric's descriptor, tn_protocol_<name>. What a fabric does not need is NULL or 0; of the
 * functions each finds its own state in the checker (rules/engine.h). */
struct tn_protocol {
    const struct tn_rule *rules; /* by the fabric's own indexes */
    size_t rule_n;
    const struct tn_rule_group *groups; /* NULL: one group behind those of all other fabrics */
    size_t group_n;
    /* By rule: the fields that are not to be believed where it is broken, a set of the fabric's own;
     * NULL: the fabric asks for none. */
    const uint8_t *doubts;
    const struct tn_header *headers; /* those that spec/all.def does not list: <tn/field_table.def> */
    size_t header_n;
    /* What a checker keeps of the fabric: made, as zeros, when the checker meets the first event;
     * begin follows. */
    size_t state_size;
    void (*begin)(struct tn_checker *c);
    /* Judges a record that is no annotation; spoiled: an artefact spoils its bytes. Returns whether
     * the record tells the time. NULL: nothing judges the fabric's records. */
    bool (*event)(struct tn_checker *c, bool spoiled);
    /* Judges what becomes of a packet from one point of a trace to the next. */
    void (*between)(struct tn_checker *c, bool spoiled);
    void (*end)(struct tn_checker *c);  /* the traffic has ended: what is still open */
    void (*free)(struct tn_checker *c); /* lets go what the state owns, not the state itself */
    /* The artefacts that the bytes of a record show by themselves: a set of 1 << enum tn_artefact. */
    unsigned (*artefacts)(const struct tn_event *ev);
};

struct tn_fabric_line {
    const char *name; /* of its folders and descriptors: "pcie" */
    const char *text; /* for people: "PCIe, cZodiac" */
    uint8_t number;   /* in capture records, enum tn_fabric; 0: it has none */
    const struct tn_protocol *protocol;
};

/* The lines of fabrics.def, by enum tn_fabric_place. */
extern const struct tn_fabric_line tn_fabrics[TN_FABRIC_N];
/* The fabric with that number in records, or NULL; of 0 always NULL. */
const struct tn_fabric_line *tn_fabric_find(unsigned number);
/* The header tables of all.def, then those of the fabrics; NULL behind the last. */
const struct tn_header *tn_header_at(size_t i);
/* The one with that name, or NULL. */
const struct tn_header *tn_header_named(const char *name);
/* Does something judge the records of the fabric with that number? */
bool tn_fabric_judged(unsigned number);

#ifdef __cplusplus
}
#endif

#endif
