/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Write-combining buffers that lose fragments, through the torus: what arrives at the other node,
 * what the window reports, that all else goes on, and how software ends the message (tnw_pi.md 4,
 * tnw_torus.md 3, 4).
 */
#include "host.h"

enum {
    R_REORDER = 0x10, /* registers (tnw_pi.md 6) */
    R_INCOMPLETE = 0x8c,
    PUT_NEXT = 0x6000, /* of (0,0) */
    PUT_STATUS = 0x6004,
    PUT_ERR_ADDR = 0x6008,
    PUT_DONE = 0x600c,
};

/* Fragments of node 0's messages that its write-combining buffers lose: of the item, of the message
 * on link l, so many from first on. */
static const struct loss {
    unsigned item, first, n;
} losses[] = {{3, 5, 1}, {7, 7, 1}, {0, 4, 4}};
enum { LOSSES = sizeof losses / sizeof *losses, FRAGMENT = 16, BAR2_LAST = 20 };

static struct {
    bool on;
    uint64_t said[LOSSES]; /* cycle */
    uint64_t lost;         /* fragments */
    uint64_t begin;
} pput;

static uint64_t window_of(unsigned link)
{
    const unsigned log2 = BAR2_LAST + (unsigned)tn_sim_param("LAST_EN");
    return (uint64_t)link << (log2 + 3) | (uint64_t)VC << log2;
}

/* Does that fragment never leave? */
static bool is_lost(uint64_t addr)
{
    for (unsigned l = 0; l < LOSSES; l++) {
        const uint64_t at = window_of(l) + 128 * losses[l].item + FRAGMENT * losses[l].first;
        const uint64_t last = tn_sim_param("LAST_EN") ? 1ull << BAR2_LAST : 0;
        if (pput.on && (addr & ~last) >= at && (addr & ~last) < at + FRAGMENT * losses[l].n)
            return true;
    }
    return false;
}

/* Between write-combining buffers and node 0. */
static int lossy_write(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    const uint8_t *p = data;
    int r = 0;
    if (bar != 2)
        return tn_tnw_bench_io.write(ctx, bar, addr, data, len);
    for (size_t from = 0, b = 0; !r && b <= len; b += FRAGMENT) {
        const bool lost = b < len && is_lost(addr + b);
        pput.lost += lost;
        if (b < len && !lost)
            continue;
        if (b > from)
            r = tn_tnw_bench_io.write(ctx, bar, addr + from, p + from, b - from);
        from = b + FRAGMENT;
    }
    return r;
}

static int sent_in_part(void)
{
    struct tnw *t = &torus.t[0];
    pput.on = true;
    pput.begin = tn_sim_cycle();
    for (int l = 0; l < LOSSES; l++) {
        EXPECT(tnwSend(t, l, VC, data_of((unsigned)l), LEN, 0) == 0);
        EXPECT(turn(0) == 0);
    }
    pput.on = false;
    for (unsigned open = LOSSES; open;) {
        for (unsigned l = 0; l < LOSSES; l++) {
            const int r = pput.said[l] ? -EAGAIN : tnwSent(t, (int)l, VC);
            if (r == -EAGAIN)
                continue;
            EXPECT(r == -EIO);
            pput.said[l] = tn_sim_cycle();
            open--;
        }
        EXPECT(turn(0) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    EXPECT(tn_tnw_bench_pass(&torus.b, 60) == 0);
    EXPECT(reads(0, R_INCOMPLETE) == LOSSES && pput.lost == 6);
    for (unsigned l = 0; l < LOSSES; l++) {
        const unsigned win = PER_PAIR * l + PER_VC * VC;
        const uint32_t next = (uint32_t)(window_of(l) + 128 * losses[l].item);
        EXPECT(reads(0, PUT_STATUS + win) == (1 | 3 << 1));
        EXPECT(reads(0, PUT_ERR_ADDR + win) == next);
        EXPECT(reads(0, PUT_DONE + win) == losses[l].item);
        EXPECT(came_in_part(l, 128 * losses[l].item) == 0);
        EXPECT(turn(0) == 0);
        EXPECT(tnwSend(t, (int)l, VC, data_of(l), LEN, 0) == -EIO); /* nothing is written */
    }
    return 0;
}

/* The error is cleared, the rest sent. */
static int sent_again(void)
{
    for (unsigned l = 0; l < LOSSES; l++) {
        const unsigned from = 128 * losses[l].item, win = PER_PAIR * l + PER_VC * VC;
        const uint8_t next[4] = {(uint8_t)losses[l].item};
        EXPECT(tn_tnw_lib_judge_io.write(&torus.judge[0], 0, PUT_NEXT + win, next, 4) == 0);
        EXPECT(tnwSend(&torus.t[0], (int)l, VC, data_of(l) + from, LEN - from, from) == 0);
        EXPECT(turn(0) == 0);
    }
    for (unsigned l = LOSSES; l < LINKS; l++) { /* the others' credits */
        EXPECT(tnwSend(&torus.t[0], (int)l, VC, data_of(l), LEN, 0) == 0);
        EXPECT(turn(0) == 0);
    }
    return 0;
}

static int putting(void *arg, unsigned node)
{
    (void)arg;
    EXPECT(torus_open(node) == 0);
    EXPECT(credits(node) == 0);
    if (node == 0) {
        int r = put(0, R_REORDER, TMO);
        while (!r && parts.given < LINKS)
            r = tn_tnw_spmd_yield();
        r = r ? r : sent_in_part();
        r = r ? r : sent_again();
        if (r)
            return r;
    }
    while (parts.open || !flows_are_over()) {
        EXPECT(turn(node) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

static void write_combining_fragments_missing(void **state)
{
    struct tnw_io lossy = tn_tnw_bench_io;
    (void)state;
    memset(&parts, 0, sizeof parts);
    memset(&pput, 0, sizeof pput);
    torus_needs_room();
    torus_start(0, true);
    lossy.write = lossy_write;
    torus.wc[0].below = &lossy;
    ledger_start();
    streams();
    torus_run(putting, NULL, 5000);
    all_ended("the item's address, nothing of it at the other node, and the rest behind it");
    for (unsigned l = 0; l < LOSSES; l++)
        print_message("fragment of item %u missing: said %lld cycles behind the first write, the "
                      "message whole in %lld\n",
                      losses[l].item, (long long)(pput.said[l] - pput.begin),
                      (long long)(parts.whole[l] - pput.begin));
    streams_went_on();
    ledger_end();
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(write_combining_fragments_missing),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
