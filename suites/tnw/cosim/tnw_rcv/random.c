/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side under random packets, credits, stalls and flushes: the judge sees every
 * cycle, and without flushes memory and notifications are held against what was offered. TN_PACKETS
 * packets.
 */
#include "rcv.h"

enum {
    CHANNELS = 7,
    QUEUE = 64,
    PACKETS_MAX = 6, /* of a credit */
    REGION = 0x1000,
    SILENT = 46, /* no packets: its credits stay */
};
static const uint8_t busy[CHANNELS] = {0, 3, 8, 9, 22, 30, 47};

/* What a channel was given and offered, oldest first. */
static struct channel {
    struct {
        uint64_t base, notify;
        uint32_t packets, tag;
    } credit[QUEUE];
    struct {
        uint32_t offset;
        bool last;
        uint64_t what;
    } packet[QUEUE];
    unsigned given, ended, offered, used; /* counts */
    uint64_t free_at[QUEUE];              /* of ended credits */
    unsigned freed;
    bool behind; /* the message of the credit that ended last goes on */
} channel[TN_TNW_RCV_IDS];
static unsigned looked, regions;
static bool flushes;

static void start_channels(bool with_flushes)
{
    memset(channel, 0, sizeof channel);
    looked = regions = 0;
    flushes = with_flushes;
}

/* A credit of a region that nobody else has. */
static void give(unsigned id)
{
    struct channel *c = &channel[id];
    const unsigned k = c->given++ % QUEUE;
    c->credit[k].base = 0x700000000 + (uint64_t)regions++ * REGION;
    c->credit[k].notify = 0x10000 + 16 * tn_rng_below(&rcv.rng, 4096);
    c->credit[k].packets = 1 + (uint32_t)tn_rng_below(&rcv.rng, PACKETS_MAX);
    c->credit[k].tag = (uint32_t)tn_rng_next(&rcv.rng);
    rcv_give(id, c->credit[k].base, c->credit[k].packets * TNW_PAYLOAD, c->credit[k].notify,
             c->credit[k].tag);
}

static void offer(unsigned id)
{
    struct channel *c = &channel[id];
    const unsigned k = c->offered % QUEUE;
    if (c->offered - c->used == QUEUE / 2 || tn_tnw_links_waiting(rcv.links, id) > 8 ||
        tn_tnw_links_is_down(rcv.links, id / TNW_VCS))
        return;
    c->packet[k].offset = (uint32_t)tn_rng_below(&rcv.rng, PACKETS_MAX * 8) &
                          (rcv.last_en ? ~(uint32_t)TNW_LAST : ~0u);
    c->packet[k].last = rcv.last_en && tn_rng_below(&rcv.rng, 3) == 0;
    c->packet[k].what = tn_rng_next(&rcv.rng);
    rcv_offer(id, c->packet[k].offset + c->packet[k].last, c->packet[k].what);
    c->offered++;
}

/* Returns the place of the next packet that was taken. */
static unsigned next_used(struct channel *c)
{
    assert_true(c->used < c->offered);
    return c->used++ % QUEUE;
}

/* The credit ended: its region and its notification say what its packets, in order, leave. */
static void check_credit(unsigned id, unsigned note)
{
    struct channel *c = &channel[id];
    uint8_t want[PACKETS_MAX * TNW_PAYLOAD] = {0}, got[sizeof want];
    assert_true(c->ended < c->given);
    const unsigned k = c->ended++ % QUEUE;
    const uint32_t length = c->credit[k].packets * TNW_PAYLOAD;
    uint32_t bytes = 0, cause = 0, left = c->credit[k].packets;
    bool last = false;
    while (c->behind)
        c->behind = !c->packet[next_used(c)].last;
    for (; left && !last; left--) {
        const unsigned p = next_used(c);
        last = c->packet[p].last;
        if (c->packet[p].offset * 16 + TNW_PAYLOAD > length) {
            cause = TNW_C_FIT;
            continue;
        }
        rcv_fill(want + c->packet[p].offset * 16, c->packet[p].what);
        bytes += TNW_PAYLOAD;
    }
    c->behind = rcv.last_en && !last;
    cause |= c->behind ? TNW_C_LONG : left ? TNW_C_SHORT : 0;
    rcv_noted(note, c->credit[k].notify, id, bytes, cause, c->credit[k].tag);
    tn_memory_peek(tn_tnw_links_memory(rcv.links), c->credit[k].base, got, length);
    assert_memory_equal(got, want, length);
}

static void look_at_notes(void)
{
    for (; looked < tn_tnw_links_notes(rcv.links); looked++) {
        const struct tn_tnw_rcv_note *n = tn_tnw_links_note(rcv.links, looked);
        const unsigned id = n->note.link * 8u + n->note.vc;
        assert_true(id < TN_TNW_RCV_IDS);
        channel[id].free_at[channel[id].freed++ % QUEUE] = n->cycle + RCV_FREE;
        if (!flushes)
            check_credit(id, looked);
    }
}

/* Places that are taken, or may still be. */
static unsigned taken_places(const struct channel *c)
{
    unsigned n = c->given - c->freed;
    for (unsigned k = 0; k < c->freed && k < QUEUE; k++)
        n += c->free_at[(c->freed - 1 - k) % QUEUE] > tn_sim_cycle();
    return n;
}

