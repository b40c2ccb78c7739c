/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The network interface's judge: bursts of its AXI master.
 */
#include "ni_judge.h"

#include <string.h>

enum {
    TX_BASE = 0x1000,
    ID_DESC = 0,
    ID_ENGINE = 1,
    ID_ENGINES = 4,
    ID_DATA = 5,
    ID_EVENT = 6,
    DESC_BEATS = 4,
    DESC = 64,
    BEAT = 16,
    PAGE = 4096,
    RESP_AT = 16
};

/* Fields of an address beat (tn/axi/axi_port.h). */
struct request {
    uint64_t addr;
    unsigned id, beats, size, burst;
};

static struct request request_of(const struct tn_axi_seen *s)
{
    return (struct request){.addr = (uint64_t)s->word[1] << 32 | s->word[0],
                            .id = s->word[2] & 0xffff,
                            .beats = (s->word[3] & 0xff) + 1,
                            .size = s->word[3] >> 8 & 7,
                            .burst = s->word[3] >> 11 & 3};
}

static void judge_form(struct tn_apn_judge *j, const struct request *r, bool write)
{
    const bool id = write ? r->id == ID_DATA || r->id == ID_EVENT : r->id <= ID_ENGINES;
    TN_APN_ASK(j, TN_APN_AXI_1,
               id && r->size == 4 && r->burst == 1 && r->addr % BEAT == 0 &&
                   r->addr % PAGE + BEAT * r->beats <= PAGE,
               "a burst of whole beats in a page", "%s id %u addr %llx beats %u size %u burst %u",
               write ? "write" : "read", r->id, (unsigned long long)r->addr, r->beats, r->size,
               r->burst);
}

/* A read of descriptors. */
static void fetch(struct tn_apn_judge *j, const struct request *r)
{
    const uint32_t size = 1u << (j->reg[2] & 15), left = (j->taken - j->fetched) % size,
                   n = r->beats / DESC_BEATS;
    TN_APN_ASK(j, TN_APN_FET_1,
               r->addr == tn_apn_reg64(j, TX_BASE) + (uint64_t)DESC * j->fetched &&
                   r->beats % DESC_BEATS == 0 && n <= DESC_BEATS && n <= left &&
                   j->fetched + n <= size,
               "one to four descriptors that are next", "%u beats at %llx when %u are ready",
               r->beats, (unsigned long long)r->addr, (unsigned)left);
    j->fetched = (j->fetched + n) % size;
}

static void judge_ar(struct tn_apn_judge *j, const struct request *r)
{
    size_t i = 0;
    judge_form(j, r, false);
    if (r->id == ID_DESC) {
        fetch(j, r);
        return;
    }
    while (i < j->reads && (j->read[i].addr != r->addr || j->read[i].beats != r->beats))
        i++;
    if (!TN_APN_ASK(j, TN_APN_RD_1, i < j->reads, "a read of data that are asked for",
                    "%u beats at %llx", r->beats, (unsigned long long)r->addr))
        return;
    memmove(&j->read[i], &j->read[i + 1], (--j->reads - i) * sizeof j->read[0]);
}

/* The address of a write burst is taken. */
static void judge_aw(struct tn_apn_judge *j, const struct request *r)
{
    judge_form(j, r, true);
    if (!TN_APN_ASK(j, TN_APN_AXI_1, j->bursts < TN_APN_BURSTS, "fewer writes under way", "%u",
                    j->bursts))
        return;
    j->burst[j->bursts++] = (struct tn_apn_burst){
        .addr = r->addr, .offered = j->aw_offered, .id = r->id, .beats = r->beats};
}

/* Finds the oldest data that want a byte. */
static struct tn_apn_owed *owner_of(const struct tn_apn_judge *j, uint64_t addr)
{
    for (struct tn_apn_owed *x = j->data.first; x; x = x->next)
        if (addr >= x->pa && addr - x->pa < x->n && !x->seen[addr - x->pa])
            return x;
    return NULL;
}

/* Counts the burst as one that the data await a B of. */
static void join(struct tn_apn_burst *b, struct tn_apn_owed *x)
{
    if (b->data[0] == x || b->data[1] == x)
        return;
    b->data[b->data[0] != NULL] = x;
    x->bursts++;
}

static void write_byte(struct tn_apn_judge *j, struct tn_apn_burst *b, uint64_t addr, uint8_t value)
{
    struct tn_apn_owed *x = b->data[0];
    if (!x || addr < x->pa || addr - x->pa >= x->n || x->seen[addr - x->pa])
        x = owner_of(j, addr);
    if (!TN_APN_ASK(j, TN_APN_MEM_1, x, "a write of data that are due", "byte %02x at %llx", value,
                    (unsigned long long)addr))
        return;
    TN_APN_ASK(j, TN_APN_MEM_2, x->bytes[addr - x->pa] == value, "the packet's byte",
               "%02x instead of %02x at %llx", value, x->bytes[addr - x->pa],
               (unsigned long long)addr);
    x->seen[addr - x->pa] = 1;
    x->written++;
    join(b, x);
}

