/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the jobs of an AXI slave.
 */
#ifndef TN_BFM_AXI_SLAVE_H
#define TN_BFM_AXI_SLAVE_H

#include "axi.h"

#include "../memory/memory.h"

struct tn_axi_data { /* the write data of one burst */
    struct tn_axi_data *next;
    bool last; /* the last beat has come */
    uint64_t cycle;
    unsigned n;
    struct {
        uint8_t data[TN_AXI_BUS];
        uint16_t strb;
    } beat[TN_AXI_BEATS];
};

struct tn_axi_job { /* one burst under way */
    struct tn_axi_job *next;
    struct tn_axi_addr a;
    struct tn_axi_data *data; /* the data of a write, once complete */
    uint64_t cycle, due;
    unsigned moved;           /* read beats that were answered */
    /* The answer of the tables, when known; otherwise the job is held since that generation. */
    bool known, held, told;
    enum tn_memory_result result;
    uint64_t pa, generation;
};

struct tn_axi_slave {
    struct tn_memory memory;
    struct tn_axi_job *writes, *reads; /* jobs, the oldest first */
    struct tn_axi_data *data;          /* data that came before their address; the last may be incomplete */
    struct tn_rng rng;
};

#endif
