/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The AXI master: transactions to beats and back.
 *
 * Each direction has one list in order of issue; marks in it say up to where addresses
 * and data were released to the channels, and whose taking is awaited.
 */
#include "axi.h"

#include <tn/sim.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 2000 };

struct tn_axi_master {
    struct tn_axi_port *port;
    struct tn_axi_txn *writes, *reads; /* transactions in the order of issue; those that are done leave */
    size_t pending;
    unsigned id, user;
    uint64_t patience;
    uint64_t moved; /* the cycle of the last beat of one of the master's transactions */
};

/* How far a transaction has come. Addresses and data of writes are taken in the same order. */
enum stage { ADDR_OUT = 1, ADDR_TAKEN = 2, DATA_OUT = 4 };

static struct tn_axi_master masters[TN_CORE_AXI_PORTS];

struct tn_axi_master *tn_axi_find(const char *name)
{
    for (unsigned id = 0; id < TN_CORE_AXI_PORTS; id++) {
        struct tn_axi_port *p = tn_axi_port(id);
        if (p && p->master && strcmp(p->name, name) == 0) {
            masters[id].port = p;
            if (!masters[id].patience)
                masters[id].patience = PATIENCE;
            return &masters[id];
        }
    }
    tn_bfm_missed(name);
    return NULL;
}

static const char *nth(unsigned i)
{
    const struct tn_axi_port *p = i < TN_CORE_AXI_PORTS ? tn_axi_port(i) : NULL;
    return i == TN_CORE_AXI_PORTS ? NULL : p && p->master ? p->name : "";
}

/* Ends the run when the program goes on with a master that the bench lacks. */
static void need(const struct tn_axi_master *m)
{
    if (!m)
        tn_bfm_absent("AXI master", nth);
}

struct tn_axi_txn *tn_axi_new(unsigned beats)
{
    struct tn_axi_txn *t;
    if (beats < 1 || beats > TN_AXI_BEATS)
        return NULL;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->beat = calloc(beats, sizeof *t->beat);
    if (!t->beat) {
        free(t);
        return NULL;
    }
    t->beats = beats;
    t->size = 4;
    t->burst = TN_AXI_INCR;
    return t;
}

void tn_axi_free(struct tn_axi_txn *t)
{
    if (t)
        free(t->beat);
    free(t);
}

size_t tn_axi_fill(struct tn_axi_txn *t, const uint8_t *bytes, size_t n)
{
    size_t done = 0;
    for (unsigned i = 0; i < t->beats && done < n; i++) {
        unsigned room;
        uint64_t at = tn_axi_beat_at(t->addr, t->burst, t->beats, t->size, i, &room);
        for (; room > 0 && done < n; room--, at++) {
            t->beat[i].data[at % TN_AXI_BUS] = bytes[done++];
            t->beat[i].strb |= (uint16_t)(1u << at % TN_AXI_BUS);
        }
    }
    return done;
}

size_t tn_axi_take(const struct tn_axi_txn *t, uint8_t *bytes, size_t n)
{
    size_t done = 0;
    for (unsigned i = 0; i < t->beats && done < n; i++) {
        unsigned room;
        uint64_t at = tn_axi_beat_at(t->addr, t->burst, t->beats, t->size, i, &room);
        for (; room > 0 && done < n; room--, at++)
            bytes[done++] = t->beat[i].data[at % TN_AXI_BUS];
    }
    return done;
}

int tn_axi_issue(struct tn_axi_master *m, struct tn_axi_txn *t)
{
    need(m);
    struct tn_axi_txn **at = t->write ? &m->writes : &m->reads;
    for (; *at; at = &(*at)->next)
        if (*at == t)
            return -EBUSY;
    *at = t;
    t->next = NULL;
    t->done = t->lost = false;
    t->moved = t->stage = 0;
    t->resp = TN_AXI_OKAY;
    t->asked = tn_sim_cycle();
    m->pending++;
    return 0;
}

int tn_axi_wait(struct tn_axi_master *m, struct tn_axi_txn *t)
{
    uint64_t begun = tn_sim_cycle();
    while (!t->done && !t->lost && tn_sim_cycle() < (m->moved > begun ? m->moved : begun) + m->patience)
        tn_sim_step(1);
    if (t->lost)
        return -ECANCELED;
    if (t->done)
        return (int)t->resp;
    fprintf(stderr, "tenter: %s: %s of 0x%llx, ID %u, issued at cycle %llu, waited %llu cycles without a beat; found no answer\n",
            m->port->name, t->write ? "write" : "read", (unsigned long long)t->addr, t->id,
            (unsigned long long)t->asked, (unsigned long long)m->patience);
    return -ETIMEDOUT;
}

size_t tn_axi_pending(const struct tn_axi_master *m)
{
    need(m);
    return m->pending;
}

void tn_axi_as(struct tn_axi_master *m, unsigned id, unsigned user)
{
    need(m);
    m->id = id;
    m->user = user;
}

void tn_axi_identity(const struct tn_axi_master *m, unsigned *id, unsigned *user)
{
    need(m);
    *id = m->id;
    *user = m->user;
}

void tn_axi_patience(struct tn_axi_master *m, uint64_t cycles)
{
    need(m);
    m->patience = cycles;
}

int tn_axi_stall(struct tn_axi_master *m, enum tn_axi_channel ch, const struct tn_stall *stall)
{
    need(m);
    return tn_axi_port_stall(m->port, ch, stall);
}