static void wrong_credit(unsigned id)
{
    const unsigned kind = (unsigned)tn_rng_below(&rcv.rng, 4);
    rcv_give(id, kind ? 0x1000 : 0x1008,
             kind == 1   ? 0
             : kind == 2 ? 200
                         : 128,
             kind == 3 ? 0x24 : 0x20, 9);
}

static void software(void)
{
    const unsigned id = busy[tn_rng_below(&rcv.rng, CHANNELS)];
    const unsigned what = (unsigned)tn_rng_below(&rcv.rng, 16);
    if (tn_tnw_links_accesses(rcv.links) > 12)
        return;
    if (what == 0)
        tn_tnw_links_look(rcv.links,
                          (uint16_t)(TN_TNW_RCV_COUNTERS + 4 * tn_rng_below(&rcv.rng, 10)));
    else if (what < 4)
        tn_tnw_links_look(rcv.links, tn_tnw_rcv_addr(id, (unsigned)tn_rng_below(&rcv.rng, 9) * 4));
    else if (what == 4)
        wrong_credit(id);
    else if (what == 5)
        rcv_give(SILENT, 0x1000, 128, 0x20, 1);
    else if (!tn_tnw_links_is_down(rcv.links, id / TNW_VCS) &&
             taken_places(&channel[id]) < rcv.places)
        give(id);
}

/* By turns as much as there can be, and packets one by one. */
static void traffic(unsigned packets)
{
    uint64_t limit = 40ull * packets + 2000;
    for (uint64_t n = 0; tn_tnw_links_takes(rcv.links) < packets && n < limit && !rcv.verdicts;
         n++) {
        const unsigned rare = n / 700 % 2 ? 40 : 4;
        for (unsigned i = 0; i < 2; i++)
            if (tn_rng_below(&rcv.rng, rare) == 0)
                offer(busy[tn_rng_below(&rcv.rng, CHANNELS)]);
        if (tn_rng_below(&rcv.rng, rare) == 0)
            software();
        if (n % 300 == 0)
            tn_tnw_links_ready(rcv.links, n % 900 ? 16 : 2 + (unsigned)tn_rng_below(&rcv.rng, 14));
        tn_sim_step(1);
        look_at_notes();
    }
    assert_int_equal(rcv.verdicts, 0);
    assert_true(tn_tnw_links_takes(rcv.links) >= packets);
}

static void finish(void)
{
    tn_tnw_links_ready(rcv.links, 16);
    tn_sim_step(600);
    look_at_notes();
    for (unsigned i = 0; i < CHANNELS; i++) {
        rcv_window(busy[i], TN_TNW_RCV_CREDITS);
        rcv_window(busy[i], TN_TNW_RCV_PROGRESS);
    }
    rcv_clean();
    printf("digest %016llx: %llu packets, %u notifications, %llu cycles\n",
           (unsigned long long)rcv.digest, (unsigned long long)tn_tnw_links_takes(rcv.links),
           tn_tnw_links_notes(rcv.links), (unsigned long long)tn_sim_cycle());
}

static void what_was_offered_is_in_memory_and_notified(void **state)
{
    (void)state;
    start_channels(false);
    traffic(rcv_packets());
    finish();
}

static void forget_link(unsigned l)
{
    for (unsigned id = l * TNW_VCS; id < (l + 1) * TNW_VCS; id++) {
        channel[id].behind = false;
        channel[id].given = channel[id].freed = channel[id].offered = channel[id].used = 0;
    }
}

static void flushes_in_any_moment(void **state)
{
    const unsigned times = rcv_packets() / 30;
    (void)state;
    start_channels(true);
    for (unsigned n = 1; n <= times; n++) {
        traffic(15 * n);
        for (uint64_t k = tn_rng_below(&rcv.rng, 30); k > 0; k--)
            tn_sim_step(1);
        const unsigned l = busy[tn_rng_below(&rcv.rng, CHANNELS)] / TNW_VCS;
        tn_sim_step(tn_tnw_links_accesses(rcv.links)); /* no half credit of before it */
        tn_tnw_links_flush(rcv.links, l);
        tn_tnw_links_ready(rcv.links, 8 * (unsigned)tn_rng_below(&rcv.rng, 3));
        tn_sim_step(40);
        tn_tnw_links_ready(rcv.links, 16);
        tn_sim_step(100); /* what it had taken is written */
        look_at_notes();
        forget_link(l);
    }
    finish();
}

static void resets_in_any_moment(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 5; n++) {
        start_channels(true);
        looked = tn_tnw_links_notes(rcv.links);
        traffic((unsigned)tn_tnw_links_takes(rcv.links) + 20 +
                (unsigned)tn_rng_below(&rcv.rng, 20));
        tn_sim_reset(1 + (unsigned)tn_rng_below(&rcv.rng, 3));
    }
    rcv_clean();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_offered_is_in_memory_and_notified, rcv_start,
                                        rcv_stop),
        cmocka_unit_test_setup_teardown(flushes_in_any_moment, rcv_start, rcv_stop),
        cmocka_unit_test_setup_teardown(resets_in_any_moment, rcv_start, rcv_stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
