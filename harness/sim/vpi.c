/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: the $tn_... tasks, on VPI (IEEE 1364-2005 chapter 27).
 *
 * A call's argument handles are looked up once and kept as the call's user
 * data: the lookup would cost more than the call.
 */
#include "core.h"
#include "core_axi.h"

#include <tn/bug.h>
#include <vpi_user.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGS_MAX = 10, VALUE_WORDS = 32, PINS_WORDS = 64, SETTLED = 4 };

struct call {
    vpiHandle arg[ARGS_MAX];
    vpiHandle word[TN_CORE_BEATS]; /* of an argument that is a memory of beats */
};

static struct call *this_call(void)
{
    vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
    struct call *c = vpi_get_userdata(call);
    if (c)
        return c;
    c = calloc(1, sizeof *c);
    tn_require(c != NULL);
    vpiHandle it = vpi_iterate(vpiArgument, call);
    if (it) {
        vpiHandle a;
        for (int i = 0; (a = vpi_scan(it)) != NULL; i++) {
            tn_require(i < ARGS_MAX);
            c->arg[i] = a;
        }
    }
    vpi_put_userdata(call, c);
    return c;
}

static uint32_t get32(vpiHandle h)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    return (uint32_t)v.value.vector[0].aval & ~(uint32_t)v.value.vector[0].bval;
}

static uint64_t get64(vpiHandle h)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    return (uint32_t)v.value.vector[0].aval | (uint64_t)(uint32_t)v.value.vector[1].aval << 32;
}

static void put_words(vpiHandle h, const uint32_t *words, int n)
{
    s_vpi_vecval vec[VALUE_WORDS];
    s_vpi_value v = {.format = vpiVectorVal, .value.vector = vec};
    for (int i = 0; i < n; i++)
        vec[i] = (s_vpi_vecval){(PLI_INT32)words[i], 0};
    vpi_put_value(h, &v, NULL, vpiNoDelay);
}

static void put32(vpiHandle h, uint32_t value)
{
    put_words(h, &value, 1);
}

static PLI_INT32 declare_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    s_vpi_value v = {.format = vpiStringVal};
    uint32_t kind = get32(c->arg[0]), id = get32(c->arg[1]);
    (void)unused;
    vpi_get_value(c->arg[2], &v);
    tn_core_declare((enum tn_core_kind)kind, id, v.value.str);
    return 0;
}

static PLI_INT32 param_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    s_vpi_value v = {.format = vpiStringVal};
    long value = (int32_t)get32(c->arg[1]);
    (void)unused;
    vpi_get_value(c->arg[0], &v);
    tn_core_param(v.value.str, value);
    return 0;
}

/* What the clock's module drives changes seldom, and a value is put bit by bit: one that stands
 * is not put again. (At first each is: the module's initial values may come after ours.) */
static void put_new(vpiHandle h, unsigned arg, const uint32_t *words, int n)
{
    static struct {
        unsigned puts;
        uint32_t words[VALUE_WORDS];
    } kept[ARGS_MAX];
    const size_t size = (size_t)n * sizeof *words;
    if (kept[arg].puts >= SETTLED && memcmp(kept[arg].words, words, size) == 0)
        return;
    kept[arg].puts += kept[arg].puts < SETTLED;
    memcpy(kept[arg].words, words, size);
    put_words(h, words, n);
}

