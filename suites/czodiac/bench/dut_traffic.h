/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The traffic that both drivers of the DUT bench play: a capture's TLPs, each side's
 * in its order, and the register writes that let them through.
 */
#ifndef TN_BENCH_DUT_TRAFFIC_H
#define TN_BENCH_DUT_TRAFFIC_H

#include <tn/czodiac/cz_stimulus.h>

enum {
    BENCH_USR,
    BENCH_DEV,
    BENCH_SIDES,
    BENCH_PACKETS = 8192,
    BENCH_BYTES = 1 << 20, /* of a side's packets */
    BENCH_REGISTERS = 64 /* writes of registers before it */
};

struct bench_packet {
    enum tn_tlp_class cls;
    unsigned port;
    uint64_t at; /* cycle since the round began */
    size_t len;
    const uint8_t *bytes;
};

/* As close together as in the memories of dut_floor_player.v: the caches count. */
struct bench_traffic {
    struct {
        struct bench_packet packet[BENCH_PACKETS];
        size_t n;
        uint8_t bytes[BENCH_BYTES];
        size_t used;
    } side[BENCH_SIDES];
    uint64_t span; /* cycles until it can begin again */
    struct {
        uint32_t addr, value;
    } reg[BENCH_REGISTERS];
    unsigned reg_n;
};

/* Reads capture into t. paced: each TLP at the cycle that `tenter replay --timing fast`
 * gives it; otherwise all of them at once, both ways. False, with a message, when it is unusable or
 * too long. */
bool bench_traffic_load(const char *capture, bool paced, struct bench_traffic *t);

#endif
