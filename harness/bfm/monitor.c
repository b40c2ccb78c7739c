/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Monitors: beats become packet events. They are delivered at the falling
 * edge, by stream index, so that the order of events never depends on the
 * simulator.
 */
#include "bfm.h"
#include "show.h"


#include <tn/bug.h>
#include <tn/rules.h>
#include <tn/stream.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUBSCRIBERS = 8, FLAGS_MAX = 1024, HELD_MAX = 4 };

/* The members that every packet needs come first, and together. */
struct monitor {
    bool declared, open, done;
    uint8_t dir;        /* enum tn_dir, as the name says */
    uint32_t ok_before; /* the classes that were allowed to begin when the packet began */
    uint64_t first, last;
    unsigned port;
    uint32_t len;
    const uint8_t *packet;      /* the packet's bytes, or the place of a whole packet in a memory of beats */
    struct tn_checker *checker; /* judges the handshake; NULL: no stream, or no fabric has such a judge */
    bool taken,
        taken_last; /* the last beat that was handed over is not judged yet; that beat ends a packet */
    uint8_t taken_keep;
    unsigned held_n; /* beats that wait to be judged */
    unsigned flags_head, flags_n;
    struct tn_stream_seen held[HELD_MAX]; /* beats that changed while they waited, unknown bits */
    char name[TN_BFM_NAME];
    uint8_t bytes[TN_BFM_PACKET];
    uint8_t flags[FLAGS_MAX]; /* a ring of the flags of the next packets */
};

struct rejected {
    uint64_t cycle;
    uint32_t dir, cause, port;
};

/* The memory of a monitor whose beats C reads by itself. */
struct memory {
    const uint64_t *note;
    const uint8_t (*beats)[TN_CORE_BEAT]; /* NULL: the monitor hands its beats over by calls */
    uint64_t taken;                       /* TN_CORE_NOTE_CYCLE of the last beat that was taken */
};

static struct monitor monitors[TN_CORE_MONITORS];
static struct memory memories[TN_CORE_STREAMS];
static unsigned memory_n;  /* 1 + the number of the last monitor with a memory */
static unsigned monitor_n; /* 1 + the number of the last monitor that was declared */
static uint64_t due;       /* bit id: monitor id of a stream has events to deliver */
static struct {
    tn_monitor_fn *fn;
    void *ctx;
} packet_subs[SUBSCRIBERS];
static struct {
    tn_reject_fn *fn;
    void *ctx;
} reject_subs[SUBSCRIBERS];
static struct {
    tn_verdict_fn *fn;
    void *ctx;
} verdict_subs[SUBSCRIBERS];
static unsigned packet_n, reject_n, verdict_n;
static uint64_t packets;
static uint8_t carried = TN_FABRIC_PCIE; /* the fabric of the packets on streams */
static const struct tn_stream_judge *judge; /* the judge of streams; NULL: no fabric has one */
static struct rejected rejects[64];
static unsigned reject_count;

void tn_monitor_declare(unsigned id, const char *name)
{
    tn_require(id < TN_CORE_MONITORS);
    tn_bfm_name(monitors[id].name, name);
    monitors[id].declared = true;
    monitors[id].dir =
        (name[0] == 's') == (strncmp(name + 2, "usr", 3) == 0) && strncmp(name, "from", 4) != 0 ? TN_DIR_DOWN : TN_DIR_UP;
    if (id >= monitor_n)
        monitor_n = id + 1;
}

/* Hands on the verdict of a handshake's checker. */
static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct monitor *m = ctx;
    tn_monitor_broken(v->rule, (unsigned)(m - monitors), v->expected, v->found, v->cycle);
}

void tn_monitor_declare_stream(unsigned id, const char *name)
{
    struct tn_check_params par;
    tn_require(id < TN_CORE_STREAMS && !monitors[id].checker);
    tn_monitor_declare(id, name);
    for (const struct tn_bench_parts *const *f = tn_benches; !judge && *f; f++)
        judge = (*f)->judge;
    if (!judge)
        return;
    tn_check_defaults(&par);
    monitors[id].checker = tn_checker_new(&par, judge->rules, NULL, on_verdict, &monitors[id]);
    tn_require(monitors[id].checker != NULL);
}

void tn_monitor_carry(uint8_t fabric)
{
    carried = fabric;
}

uint8_t tn_monitor_carried(void)
{
    return carried;
}

const char *tn_monitor_point(unsigned index)
{
    return index < monitor_n && monitors[index].declared ? monitors[index].name : NULL;
}

int tn_monitor_point_index(const char *name)
{
    for (unsigned i = 0; i < monitor_n; i++)
        if (monitors[i].declared && strcmp(monitors[i].name, name) == 0)
            return (int)i;
    return -ENOENT;
}

int tn_monitor_subscribe(tn_monitor_fn *fn, void *ctx)
{
    if (packet_n == SUBSCRIBERS)
        return -ENOMEM;
    packet_subs[packet_n].fn = fn;
    packet_subs[packet_n++].ctx = ctx;
    return 0;
}