static PLI_INT32 tick_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    static struct tn_core_drive d;
    uint32_t next[2], wake[4];
    (void)unused;
    if (!tn_core_tick(get64(c->arg[0]), &d))
        return 0;
    next[0] = (uint32_t)d.next;
    next[1] = (uint32_t)(d.next >> 32);
    wake[0] = (uint32_t)d.source_wake;
    wake[1] = (uint32_t)(d.source_wake >> 32);
    wake[2] = (uint32_t)d.sink_wake;
    wake[3] = (uint32_t)(d.sink_wake >> 32);
    put_new(c->arg[1], 1, next, 2);
    put_new(c->arg[2], 2, wake, 4);
    put_new(c->arg[3], 3, d.ok, TN_CORE_OK_WORDS);
    put_new(c->arg[4], 4, d.sabotage, TN_CORE_SABOTAGE_WORDS);
    put_new(c->arg[5], 5, &d.rst, 1);
    put_new(c->arg[6], 6, &d.reg_cmd, 1);
    put_new(c->arg[7], 7, &d.reg_addr, 1);
    put_new(c->arg[8], 8, &d.reg_wdata, 1);
    return 0;
}

static PLI_INT32 source_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    struct tn_core_beat b;
    (void)unused;
    tn_core_source_next(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), &b);
    put32(c->arg[3], b.have);
    put32(c->arg[4], b.delay);
    if (b.have == 1) {
        put_words(c->arg[5], b.data, 4);
        put32(c->arg[6], b.keep);
        put32(c->arg[7], b.last);
        put32(c->arg[8], b.port);
    }
    return 0;
}

static PLI_INT32 sink_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t ready, cycles;
    (void)unused;
    tn_core_sink_next(get32(c->arg[0]), &ready, &cycles);
    put32(c->arg[1], ready);
    put32(c->arg[2], cycles);
    return 0;
}

/* 128 bits; an unknown one reads as 1. */
static void get_beat(vpiHandle h, uint32_t data[4])
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    for (int i = 0; i < 4; i++)
        data[i] = (uint32_t)v.value.vector[i].aval;
}

/* Word at of the memory that is argument arg. */
static vpiHandle word(struct call *c, int arg, unsigned at)
{
    if (!c->word[at])
        c->word[at] = vpi_handle_by_index(c->arg[arg], (PLI_INT32)at);
    return c->word[at];
}

static PLI_INT32 source_beats_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    struct tn_core_beat b;
    uint32_t left = get32(c->arg[3]), data[4];
    uint8_t beats[TN_CORE_BEATS][TN_CORE_BEAT];
    (void)unused;
    tn_core_source_beats(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), &left, &b, beats);
    put32(c->arg[3], left);
    put32(c->arg[4], b.have);
    put32(c->arg[5], b.delay);
    for (unsigned i = 0; i < left; i++) {
        memcpy(data, beats[i], sizeof data);
        put_words(word(c, 6, i), data, 4);
    }
    if (b.have == 1) {
        put32(c->arg[7], b.keep);
        put32(c->arg[8], b.last);
        put32(c->arg[9], b.port);
    }
    return 0;
}

static PLI_INT32 beats_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t n = get32(c->arg[4]) + 1, data[4];
    uint8_t beats[TN_CORE_BEATS][TN_CORE_BEAT];
    (void)unused;
    tn_require(n <= TN_CORE_BEATS);
    for (unsigned i = 0; i < n; i++) {
        get_beat(word(c, 3, i), data);
        memcpy(beats[i], data, sizeof data);
    }
    tn_core_monitor_beats(get32(c->arg[0]), get64(c->arg[1]), get64(c->arg[2]),
                          (const uint8_t(*)[TN_CORE_BEAT])beats, n, get32(c->arg[5]),
                          get32(c->arg[6]), get32(c->arg[7]), get32(c->arg[8]));
    return 0;
}

static PLI_INT32 sabotage_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t data[4];
    (void)unused;
    get_beat(c->arg[3], data);
    tn_core_sabotage(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), data,
                     get32(c->arg[4]), get32(c->arg[5]), get32(c->arg[6]));
    return 0;
}

static PLI_INT32 exa_sabotage_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t data[4];
    (void)unused;
    get_beat(c->arg[4], data);
    tn_core_exa_sabotage(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), get32(c->arg[3]), data);
    return 0;
}

static PLI_INT32 broken_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    (void)unused;
    tn_core_monitor_broken(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]));
    return 0;
}

