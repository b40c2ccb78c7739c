/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Plays a capture's TLPs through the remapper, beside its model.
 *
 *   replay CAPTURE [CYCLE BIT REGISTER]
 *
 * The capture shows a device under its OWNER. Here it is a function of a USER on
 * port 2: the host's requests and completions are given the USER's Requester
 * ID and BAR, and must come out as the capture has them. With CYCLE, BIT and
 * REGISTER one bit of the DUT's state is flipped at that cycle.
 */
#include <tn/bfm.h>
#include <tn/capture.h>
#include <tn/cz_board.h>
#include <tn/sim.h>
#include <tn/state.h>
#include <tn/trace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USER_PORT = 2, USER_ID = 0x0300, BAR_LOG2 = 16, SHOWN = 3 };
#define USER_BAR 0xd0000000u

static struct tn_cz_remap *model;
static struct tn_cz_board *board;
static unsigned long verdicts, in[2], out[2];
static uint16_t device;
static uint64_t bar;
static bool device_known, bar_known;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    if (verdicts++ < SHOWN)
        printf("%s broken at cycle %llu, packet %llu: expected %s; found %s\n", v->rule,
               (unsigned long long)v->cycle, (unsigned long long)v->packet, v->expected, v->found);
}

static void on_packet(void *ctx, const struct tn_event *ev)
{
    const char *at = tn_monitor_point(ev->point);
    unsigned long before = verdicts;
    (void)ctx;
    (*(at[0] == 's' ? in : out)) += at[2] == 'u';
    (at[0] == 's' ? in : out)[1] += at[2] == 'd';
    tn_cz_board_event(board, at, ev);
    if (verdicts != before)
        tn_sim_trace_note("scoreboard: difference");
}

static void on_reject(void *ctx, uint64_t cycle, unsigned dir, unsigned cause, unsigned port)
{
    (void)ctx;
    tn_cz_board_reject(board, cycle, dir, cause, port);
}

static void both_write(uint32_t addr, uint32_t value)
{
    tn_reg_write(addr, value);
    tn_cz_remap_write(model, addr, value);
}

static void program_entry(void)
{
    both_write(0x020, USER_PORT << 16 | USER_ID);
    both_write(0x024, device);
    both_write(0x040, USER_BAR);
    both_write(0x048, (uint32_t)bar);
    both_write(0x04c, (uint32_t)(bar >> 32));
    both_write(0x050, 0x80000000u | BAR_LOG2);
    both_write(0x010, 0);
}

/* Who the device is: the first requester of a read that is not 00:00.0; and its
 * BAR: where the host's first request goes. */
static int learn(const char *path)
{
    char err[256];
    struct tn_event ev;
    struct tn_tlp t;
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    int rc;
    if (!r) {
        fprintf(stderr, "replay: %s\n", err);
        return 2;
    }
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (ev.unit != TN_UNIT_PACKET || tn_tlp_decode(ev.bytes, ev.len, ev.orig_len, &t) & ~8u)
            continue;
        if (t.kind == TN_TLP_MRD && t.requester != 0 && !device_known) {
            device = t.requester;
            device_known = true;
        }
        if ((t.kind == TN_TLP_MRD || t.kind == TN_TLP_MWR) && t.requester == 0 && !bar_known) {
            bar = t.addr & ~(((uint64_t)1 << BAR_LOG2) - 1);
            bar_known = true;
        }
    }
    if (rc < 0)
        fprintf(stderr, "replay: %s: %s\n", path, tn_reader_error(r));
    else if (!device_known)
        fprintf(stderr, "replay: %s: no device reads in it\n", path);
    tn_reader_close(r);
    return rc < 0 || !device_known ? 2 : 0;
}

static bool idle(void *ctx)
{
    (void)ctx;
    return tn_source_pending(tn_source_find("s_usr")) == 0 &&
           tn_source_pending(tn_source_find("s_dev")) == 0 && tn_cz_board_pending(board) == 0;
}

/* One TLP of the capture into its side; snapped payloads are filled with zeros. What
 * changes sides waits for what came before, so that no completion overtakes its
 * request on the other path. */
