/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The descriptor that a fabric gives to the rule engine and to readers of captures, and the array
 * of all fabrics, made from spec/fabrics.def. The engine knows a fabric by its struct tn_protocol
 * alone.
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

/* A group of rules that stand together in the catalogue. It reaches to the protocol's
 * next group. */
struct tn_rule_group {
    size_t first;   /* index of the group's first rule in the protocol's table */
    unsigned place; /* the catalogue orders groups of all fabrics by ascending place */
};

/* Reads the next event of a capture. Returns false at its end. */
typedef bool tn_next_event_fn(void *ctx, struct tn_event *ev);

/* The descriptor of a fabric, tn_protocol_<name>. Members that a fabric does not need are NULL or
 * 0. Each function finds the fabric's own state in the checker (checkers/engine/engine.h). */
struct tn_protocol {
    const struct tn_rule *rules; /* by the fabric's own indexes */
    size_t rule_n;
    const struct tn_rule_group *groups; /* NULL: one group behind the groups of all other fabrics */
    size_t group_n;
    const uint8_t *doubts; /* fields that a broken rule leaves unsure, by rule; NULL: none */
    /* Says of a whole capture whether the clocks of its directions are apart, so that no order between them is to be
     * trusted; NULL: that is not looked for. */
    bool (*apart)(tn_next_event_fn *next, void *ctx);
    const bool *crosses; /* by rule: it holds one direction against the other; NULL when apart is NULL */
    const struct tn_header *headers; /* headers that spec/all.def lacks: <tn/field_table.def> */
    size_t header_n;
    size_t state_size; /* bytes of the fabric's state in a checker; zeroed at the first event */
    void (*begin)(struct tn_checker *c); /* sets up the state, before the first event is judged */
    /* Judges a record that is no annotation. spoiled: an artefact spoils the record's bytes.
     * Returns whether the record tells the time. NULL: no rule judges the fabric's records. */
    bool (*event)(struct tn_checker *c, bool spoiled);
    /* Takes note that a record was another one's copy, which is not judged; NULL: that means nothing. */
    void (*copy)(struct tn_checker *c);
    /* Judges the way of a packet from one point of a trace to the next. */
    void (*between)(struct tn_checker *c, bool spoiled);
    bool between_frames; /* between takes frames, too */
    void (*end)(
        struct tn_checker *c); /* judges transactions still open when the traffic has ended */
    void (*free)(struct tn_checker *c); /* frees memory that the state owns, but not the state */
    /* Returns the artefacts that a record's bytes show by themselves: a set of 1 << enum
     * tn_artefact. */
    unsigned (*artefacts)(const struct tn_event *ev);
};

/* A line of fabrics.def. */
struct tn_fabric_line {
    const char *name; /* of the fabric's folders and descriptors: "pcie" */
    const char *text; /* for people: "PCIe, cZodiac" */
    uint8_t number;   /* in capture records, enum tn_fabric; 0: the fabric has no records */
    const struct tn_protocol *protocol;
};

/* The lines of fabrics.def, by enum tn_fabric_place. */
extern const struct tn_fabric_line tn_fabrics[TN_FABRIC_N];
/* Returns the fabric that has this number in records; NULL when none has, and for number 0. */
const struct tn_fabric_line *tn_fabric_find(unsigned number);
/* Returns header table i: the tables of all.def first, then those of the fabrics; NULL behind the
 * last. */
const struct tn_header *tn_header_at(size_t i);
/* Returns the header table with that name, or NULL. */
const struct tn_header *tn_header_named(const char *name);
/* Says whether any rule judges the records of the fabric with that number. */
bool tn_fabric_judged(unsigned number);

#ifdef __cplusplus
}
#endif

#endif
