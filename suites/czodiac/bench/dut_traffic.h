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
    BENCH_BYTES = 1 << 20, /* room for the packets of one side */
    BENCH_REGISTERS = 64 /* register writes before the traffic */
};

struct bench_packet {
    enum tn_tlp_class cls;
    unsigned port;
    uint64_t at; /* the cycle of the packet, counted from the round's begin */
    size_t len;
    const uint8_t *bytes;
};

/* The packets of a round and the register writes before it, as close together in memory as in the
 * memories of dut_floor_player.v, since caches count in the figure. */
struct bench_traffic {
    struct {
        struct bench_packet packet[BENCH_PACKETS];
        size_t n;
        uint8_t bytes[BENCH_BYTES];
        size_t used;
    } side[BENCH_SIDES];
    uint64_t span; /* cycles until the next round may begin */
    struct {
        uint32_t addr, value;
    } reg[BENCH_REGISTERS];
    unsigned reg_n;
};

/* Reads a capture into t. With paced each TLP has the cycle that `tenter replay --timing fast`
 * gives it; without, all TLPs of both ways have cycle 0. Returns false, with a message, when the
 * capture is unusable or too long. */
bool bench_traffic_load(const char *capture, bool paced, struct bench_traffic *t);

#endif