static void write_event(struct tn_apn_judge *j, const struct tn_apn_burst *b,
                        const struct tn_apn_beat *w)
{
    uint64_t word[2] = {0};
    for (unsigned i = 0; i < BEAT; i++)
        word[i / 8] |= (uint64_t)w->data[i] << 8 * (i % 8);
    TN_APN_ASK(j, TN_APN_AXI_1, b->beats == 1 && w->strb == 0xffff, "an event as one whole beat",
               "%u beats, strobes %04x", b->beats, w->strb);
    tn_apn_judge_event(j, b->offered, b->addr, word);
}

/* Pairs beats of data with the bursts whose addresses were taken. */
static void pair(struct tn_apn_judge *j)
{
    unsigned used = 0, k = 0;
    while (used < j->beats && tn_scope_is_open(&j->scope)) {
        while (k < j->bursts && j->burst[k].at == j->burst[k].beats)
            k++;
        if (k == j->bursts)
            break;
        struct tn_apn_burst *b = &j->burst[k];
        const struct tn_apn_beat *w = &j->beat[used++];
        const uint64_t addr = b->addr + BEAT * b->at++;
        TN_APN_ASK(j, TN_APN_AXI_1, w->last == (b->at == b->beats), "last in the last beat",
                   "last %d in beat %u of %u", w->last, b->at, b->beats);
        if (b->id == ID_EVENT)
            write_event(j, b, w);
        else
            for (unsigned i = 0; i < BEAT && tn_scope_is_open(&j->scope); i++)
                if (w->strb >> i & 1)
                    write_byte(j, b, addr + i, w->data[i]);
    }
    memmove(j->beat, j->beat + used, (j->beats - used) * sizeof j->beat[0]);
    j->beats -= used;
}

static void judge_w(struct tn_apn_judge *j, const struct tn_axi_seen *s)
{
    struct tn_apn_beat *w = &j->beat[j->beats];
    if (!TN_APN_ASK(j, TN_APN_AXI_1, j->beats < TN_APN_BEATS, "data of bursts that are asked for",
                    "%u beats of none", j->beats))
        return;
    for (unsigned i = 0; i < BEAT; i++)
        w->data[i] = (uint8_t)(s->word[i / 4] >> 8 * (i % 4));
    w->strb = (uint16_t)s->word[4];
    w->last = s->word[4] >> 16 & 1;
    j->beats++;
}

/* The answer to the oldest burst with that ID: data all of whose bursts are answered are in memory.
 */
static void judge_b(struct tn_apn_judge *j, unsigned id)
{
    unsigned k = 0;
    while (k < j->bursts && j->burst[k].id != id)
        k++;
    if (!TN_APN_ASK(j, TN_APN_AXI_1, k < j->bursts, "an answer to a write", "none is under way"))
        return;
    for (unsigned i = 0; i < 2; i++) {
        struct tn_apn_owed *x = j->burst[k].data[i];
        if (!x || --x->bursts || x->written < x->n)
            continue;
        j->open[x->number % TN_APN_MESSAGE_N]--;
        j->done[x->number % TN_APN_MESSAGE_N] = j->judge.cycle;
        tn_apn_paid(&j->data, x);
    }
    memmove(&j->burst[k], &j->burst[k + 1], (--j->bursts - k) * sizeof j->burst[0]);
}

void tn_apn_judge_axi(struct tn_apn_judge *j, const struct tn_axi_seen *seen)
{
    j->judge.cycle = seen->cycle;
    if (seen->rst || !tn_scope_is_open(&j->scope))
        return;
    const bool taken = seen->valid && seen->ready;
    const struct request r = request_of(seen);
    if (seen->channel == TN_AXI_CH_AW && seen->valid && !j->aw_offered)
        j->aw_offered = seen->cycle;
    if (!taken)
        return;
    if (seen->channel == TN_AXI_CH_AR) {
        judge_ar(j, &r);
    } else if (seen->channel == TN_AXI_CH_B) {
        judge_b(j, seen->word[4] & 0xffff);
    } else if (seen->channel == TN_AXI_CH_W) {
        judge_w(j, seen);
        pair(j);
    } else if (seen->channel == TN_AXI_CH_AW) {
        judge_aw(j, &r);
        j->aw_offered = 0;
        pair(j);
    }
}
