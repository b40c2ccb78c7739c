/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts shared by the AXI modules' C sides.
 *
 * A port is a master or a slave of the bench with its five channels. What the bindings
 * bring at rising edges is only stored, a beat a channel, and judged at the falling one:
 * deliver() takes what was transferred, test code runs, drive() says what to send. So no
 * result depends on the order in which a simulator calls the channels.
 */
#ifndef TN_BFM_AXI_H
#define TN_BFM_AXI_H

#include "bfm.h"

#include "../sim/core_axi.h"

#include <tn/axi.h>

struct tn_axi_send { /* one beat to be sent */
    uint32_t word[TN_CORE_AXI_WORDS];
    uint64_t not_before;
};

struct tn_axi_lane { /* one channel of a port */
    struct tn_stalls stalls;
    struct tn_axi_send *queue; /* the ring of beats to be sent */
    unsigned head, n, cap;
    uint64_t run_end; /* the cycle in which the run of ready, or of no ready, ends */
    bool run_ready;
    bool taken;     /* the beat on the wires was taken */
    bool got;       /* a beat was received */
    uint64_t cycle; /* the cycle in which this happened */
    uint32_t word[TN_CORE_AXI_WORDS];
};

struct tn_axi_port {
    char name[TN_BFM_NAME];
    bool master;
    struct tn_axi_lane lane[TN_AXI_CHANNELS];
    bool changed;
    uint32_t wake; /* the bit toggles when the module has to ask again */
};

/* The payload of the address channels. */
struct tn_axi_addr {
    uint64_t addr;
    unsigned id, user, beats, size, burst, lock, cache, prot, qos;
};
void tn_axi_pack_addr(uint32_t word[TN_CORE_AXI_WORDS], const struct tn_axi_addr *a);
void tn_axi_unpack_addr(const uint32_t word[TN_CORE_AXI_WORDS], struct tn_axi_addr *a);

/* Returns the port, or NULL when the bench has no such module. */
struct tn_axi_port *tn_axi_port(unsigned id);
/* Appends a beat to those that a channel sends. */
void tn_axi_send(struct tn_axi_port *p, enum tn_axi_channel ch,
                 const uint32_t word[TN_CORE_AXI_WORDS], uint64_t not_before);
/* Returns the number of the channel's beats that were not yet handed to Verilog. */
unsigned tn_axi_queued(const struct tn_axi_port *p, enum tn_axi_channel ch);
int tn_axi_port_stall(struct tn_axi_port *p, enum tn_axi_channel ch, const struct tn_stall *s);

/* Gives the ID and the user bits that tn_axi_as() set. */
void tn_axi_identity(const struct tn_axi_master *m, unsigned *id, unsigned *user);

/* The engines of masters and slaves: deliver() takes the beats that came, drive() gives those that
 * go, due() returns the next cycle in which the engine has to act. */
void tn_axi_master_deliver(unsigned id, struct tn_axi_port *p);
void tn_axi_master_drive(unsigned id, struct tn_axi_port *p);
void tn_axi_master_reset(unsigned id);
void tn_axi_slave_declare(unsigned id);
void tn_axi_slave_deliver(unsigned id, struct tn_axi_port *p);
void tn_axi_slave_drive(unsigned id, struct tn_axi_port *p, uint64_t cycle);
void tn_axi_slave_reset(unsigned id);
uint64_t tn_axi_slave_due(unsigned id, uint64_t cycle);

#endif
