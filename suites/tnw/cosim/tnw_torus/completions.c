/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A host that answers reads late, with errors or never, through the torus: what arrives at the
 * other node, what registers and notifications report, that all else goes on, and how software of
 * both sides ends the message (tnw_pi.md 5, tnw_torus.md 3). All faults are node 0's, one on each
 * of its links at once.
 */
#include "host.h"

enum {
    HIT_AT = 768, /* the completion that the fault meets */
    LATE = 300,   /* behind CPL_TMO */
    SLOW = 200,   /* before it */
    R_CPL = 0x14, /* registers (tnw_pi.md 6) */
    R_FAILED = 0xac,
    R_UNEXPECTED = 0xb0,
    R_LOST_TAGS = 0xbc,
    GET_STATUS = 0x801c, /* of link 0 */
    GET_FREE_TAGS = 0x8020,
};

/* What is done to the completion at HIT_AT, and what is said of it (tnw_pi.md section 5). */
static const struct strike {
    const char *name;
    unsigned bytes, cause, lost; /* handed on; of the notification; slots that stay LOST */
} strikes[6] = {
    {"refused", HIT_AT, 2, 0}, {"poisoned", HIT_AT, 4, 0},   {"missing", HIT_AT, 8, 1},
    {"late", HIT_AT, 8, 0},    {"slow, in time", LEN, 0, 0}, {"wrong Byte Count", HIT_AT, 16, 1},
};
enum { REFUSED, POISONED, MISSING, LATER, IN_TIME, COUNT, STRIKES };

static struct {
    bool on, held[STRIKES];
    uint64_t hit[STRIKES], said[STRIKES]; /* cycles */
    uint32_t h[STRIKES];
} gets;

static uint64_t source_of(unsigned link)
{
    return base_of(0) + 2 * AT + 0x1000 * (uint64_t)link;
}

static int completes(void *ctx, unsigned node, uint64_t addr, struct tn_tlp *cpl)
{
    unsigned l = 0;
    (void)ctx;
    while (l < STRIKES && addr != source_of(l) + HIT_AT)
        l++;
    if (node || l == STRIKES || !gets.on || (gets.hit[l] && !gets.held[l]))
        return 0;
    if (gets.held[l]) {
        gets.held[l] = false;
        return 0;
    }
    gets.hit[l] = tn_sim_cycle();
    switch (l) {
    case REFUSED:
        tn_tlp_set_kind(cpl, TN_TLP_CPL, 0);
        cpl->status = TN_CPL_UR;
        cpl->length_dw = 1024; /* 0 on the wire */
        return 0;
    case POISONED:
        cpl->ep = 1;
        return 0;
    case MISSING:
        return -1;
    case COUNT:
        cpl->byte_count = (uint16_t)(cpl->byte_count + 64);
        return 0;
    default:
        gets.held[l] = true;
        return l == LATER ? TMO + LATE : SLOW;
    }
}

/* Node 0: each descriptor ends as the page says. */
static int descriptors_end(void)
{
    struct tnw *t = &torus.t[0];
    unsigned open = STRIKES;
    for (int l = 0; l < STRIKES; l++) {
        EXPECT(tn_memory_poke(torus.b.node[0].memory, source_of((unsigned)l), data_of((unsigned)l),
                              LEN) == 0);
        EXPECT(tnwGet(t, l, VC, source_of((unsigned)l), LEN, 0, &gets.h[l]) == 0);
    }
    while (open) {
        for (unsigned l = 0; l < STRIKES; l++) {
            struct tnw_done d = {0};
            const int r = gets.said[l] ? -EAGAIN : tnwTest(t, gets.h[l], &d);
            if (!gets.said[l])
                tn_tnw_lib_judge_tested(&torus.judge[0], gets.h[l], r, &d);
            if (r == -EAGAIN)
                continue;
            EXPECT(r == (strikes[l].cause ? -EIO : 0) && d.cause == strikes[l].cause);
            EXPECT(d.bytes == strikes[l].bytes);
            gets.said[l] = tn_sim_cycle();
            open--;
        }
        EXPECT(turn(0) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

/* What the registers say when the late one has come, too; and the other side. */
static int reported(void)
{
    while (tn_sim_cycle() < gets.hit[LATER] + TMO + LATE + 100) {
        EXPECT(turn(0) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    EXPECT(reads(0, R_FAILED) == 5);
    EXPECT(reads(0, R_LOST_TAGS) == 3);
    EXPECT(reads(0, R_UNEXPECTED) == 1);
    for (unsigned l = 0; l < STRIKES; l++) {
        EXPECT((reads(0, GET_STATUS + 0x100 * l) >> 16 & 0xff) == strikes[l].lost);
        EXPECT(came_in_part(l, strikes[l].bytes) == 0);
    }
    return 0;
}

/* Software of both sides: the rest is sent for the credit that is open. */
static int the_rest(void)
{
    for (unsigned l = 0; l < STRIKES; l++) {
        const unsigned from = strikes[l].bytes;
        if (strikes[l].lost)
            EXPECT(put(0, GET_FREE_TAGS + 0x100 * l, 0) == 0);
        if (from < LEN)
            EXPECT(tnwGet(&torus.t[0], (int)l, VC, source_of(l) + from, LEN - from, from,
                          &gets.h[l]) == 0);
    }
    while (parts.open) {
        EXPECT(turn(0) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    for (unsigned l = 0; l < STRIKES; l++) {
        struct tnw_done d = {0};
        EXPECT(strikes[l].bytes == LEN || torus_wait(0, gets.h[l], &d) == 0);
        EXPECT((reads(0, GET_STATUS + 0x100 * l) >> 16 & 0xff) == 0);
    }
    return 0;
}

static int getting(void *arg, unsigned node)
{
    (void)arg;
    EXPECT(torus_open(node) == 0);
    EXPECT(credits(node) == 0);
    if (node == 0) {
        int r = put(0, R_CPL, TMO);
        while (!r && parts.given < LINKS)
            r = tn_tnw_spmd_yield();
        gets.on = true;
        r = r ? r : descriptors_end();
        r = r ? r : reported();
        gets.on = false;
        r = r ? r : the_rest();
        if (r)
            return r;
    }
    while (parts.open || !flows_are_over()) {
        EXPECT(turn(node) == 0);
        EXPECT(tn_tnw_spmd_yield() == 0);
    }
    return 0;
}

static void completions_late_poisoned_missing(void **state)
{
    (void)state;
    memset(&gets, 0, sizeof gets);
    memset(&parts, 0, sizeof parts);
    torus_needs_room();
    torus_start(0, false);
    torus.b.completes = completes;
    ledger_start();
    streams();
    torus_run(getting, NULL, 5000);
    all_ended("each descriptor's cause and bytes, and the rest behind it");
    for (unsigned l = 0; l < STRIKES; l++)
        print_message("completion %s: said in %lld cycles, the message whole in %lld\n",
                      strikes[l].name, (long long)(gets.said[l] - gets.hit[l]),
                      (long long)(parts.whole[l] - gets.hit[l]));
    streams_went_on();
    ledger_end();
    torus_end();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_late_poisoned_missing),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