int tn_reject_subscribe(tn_reject_fn *fn, void *ctx)
{
    if (reject_n == SUBSCRIBERS)
        return -ENOMEM;
    reject_subs[reject_n].fn = fn;
    reject_subs[reject_n++].ctx = ctx;
    return 0;
}

int tn_handshake_subscribe(tn_verdict_fn *fn, void *ctx)
{
    if (verdict_n == SUBSCRIBERS)
        return -ENOMEM;
    verdict_subs[verdict_n].fn = fn;
    verdict_subs[verdict_n++].ctx = ctx;
    return 0;
}

void tn_monitor_forget(void)
{
    packet_n = reject_n = verdict_n = 0;
}

TN_CORE_HOT void tn_monitor_expect_flags(int point, unsigned flags)
{
    if (point < 0)
        return;
    struct monitor *m = &monitors[point];
    if (m->flags_n == FLAGS_MAX)
        return;
    m->flags[(m->flags_head + m->flags_n++) % FLAGS_MAX] = (uint8_t)flags;
}

void tn_core_monitor_beats(unsigned id, uint64_t start, uint64_t cycle,
                           const uint8_t beats[][TN_CORE_BEAT], uint32_t n, uint32_t keep,
                           uint32_t last, uint32_t port, uint32_t ok_before)
{
    struct monitor *m = &monitors[id];
    uint32_t whole = (keep == 15 ? n : n - 1) * TN_CORE_BEAT;
    m->packet = m->bytes;
    if (!m->open) {
        m->open = true;
        m->first = start;
        m->port = port;
        m->len = 0;
        m->ok_before = ok_before;
    }
    if (whole > TN_BFM_PACKET - m->len)
        whole = TN_BFM_PACKET - m->len;
    memcpy(m->bytes + m->len, beats, whole);
    m->len += whole;
    for (unsigned lane = 0; keep != 15 && keep >> lane && m->len < TN_BFM_PACKET; lane++)
        if (keep >> lane & 1) {
            memcpy(m->bytes + m->len, beats[n - 1] + 4 * lane, 4);
            m->len += 4;
        }
    m->last = cycle;
    m->taken = true;
    m->taken_last = last;
    m->taken_keep = (uint8_t)keep;
    due |= (uint64_t)1 << id;
    if (last) {
        m->open = false;
        m->done = true;
    }
}

void tn_core_monitor_memory(unsigned id, const uint8_t beats[][TN_CORE_BEAT],
                            const uint64_t note[TN_CORE_NOTES])
{
    static const uint64_t nothing[TN_CORE_NOTES];
    tn_require(id < TN_CORE_STREAMS);
    for (; memory_n <= id; memory_n++)
        memories[memory_n].note = nothing;
    memories[id] = (struct memory){note, beats, note[TN_CORE_NOTE_CYCLE]};
}

/* Takes the new beats of a memory. A packet that lies in it as a whole stays there, since the
 * memory does not change before the next rising edge. */
TN_CORE_HOT static void collect(unsigned id)
{
    enum { HOLES = 255 };
    static const uint8_t kept[] = {0,     4,     HOLES, 8,     HOLES, HOLES, HOLES, 12,
                                   HOLES, HOLES, HOLES, HOLES, HOLES, HOLES, HOLES, 16};
    struct memory *from = &memories[id];
    struct monitor *m = &monitors[id];
    uint64_t end = from->note[TN_CORE_NOTE_END];
    if (from->note[TN_CORE_NOTE_CYCLE] == from->taken)
        return; /* the checker has told of a broken rule */
    uint32_t at = end & 63, keep = end >> 6 & 15, last = end >> 10 & 1, port = end >> 11 & 15,
             ok = end >> 15 & 7;
    from->taken = from->note[TN_CORE_NOTE_CYCLE];
    if (m->open || !last || kept[keep] == HOLES) {
        tn_core_monitor_beats(id, from->note[TN_CORE_NOTE_START], from->taken, from->beats, at + 1,
                              keep, last, port, ok);
        return;
    }
    m->first = from->note[TN_CORE_NOTE_START];
    m->last = from->taken;
    m->port = port;
    m->ok_before = ok;
    m->taken = m->taken_last = true;
    m->taken_keep = (uint8_t)keep;
    m->len = at * TN_CORE_BEAT + kept[keep];
    m->packet = from->beats[0];
    m->done = true;
}

static struct tn_stream_beat beat_of(const struct tn_core_held *h, unsigned which)
{
    uint32_t rest = h->rest[which];
    struct tn_stream_beat b = {.valid = h->what >> (which ? 2 : 1) & 1,
                               .last = rest >> 4 & 1,
                               .keep = rest >> 5 & 15,
                               .port = rest & 15};
    memcpy(b.data, h->data[which], sizeof b.data); /* byte 0 is bits 7:0, since the host is little-endian */
    return b;
}