/* Notes that the oldest address that is out and not taken was taken. */
static void address_taken(struct tn_axi_txn *t, uint64_t cycle)
{
    while (t && t->stage & ADDR_TAKEN)
        t = t->next;
    if (t) {
        t->stage |= ADDR_TAKEN;
        t->taken = cycle;
    }
}

static void data_taken(struct tn_axi_txn *t, uint64_t cycle)
{
    while (t && t->moved == t->beats)
        t = t->next;
    if (t)
        t->beat[t->moved++].cycle = cycle;
}

static void finish(struct tn_axi_master *m, struct tn_axi_txn **at, uint64_t cycle)
{
    struct tn_axi_txn *t = *at;
    *at = t->next;
    t->ended = cycle;
    t->done = true;
    m->pending--;
}

/* Returns the transaction that a response answers: the oldest of its ID whose address was taken.
 * The monitor judges a response without such a transaction. */
static struct tn_axi_txn **answered(struct tn_axi_txn **at, unsigned id)
{
    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return *at && (*at)->stage & ADDR_TAKEN ? at : NULL;
}

static void write_answered(struct tn_axi_master *m, const struct tn_axi_lane *l)
{
    struct tn_axi_txn **at = answered(&m->writes, l->word[4] & 0xffff);
    if (!at || (*at)->moved < (*at)->beats)
        return;
    m->moved = l->cycle;
    (*at)->resp = l->word[4] >> 16 & 3;
    finish(m, at, l->cycle);
}

static void read_answered(struct tn_axi_master *m, const struct tn_axi_lane *l)
{
    struct tn_axi_txn **at = answered(&m->reads, l->word[4] & 0xffff), *t;
    struct tn_axi_beat *b;
    if (!at)
        return;
    t = *at;
    m->moved = l->cycle;
    b = &t->beat[t->moved++];
    memcpy(b->data, l->word, sizeof b->data);
    b->resp = (uint8_t)(l->word[4] >> 16 & 3);
    b->cycle = l->cycle;
    if (b->resp > t->resp || t->moved == 1)
        t->resp = b->resp;
    if (t->moved == t->beats || l->word[4] >> 18 & 1)
        finish(m, at, l->cycle);
}

void tn_axi_master_deliver(unsigned id, struct tn_axi_port *p)
{
    struct tn_axi_master *m = &masters[id];
    for (unsigned ch = 0; ch < TN_AXI_CHANNELS; ch++)
        if (p->lane[ch].taken)
            m->moved = tn_sim_cycle();
    if (p->lane[TN_AXI_AW].taken)
        address_taken(m->writes, p->lane[TN_AXI_AW].cycle);
    if (p->lane[TN_AXI_AR].taken)
        address_taken(m->reads, p->lane[TN_AXI_AR].cycle);
    if (p->lane[TN_AXI_W].taken)
        data_taken(m->writes, p->lane[TN_AXI_W].cycle);
    if (p->lane[TN_AXI_B].got)
        write_answered(m, &p->lane[TN_AXI_B]);
    if (p->lane[TN_AXI_R].got)
        read_answered(m, &p->lane[TN_AXI_R]);
}

static void send_address(struct tn_axi_port *p, struct tn_axi_txn *t)
{
    uint32_t word[TN_CORE_AXI_WORDS];
    tn_axi_pack_addr(word, &(struct tn_axi_addr){
                               .addr = t->addr, .id = t->id, .user = t->user, .beats = t->beats,
                               .size = t->size, .burst = t->burst, .lock = t->lock,
                               .cache = t->cache, .prot = t->prot, .qos = t->qos});
    tn_axi_send(p, t->write ? TN_AXI_AW : TN_AXI_AR, word, t->not_before);
    t->stage |= ADDR_OUT;
}

static void send_data(struct tn_axi_port *p, struct tn_axi_txn *t)
{
    for (unsigned i = 0; i < t->beats; i++) {
        uint32_t word[TN_CORE_AXI_WORDS];
        memcpy(word, t->beat[i].data, TN_AXI_BUS);
        word[4] = t->beat[i].strb | (uint32_t)(i == t->beats - 1) << 16;
        tn_axi_send(p, TN_AXI_W, word, t->not_before);
    }
    t->stage |= DATA_OUT;
}

/* Sends addresses in order, and data in the same order, since AXI4 has no ID on data. */
void tn_axi_master_drive(unsigned id, struct tn_axi_port *p)
{
    struct tn_axi_master *m = &masters[id];
    struct tn_axi_txn *t;
    for (t = m->reads; t; t = t->next)
        if (!(t->stage & ADDR_OUT))
            send_address(p, t);
    for (t = m->writes; t; t = t->next) {
        if (t->stage & ADDR_OUT)
            continue;
        if (t->order == TN_AXI_W_BEFORE && t->moved < t->beats)
            break;
        send_address(p, t);
    }
    for (t = m->writes; t; t = t->next) {
        if (t->stage & DATA_OUT)
            continue;
        if (t->order == TN_AXI_W_AFTER && !(t->stage & ADDR_TAKEN))
            break;
        send_data(p, t);
    }
}

static void lose(struct tn_axi_txn *t)
{
    for (struct tn_axi_txn *next; t; t = next) {
        next = t->next;
        t->lost = true;
    }
}

void tn_axi_master_reset(unsigned id)
{
    struct tn_axi_master *m = &masters[id];
    lose(m->writes);
    lose(m->reads);
    m->writes = m->reads = NULL;
    m->pending = 0;
    m->id = m->user = 0;
    m->patience = PATIENCE;
    m->moved = 0;
}
