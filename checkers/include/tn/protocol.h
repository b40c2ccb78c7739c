/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fabrics that the checkers know: a line of spec/fabrics.def each.
 */
#ifndef TN_PROTOCOL_H
#define TN_PROTOCOL_H

#include <tn/event.h>

#include <stdint.h>

struct tn_fabric_line {
    const char *name; /* of its folders and descriptors: "pcie" */
    const char *text; /* for people: "PCIe, cZodiac" */
    uint8_t number;   /* in capture records, enum tn_fabric; 0: it has none */
};

/* The lines of fabrics.def, by enum tn_fabric_place. */
extern const struct tn_fabric_line tn_fabrics[TN_FABRIC_N];
/* The fabric with that number in records, or NULL; of 0 always NULL. */
const struct tn_fabric_line *tn_fabric_find(unsigned number);

#endif
