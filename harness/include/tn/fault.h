/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A fault as text: what@where@when. Catalogue: harness/fault/README.md.
 *
 *   flip:37@s_usr@p12          bit 37 of the 12th packet on link s_usr
 *   drop@m_dev@p3.2            packet 3, the second time it is sent
 *   ready0:200@s_dev@1500      ready held low for 200 cycles from cycle 1500
 *   seu:4@u_dut.u_x.oid@900    bit 4 of that register, inverted at cycle 900
 *   ber:4+900@line0@p1000      one bit in 10^4 of 900 blocks from the line's 1000th on
 *   stuck1:0@u_dut.u_m.mem[7]@0  bit 0 of that memory word, 1 from cycle 0 on
 */
#ifndef TN_FAULT_H
#define TN_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds that belong to no fabric. A fabric's own kinds have numbers from TN_FAULT_OWN on
 * (TN_FAULT_OF()), in a header of the fabric. The flags of a kind describe it; its number has no
 * meaning. */
enum {
    /* links, packet by packet */
    TN_FAULT_FLIP,  /* arg: the bit, 0 the first on the wire (bit 7 of byte 0) */
    TN_FAULT_BURST, /* arg: the first bit; len bits inverted */
    TN_FAULT_DROP,
    TN_FAULT_DUP,     /* sent twice */
    TN_FAULT_REORDER, /* sent behind the packet that follows */
    TN_FAULT_TRUNC,   /* arg: DWs that are left */
    TN_FAULT_DELAY,   /* arg: cycles */
    /* links, wires; arg: cycles */
    TN_FAULT_READY0,
    TN_FAULT_READY1,
    TN_FAULT_VALID0,
    TN_FAULT_VALID1,
    /* state; arg: the bit. len: cycles that a stuck bit stays stuck, 0 for ever */
    TN_FAULT_SEU,
    TN_FAULT_STUCK0,
    TN_FAULT_STUCK1,
    /* serial lines, block by block, as flip, burst, drop and dup there */
    TN_FAULT_JOIN, /* a block ends with the next one's second half */
    TN_FAULT_SLIP, /* arg: bits by which the boundary moves */
    TN_FAULT_BER,  /* arg: one bit in 10^arg is inverted, for len blocks, 0 for ever */
    TN_FAULT_OWN = 64,
};
/* The number of kind i of a fabric (TN_AT_<name> of <tn/event.h>). */
#define TN_FAULT_OF(fabric, i) (TN_FAULT_OWN * ((fabric) + 1) + (i))

/* Flags of a kind. */
enum {
    TN_FAULT_ON_LINK = 1,     /* strikes a link's packets or wires */
    TN_FAULT_ON_LINE = 2,     /* strikes a serial line, or the sender on it */
    TN_FAULT_ON_PACKET = 4,   /* may be addressed by packet (or block): pN */
    TN_FAULT_ON_STATE = 8,    /* strikes a register or memory word */
    TN_FAULT_ARG = 16,        /* may have a number, :N */
    TN_FAULT_NEEDS_ARG = 32,  /* must have a number */
    TN_FAULT_LEN = 64,        /* may have a length, +N */
    TN_FAULT_NEEDS_LEN = 128, /* must have a length */
    TN_FAULT_ALSO = 256,      /* a fabric's own meaning of a word that is listed elsewhere */
};

struct tn_fault_kind {
    unsigned id;    /* TN_FAULT_FLIP, ..., or TN_FAULT_OF() */
    unsigned place; /* users see kinds in ascending order of place, of one place by fabric */
    unsigned flags;
    const char *name;  /* "flip", "ready0", and so on */
    const char *about; /* the effect in one line */
};
/* A fabric's own kinds: each fabric of checkers/spec/fabrics.def defines one,
 * tn_fault_kinds_<name>, with n 0 when it has none. */
struct tn_fault_kinds {
    const struct tn_fault_kind *kind;
    unsigned n;
};

enum { TN_FAULT_WHERE = 160, TN_FAULT_TEXT = 256 };

struct tn_fault {
    unsigned kind;              /* id of a struct tn_fault_kind */
    bool has_arg;               /* else the seed draws arg when the fault strikes */
    uint32_t arg;               /* the number :N; its meaning depends on the kind */
    uint32_t len;               /* the length +N; its meaning depends on the kind */
    char where[TN_FAULT_WHERE]; /* a link, a line, or a register below the bench's top */
    bool by_packet;             /* the fault strikes a packet, else at a cycle */
    uint64_t cycle;             /* !by_packet: the cycle */
    uint32_t packet;            /* by_packet: number of the packet on its link, from 1 */
    uint32_t time;              /* by_packet: which sending of that packet, from 1 */
};

/* Returns kind i in the order in which users see kinds; NULL behind the last. */
const struct tn_fault_kind *tn_fault_kind_at(unsigned i);
/* Returns the kind with that id, or NULL. */
const struct tn_fault_kind *tn_fault_kind_of(unsigned id);
/* Returns the id of the kind in `those` that has the same name as kind; kind itself when those have
 * no such name. So a fabric gives a word its own meaning. */
unsigned tn_fault_own(const struct tn_fault_kinds *those, unsigned kind);
/* Returns the name of the kind; "?" for an unknown id. */
const char *tn_fault_name(unsigned kind);
/* Says whether the kind strikes a link's packets or wires. */
bool tn_fault_on_link(unsigned kind);
/* Says whether the kind strikes a serial line. */
bool tn_fault_on_line(unsigned kind);
/* Says whether the kind may be addressed by packet. */
bool tn_fault_on_packet(unsigned kind);

/* Parses a fault. Returns 0, or -EINVAL with one line in err. */
int tn_fault_parse(const char *text, struct tn_fault *f, char *err, size_t err_size);

/* Writes a fault as the text that tn_fault_parse() takes. */
void tn_fault_format(const struct tn_fault *f, char out[TN_FAULT_TEXT]);

#endif