static PLI_INT32 reject_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    (void)unused;
    tn_core_reject(get64(c->arg[0]), get32(c->arg[1]), get32(c->arg[2]), get32(c->arg[3]));
    return 0;
}

static PLI_INT32 exa_source_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    struct tn_core_exa_word w;
    (void)unused;
    tn_core_exa_source_next(get32(c->arg[0]), get64(c->arg[1]), &w);
    put32(c->arg[2], w.have);
    put32(c->arg[3], w.delay);
    if (w.have == 1) {
        put32(c->arg[4], w.kind);
        put_words(c->arg[5], w.data, 4);
    }
    return 0;
}

static PLI_INT32 exa_word_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t data[4];
    (void)unused;
    get_beat(c->arg[3], data);
    tn_core_exa_monitor_word(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), data,
                             get32(c->arg[4]));
    return 0;
}

static PLI_INT32 exa_tap_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    (void)unused;
    tn_core_exa_tap(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), get64(c->arg[3]));
    return 0;
}

static PLI_INT32 line_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    struct tn_core_line l;
    (void)unused;
    tn_core_line(get32(c->arg[0]), get64(c->arg[1]), get64(c->arg[2]), get32(c->arg[3]) & 1, &l);
    put32(c->arg[4], l.what);
    put32(c->arg[5], l.slip);
    put32(c->arg[6], l.head);
    put_words(c->arg[7], l.data, 2);
    put_words(c->arg[8], l.due, 2);
    put32(c->arg[9], l.watch);
    return 0;
}

/* n words; an unknown bit reads as 1. */
static void get_words(vpiHandle h, uint32_t *words, int n)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    for (int i = 0; i < n; i++)
        words[i] = (uint32_t)v.value.vector[i].aval;
}

static PLI_INT32 exa_pins_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t in[3], out[3], in_data[PINS_WORDS], out_data[PINS_WORDS];
    (void)unused;
    get_words(c->arg[1], in, 3);
    get_words(c->arg[2], out, 3);
    get_words(c->arg[3], in_data, PINS_WORDS);
    get_words(c->arg[4], out_data, PINS_WORDS);
    tn_core_exa_pins(get64(c->arg[0]), in, out, in_data, out_data);
    return 0;
}

/* n words, 32 at most; which of them have an unknown bit. */
static uint32_t get_pins(vpiHandle h, uint32_t *words, int n)
{
    s_vpi_value v = {.format = vpiVectorVal};
    uint32_t unknown = 0;
    vpi_get_value(h, &v);
    for (int i = 0; i < n; i++) {
        words[i] = (uint32_t)v.value.vector[i].aval;
        unknown |= (v.value.vector[i].bval ? 1u : 0u) << i;
    }
    return unknown;
}

static PLI_INT32 tnw_pins_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t pins[TN_CORE_TNW_PINS], play[TN_CORE_TNW_PLAY];
    (void)unused;
    const uint32_t unknown = get_pins(c->arg[1], pins, TN_CORE_TNW_PINS);
    tn_core_tnw_pins(get64(c->arg[0]), pins, unknown, play);
    put_words(c->arg[2], play, TN_CORE_TNW_PLAY);
    return 0;
}

static PLI_INT32 block_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t pins[TN_CORE_BLOCK_PINS], play[TN_CORE_BLOCK_PLAY];
    (void)unused;
    const uint32_t unknown = get_pins(c->arg[1], pins, TN_CORE_BLOCK_PINS);
    tn_core_block(get64(c->arg[0]), pins, unknown, play);
    put_words(c->arg[2], play, TN_CORE_BLOCK_PLAY);
    return 0;
}

/* An unknown bit reads as 1, so that it is no register that happens to be 0. */
static PLI_INT32 rdata_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    s_vpi_value v = {.format = vpiVectorVal};
    (void)unused;
    vpi_get_value(c->arg[0], &v);
    tn_core_reg_read((uint32_t)v.value.vector[0].aval | (uint32_t)v.value.vector[0].bval);
    return 0;
}

