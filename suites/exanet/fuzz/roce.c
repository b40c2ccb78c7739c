/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * RoCEv2 packets as ExaNet traffic. Input: packets, each 2 bytes by how much it was snapped
 * short, 2 bytes length, and the IPv4 packet. Whatever they say, what is written keeps
 * every rule of a packet by itself.
 */
#include "../../fuzz/fuzz.h"

#include "../../../harness/exanet/face/roce_exa.h"

#include <tn/rules.h>

#include <unistd.h>

enum { PACKETS_MAX = 64, UDP = 8, BTH = 12 };

static char path[64];

static void remove_output(void)
{
    *strrchr(path, '/') = 0;
    rmdir(path);
}

static void open_place(void)
{
    snprintf(path, sizeof path, "%s/fuzz-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    FUZZ_REQUIRE(mkdtemp(path));
    strcat(path, "/out.pcap");
    atexit(remove_output);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (v->kind == TN_VERDICT_FAIL)
        dprintf(2, "%s at packet %llu: %s\n", v->rule, (unsigned long long)v->packet, v->found);
    FUZZ_REQUIRE(v->kind != TN_VERDICT_FAIL);
}

static uint64_t judge(void)
{
    char err[512];
    struct tn_event ev;
    struct tn_check_params par;
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    struct tn_checker *c;
    uint64_t packets = 0;
    int rc;
    tn_check_defaults(&par);
    c = tn_checker_new(&par, "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-BND-*,EXA-LANE-*,EXA-RSV-*,"
                             "EXA-TID-*,EXA-ERR-*,EXA-DST-*,EXA-SEQ-*,EXA-DUP-1,EXA-ACK-2,EXA-ACK-3,EXA-ACK-5,"
                             "EXA-ACK-8,EXA-ACK-9,EXA-NTF-*,EXF-*", NULL, on_verdict, NULL);
    FUZZ_REQUIRE(r && c);
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1) {
        tn_checker_event(c, &ev, 0);
        packets += ev.unit == TN_UNIT_PACKET;
    }
    FUZZ_REQUIRE(rc == 0);
    tn_checker_free(c);
    tn_reader_close(r);
    return packets;
}

/* What a reader hands over: an IPv4 head, UDP and BTH are there. */
static int readable(const struct tn_event *ev)
{
    size_t ihl = ev->len ? 4u * (ev->bytes[0] & 15u) : 0;
    return ihl >= 20 && ev->len >= ihl + UDP + BTH;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    char err[512];
    struct tn_event ev = {.fabric = TN_FABRIC_ROCEV2, .unit = TN_UNIT_PACKET};
    struct tn_writer *w;
    struct tn_roce_exa *x;
    uint64_t written;
    if (!path[0])
        open_place();
    w = tn_writer_open(path, "tool=fuzz\n", 1, err, sizeof err);
    x = tn_roce_exa_new(w);
    FUZZ_REQUIRE(w && x);
    for (int i = 0; in.left && i < PACKETS_MAX; i++) {
        uint32_t snapped = (uint32_t)fuzz_take(&in, 2);
        size_t len;
        uint8_t *bytes = fuzz_block(&in, (size_t)fuzz_take(&in, 2), &len);
        ev.bytes = bytes;
        ev.len = (uint32_t)len;
        ev.orig_len = ev.len + snapped;
        ev.time_ns += 100;
        if (readable(&ev))
            FUZZ_REQUIRE(tn_roce_exa_packet(x, &ev) == 0);
        free(bytes);
    }
    written = tn_roce_exa_written(x);
    tn_roce_exa_free(x);
    FUZZ_REQUIRE(tn_writer_close(w) == 0);
    FUZZ_REQUIRE(judge() == written);
    unlink(path);
    return 0;
}