void tn_core_monitor_held(unsigned id, uint64_t cycle, const struct tn_core_held *h)
{
    struct monitor *m = &monitors[id];
    if (m->held_n == HELD_MAX)
        return; /* the same cycle comes at most twice, since C has its turn at the cycle's falling edge */
    m->held[m->held_n++] = (struct tn_stream_seen){
        .cycle = cycle, .was = beat_of(h, 0), .now = beat_of(h, 1), .unknown = h->what & 1};
    due |= (uint64_t)1 << id;
}

void tn_core_reject(uint64_t cycle, uint32_t dir, uint32_t cause, uint32_t port)
{
    unsigned at;
    tn_require(reject_count < sizeof rejects / sizeof *rejects);
    /* Rejects go in the order of cycle, direction and port, whichever the simulator saw first. */
    for (at = reject_count++; at > 0; at--) {
        const struct rejected *r = &rejects[at - 1];
        if (r->cycle < cycle || (r->cycle == cycle && (r->dir << 8 | r->port) <= (dir << 8 | port)))
            break;
        rejects[at] = *r;
    }
    rejects[at] = (struct rejected){cycle, dir, cause, port};
}

void tn_monitor_broken(const char *rule, unsigned point, const char *expected, const char *found,
                       uint64_t cycle)
{
    struct tn_verdict v = {
        .kind = TN_VERDICT_FAIL, .rule = rule, .packet = packets, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s: %s", monitors[point].name, found);
    tn_monitor_verdict(&v);
}

void tn_monitor_verdict(const struct tn_verdict *v)
{
    for (unsigned i = 0; i < verdict_n; i++)
        verdict_subs[i].fn(verdict_subs[i].ctx, v);
}

/* Gives the checker the beats that were offered since the last delivery. */
static void judge_offers(struct monitor *m)
{
    if (!m->checker)
        return;
    for (unsigned i = 0; i < m->held_n; i++)
        if (i == 0 || !(m->held[i].unknown && m->held[i - 1].unknown)) /* one verdict a cycle */
            judge->seen(m->checker, &m->held[i]);
    m->held_n = 0;
    if (m->taken)
        judge->seen(
            m->checker, &(struct tn_stream_seen){
                            .cycle = m->last,
                            .ready = true,
                            .now = {.valid = true, .last = m->taken_last, .keep = m->taken_keep}});
    m->taken = false;
}

/* Hands an event to all that follow the run, and to subscribers. */
TN_CORE_HOT static void publish(const struct tn_event *ev)
{
    tn_show(&tn_show_packet, monitors[ev->point].name, ev);
    for (unsigned i = 0; i < packet_n; i++)
        packet_subs[i].fn(packet_subs[i].ctx, ev);
}

uint64_t tn_monitor_packets(void)
{
    return packets;
}

void tn_monitor_publish(struct tn_event *ev)
{
    ev->packet = ++packets;
    publish(ev);
}

TN_CORE_HOT static void deliver_packet(unsigned id, struct monitor *m)
{
    struct tn_event ev = {
        .packet = ++packets,
        .cycle = m->first,
        .time_ns = m->first * 4,
        .span = (uint32_t)(m->last - m->first),
        .point = (uint16_t)id,
        .dir = m->dir,
        .port = (uint8_t)m->port,
        .fabric = carried,
        .unit = TN_UNIT_PACKET,
        .orig_len = m->len,
        .len = m->len,
        .bytes = m->packet,
    };
    if (m->flags_n) {
        ev.flags = m->flags[m->flags_head];
        m->flags_head = (m->flags_head + 1) % FLAGS_MAX;
        m->flags_n--;
    }
    m->done = false;
    if (m->checker)
        judge->packet(m->checker, &ev, m->ok_before);
    publish(&ev);
}

/* Returns the set of streams with events, found without a branch for each memory. */
static inline uint64_t waiting(void)
{
    uint64_t now = due;
    for (unsigned id = 0; id < memory_n; id++)
        now |= (uint64_t)(memories[id].note[TN_CORE_NOTE_CYCLE] != memories[id].taken) << id;
    return now;
}

TN_CORE_HOT void tn_monitor_deliver(void)
{
    for (uint64_t now = waiting(); now; now &= now - 1) {
        unsigned id = (unsigned)__builtin_ctzll(now);
        if (memories[id].beats)
            collect(id);
        judge_offers(&monitors[id]);
        if (monitors[id].done)
            deliver_packet(id, &monitors[id]);
    }
    due = 0;
}

void tn_reject_deliver(void)
{
    for (unsigned r = 0; r < reject_count; r++) {
        tn_show(&tn_show_reject, NULL, &rejects[r].cause);
        for (unsigned i = 0; i < reject_n; i++)
            reject_subs[i].fn(reject_subs[i].ctx, rejects[r].cycle, rejects[r].dir,
                              rejects[r].cause, rejects[r].port);
    }
    reject_count = 0;
}

void tn_monitor_reset(void)
{
    for (unsigned id = 0; id < monitor_n; id++) {
        monitors[id].open = monitors[id].done = false;
        monitors[id].taken = false;
        monitors[id].held_n = 0;
        monitors[id].flags_n = 0;
    }
    due = 0;
    reject_count = 0;
}
