/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The C side of the bench's saboteurs (tn_saboteur.v): packets of armed links
 * pass through here.
 */
#ifndef TN_SABOTEUR_H
#define TN_SABOTEUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What becomes of one packet. */
struct tn_sabotage {
    unsigned id;     /* saboteur */
    uint32_t packet; /* its number on the link, from 1 */
    uint64_t cycle;  /* of its first beat */
    uint8_t *bytes;
    size_t len;      /* multiple of unit; may be made smaller */
    size_t unit;     /* bytes that a cut counts: a DW, or ExaNet's word */
    const char *name; /* of the packet's kind; of a memory request with its address */
    unsigned copies; /* 0 lost, 1, 2 */
    bool behind;     /* goes behind the next packet */
    uint64_t not_before; /* cycle */
    unsigned flags;  /* for the monitor behind: TN_EV_FAULT */
};
typedef void tn_sabotage_fn(struct tn_sabotage *s);

void tn_saboteur_declare(unsigned id, const char *name);
void tn_saboteur_declare_exa(unsigned id, const char *name);
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

/* The same for a serial line (line.c, tn_line_saboteur.v). */
void tn_line_declare(unsigned id, const char *name);

#endif