/* A beat of AXI; an unknown bit reads as 1. */
static void get_axi(vpiHandle h, uint32_t word[TN_CORE_AXI_WORDS])
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    for (int i = 0; i < TN_CORE_AXI_WORDS; i++)
        word[i] = (uint32_t)v.value.vector[i].aval;
}

static PLI_INT32 axi_next_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t have, delay, word[TN_CORE_AXI_WORDS];
    (void)unused;
    tn_core_axi_next(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), &have, &delay, word);
    put32(c->arg[3], have);
    put32(c->arg[4], delay);
    if (have == 1)
        put_words(c->arg[5], word, TN_CORE_AXI_WORDS);
    return 0;
}

static PLI_INT32 axi_ready_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t ready, cycles;
    (void)unused;
    tn_core_axi_ready(get32(c->arg[0]), get64(c->arg[1]), &ready, &cycles);
    put32(c->arg[2], ready);
    put32(c->arg[3], cycles);
    return 0;
}

static PLI_INT32 axi_got_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t word[TN_CORE_AXI_WORDS];
    (void)unused;
    get_axi(c->arg[2], word);
    tn_core_axi_got(get32(c->arg[0]), get64(c->arg[1]), word);
    return 0;
}

static PLI_INT32 axi_seen_call(PLI_BYTE8 *unused)
{
    struct call *c = this_call();
    uint32_t word[TN_CORE_AXI_WORDS];
    (void)unused;
    get_axi(c->arg[4], word);
    tn_core_axi_seen(get32(c->arg[0]), get64(c->arg[1]), get32(c->arg[2]), get32(c->arg[3]), word);
    return 0;
}

/* Ends through the simulator, which closes the waveform only then. */
void tn_core_exit(int status)
{
    fflush(NULL);
    vpip_set_return_value(status);
    vpi_control(vpiFinish, 0);
}

/* vvp itself says 1 of an image that it cannot load; that is no failed test. */
static void ran_or_not(void)
{
    if (tn_core_ran())
        return;
    fprintf(stderr, "tenter: the image did not run: damaged, or no bench in it\n");
    fflush(NULL);
    _exit(2);
}

static void start(void)
{
    static const struct {
        const char *name;
        PLI_INT32 (*fn)(PLI_BYTE8 *);
    } tasks[] = {
        {"$tn_declare", declare_call}, {"$tn_param", param_call},   {"$tn_tick", tick_call},
        {"$tn_source", source_call},   {"$tn_sink", sink_call},     {"$tn_beats", beats_call},
        {"$tn_broken", broken_call},   {"$tn_reject", reject_call}, {"$tn_rdata", rdata_call},
        {"$tn_axi_next", axi_next_call},
        {"$tn_axi_ready", axi_ready_call},
        {"$tn_axi_got", axi_got_call},
        {"$tn_axi_seen", axi_seen_call},
        {"$tn_sabotage", sabotage_call}, {"$tn_exa_sabotage", exa_sabotage_call}, {"$tn_exa_source", exa_source_call},
        {"$tn_exa_word", exa_word_call},   {"$tn_exa_pins", exa_pins_call},
        {"$tn_source_beats", source_beats_call},
        {"$tn_exa_tap", exa_tap_call},
        {"$tn_tnw_pins", tnw_pins_call},
        {"$tn_block", block_call},
        {"$tn_line", line_call},
    };
    tn_core_start("icarus");
    atexit(ran_or_not);
    for (unsigned i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        s_vpi_systf_data t = {.type = vpiSysTask,
                              .tfname = (PLI_BYTE8 *)tasks[i].name,
                              .calltf = tasks[i].fn};
        vpi_register_systf(&t);
    }
}

void (*vlog_startup_routines[])(void) = {start, NULL};
