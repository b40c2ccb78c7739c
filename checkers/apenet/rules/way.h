/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the rules of ways keep of a lattice.
 */
#ifndef TN_RULES_APENET_WAY_H
#define TN_RULES_APENET_WAY_H

#include "apenet.h"

enum { APE_NODES = 64 * 32 * 32, APE_SETS = 1024, APE_TRIPS = 8, APE_ORDERS = 8192 };

/* Where a record stands. */
struct ape_place {
    uint32_t id;                  /* point, port and direction */
    unsigned node[3];             /* of the point */
    bool local, in;               /* a local port; what comes into the node */
    bool plus;                    /* of a torus link: the direction of travel in dimension dim */
    unsigned dim, from[3], to[3]; /* and the nodes at its ends */
};

/* A packet where it was seen last. */
struct ape_trip {
    uint64_t key;    /* what no router changes */
    uint64_t flow;   /* source, destination and stream */
    uint64_t seq;    /* counts what was seen; 0: no packet */
    uint64_t packet; /* the record */
    unsigned src[3], dst[3];
    bool known; /* the source is */
    uint8_t vc;
    bool last_hop, arrived;
    uint16_t hops;
    unsigned base,
        at;         /* hops at the source; twice the links passed, and one more behind the last */
    uint32_t place; /* id of the place */
};

/* Packets of a stream from one place to the next. */
struct ape_order {
    uint64_t key, seq; /* seq at the place before, of the last one */
};

struct ape_way {
    uint64_t seq;
    bool blind; /* a packet was lost or struck: whence packets come is not judged any more */
    bool full;  /* packets under way were forgotten: likewise */
    uint8_t seen[APE_NODES * APE_TORUS_PORTS / 8]; /* lines of which the capture has records */
    uint8_t used[APE_NODES * APE_TORUS_PORTS / 8]; /* lines on which packets were seen */
    struct ape_trip trip[APE_SETS * APE_TRIPS];
    struct ape_order order[APE_ORDERS];
};

#endif