static void play(const struct tn_event *ev)
{
    static int last_side = -1;
    static uint8_t payload[TN_TLP_MAX_PAYLOAD], bytes[TN_TLP_MAX];
    struct tn_tlp t;
    bool from_device;
    size_t data;
    long n;
    if (tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t) & ~8u)
        return;
    from_device = tn_tlp_is_completion(t.kind) ? t.requester != device : t.requester == device;
    if (tn_tlp_is_completion(t.kind))
        t.requester = from_device ? device : USER_ID;
    else if (!from_device)
        t.requester = USER_ID;
    if (!from_device && bar_known && (t.kind == TN_TLP_MRD || t.kind == TN_TLP_MWR) &&
        t.addr >> BAR_LOG2 == bar >> BAR_LOG2) {
        t.addr = USER_BAR + (t.addr & ((1u << BAR_LOG2) - 1));
        t.fmt &= 6;
    }
    t.td = 0;
    t.prefix_n = 0;
    data = tn_tlp_has_data(t.kind) ? 4u * t.length_dw : 0;
    memset(payload, 0, data);
    memcpy(payload, ev->bytes + t.payload_off, t.payload_len < data ? t.payload_len : data);
    n = tn_tlp_encode(&t, payload, data, bytes, sizeof bytes);
    if (last_side >= 0 && last_side != from_device)
        tn_sim_step_until(idle, NULL, 10000);
    last_side = from_device;
    if (n > 0)
        tn_source_send(tn_source_find(from_device ? "s_dev" : "s_usr"), bytes, (size_t)n,
                       tn_tlp_class(t.kind), from_device ? 0 : USER_PORT, 0, TN_EV_REPLAY);
}

/* The fault, once its cycle has come; fault.name NULL when there is none to come. */
static struct {
    const char *name;
    unsigned bit;
    uint64_t cycle;
} fault;

static int inject(void)
{
    int rc;
    if (!fault.name || tn_sim_cycle() < fault.cycle)
        return 0;
    rc = tn_state_flip(fault.name, fault.bit);
    if (rc < 0) {
        fprintf(stderr, "replay: %s: %s\n", fault.name, strerror(-rc));
        return 2;
    }
    printf("fault: bit %u of %s flipped at cycle %llu\n", fault.bit, fault.name,
           (unsigned long long)tn_sim_cycle());
    tn_sim_trace_note("fault injected");
    fault.name = NULL;
    return 0;
}

static int run(const char *path)
{
    int code = 0;
    char err[256];
    struct tn_event ev;
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    if (!r) {
        fprintf(stderr, "replay: %s\n", err);
        return 2;
    }
    while (code == 0 && verdicts < SHOWN && tn_reader_next(r, &ev, NULL) == 1)
        if (ev.unit == TN_UNIT_PACKET) {
            play(&ev);
            code = inject();
        }
    tn_reader_close(r);
    return code;
}

int tn_sim_main(int argc, char **argv)
{
    uint64_t start;
    if (argc != 2 && argc != 5) {
        fprintf(stderr, "usage: replay CAPTURE [CYCLE BIT REGISTER]\n");
        return 2;
    }
    if (learn(argv[1]) != 0)
        return 2;
    model = tn_cz_remap_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
    board = tn_cz_board_new(model, on_verdict, NULL);
    if (!model || !board || tn_sim_trace_start(NULL) < 0)
        return 2;
    tn_sim_reset(4);
    program_entry();
    tn_monitor_subscribe(on_packet, NULL);
    tn_reject_subscribe(on_reject, NULL);
    tn_handshake_subscribe(on_verdict, NULL);
    start = tn_sim_cycle();
    if (argc == 5) {
        fault.cycle = strtoull(argv[2], NULL, 0);
        fault.bit = (unsigned)strtoul(argv[3], NULL, 0);
        fault.name = argv[4];
    }
    if (run(argv[1]) != 0)
        return 2;
    if (fault.name)
        fprintf(stderr, "replay: the run ended before cycle %s\n", argv[2]);
    tn_sim_step_until(idle, NULL, 20000);
    tn_sim_step(20);
    tn_cz_board_finish(board);
    printf("%lu TLPs from the user, %lu from the device; %lu to the device, %lu to the user; "
           "%lu as the model says, %lu verdicts; %llu cycles\n", in[0], in[1], out[1], out[0],
           tn_cz_board_matched(board), verdicts, (unsigned long long)(tn_sim_cycle() - start));
    if (tn_sim_trace_stop() < 0)
        return 2;
    return verdicts != 0;
}
