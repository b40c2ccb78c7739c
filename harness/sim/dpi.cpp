/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Verilator binding: the tn_dpi_... functions (IEEE 1800 chapter 35) and the
 * clock. In C++, because Verilator's model is.
 */
extern "C" {
#include "boundary.h"
#include "core.h"
#include "streams.h"

#include <tn/state.h>
}

#include "Vtop.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"

#include <string>
#include <unistd.h>
#endif

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static VerilatedContext *context;
static Vtop *top;

extern "C" {

void tn_dpi_declare(int kind, int id, const char *name)
{
    tn_core_declare(static_cast<enum tn_core_kind>(kind), static_cast<unsigned>(id), name);
}

void tn_dpi_param(const char *name, int value)
{
    tn_core_param(name, value);
}

static uint64_t get64(const svBitVecVal *v)
{
    return v[0] | static_cast<uint64_t>(v[1]) << 32;
}

void tn_dpi_source(int id, const svBitVecVal *cycle, const svBitVecVal *ok, svBitVecVal *have,
                   svBitVecVal *delay, svBitVecVal *data, svBitVecVal *keep, svBit *last,
                   svBitVecVal *port)
{
    struct tn_core_beat b;
    tn_core_source_next(static_cast<unsigned>(id), get64(cycle), *ok, &b);
    *have = b.have;
    *delay = b.delay;
    for (int i = 0; i < 4; i++)
        data[i] = b.data[i];
    *keep = b.keep;
    *last = static_cast<svBit>(b.last);
    *port = b.port;
}

void tn_dpi_sink(int id, svBit *ready, svBitVecVal *cycles)
{
    uint32_t r, n;
    tn_core_sink_next(static_cast<unsigned>(id), &r, &n);
    *ready = static_cast<svBit>(r);
    *cycles = n;
}

/* A memory of beats in Verilog, which Verilator passes by reference: an element is four words,
 * the lowest first. The standard's svGetArrayPtr() would refuse vectors, and its copying by
 * element cost more than the call. */
static uint8_t (*beats_of(const svOpenArrayHandle h))[TN_CORE_BEAT]
{
    return static_cast<uint8_t(*)[TN_CORE_BEAT]>(
        static_cast<const VerilatedDpiOpenVar *>(h)->datap());
}

TN_CORE_HOT void tn_dpi_source_beats(int id, const svBitVecVal *cycle, const svBitVecVal *ok,
                                     svBitVecVal *left, svBitVecVal *have, svBitVecVal *delay,
                                     const svOpenArrayHandle beats, svBitVecVal *keep, svBit *last,
                                     svBitVecVal *port)
{
    struct tn_core_beat b;
    tn_core_source_beats(static_cast<unsigned>(id), get64(cycle), *ok, left, &b, beats_of(beats));
    *have = b.have;
    *delay = b.delay;
    *keep = b.keep;
    *last = static_cast<svBit>(b.last);
    *port = b.port;
}

/* (its memories stay where they are for as long as the model does) */
void tn_dpi_monitor(int id, const svOpenArrayHandle beats, const svOpenArrayHandle note)
{
    tn_core_monitor_memory(
        static_cast<unsigned>(id), beats_of(beats),
        static_cast<const uint64_t *>(static_cast<const VerilatedDpiOpenVar *>(note)->datap()));
}

void tn_dpi_sabotage(int id, const svBitVecVal *cycle, const svBitVecVal *packet,
                     const svBitVecVal *data, const svBitVecVal *keep, svBit last,
                     const svBitVecVal *port)
{
    tn_core_sabotage(static_cast<unsigned>(id), get64(cycle), *packet, data, *keep, last, *port);
}

void tn_dpi_held(int id, const svBitVecVal *cycle, const svBitVecVal *what,
                 const svBitVecVal *was_data, const svBitVecVal *was_rest, const svBitVecVal *data,
                 const svBitVecVal *rest)
{
    const struct tn_core_held h = {*what, {*was_rest, *rest}, {was_data, data}};
    tn_core_monitor_held(static_cast<unsigned>(id), get64(cycle), &h);
}

void tn_dpi_reject(const svBitVecVal *cycle, svBit dir, const svBitVecVal *cause,
                   const svBitVecVal *port)
{
    tn_core_reject(get64(cycle), dir, *cause, *port);
}

void tn_dpi_rdata(const svBitVecVal *value)
{
    tn_core_reg_read(*value);
}

void tn_dpi_open(const char *boundary, int id, int *unit)
{
    *unit = static_cast<int>(tn_core_open(boundary, static_cast<unsigned>(id)));
}

void tn_dpi_name(const char *boundary, int id, const char *name)
{
    tn_core_name(boundary, static_cast<unsigned>(id), name);
}

TN_CORE_HOT void tn_dpi_next(int unit, const svBitVecVal *cycle, svBit taken, svBitVecVal *have, svBitVecVal *delay,
                             svBitVecVal *beat)
{
    struct tn_next n;
    tn_core_next(static_cast<unsigned>(unit), get64(cycle), taken != 0, &n);
    *have = n.have;
    *delay = n.delay;
    if (n.have == 1)
        memcpy(beat, n.beat, sizeof n.beat);
    else
        memset(beat, 0, sizeof n.beat);
}

void tn_dpi_ready(int unit, const svBitVecVal *cycle, svBit *ready, svBitVecVal *cycles)
{
    uint32_t r;
    tn_core_ready(static_cast<unsigned>(unit), get64(cycle), &r, cycles);
    *ready = static_cast<svBit>(r);
}

void tn_dpi_got(int unit, const svBitVecVal *cycle, const svBitVecVal *beat)
{
    tn_core_got(static_cast<unsigned>(unit), get64(cycle), beat);
}

TN_CORE_HOT void tn_dpi_seen(int unit, const svBitVecVal *cycle, const svBitVecVal *what, const svBitVecVal *more,
                             const svBitVecVal *beat)
{
    tn_core_seen(static_cast<unsigned>(unit), get64(cycle), *what, *more, beat);
}

TN_CORE_HOT void tn_dpi_pins(int unit, const svBitVecVal *cycle, const svBitVecVal *pins, svBitVecVal *play)
{
    tn_core_pins(static_cast<unsigned>(unit), get64(cycle), pins, 0, play);
}

TN_CORE_HOT void tn_dpi_watch(int unit, const svBitVecVal *cycle, const svBitVecVal *pins)
{
    tn_core_pins(static_cast<unsigned>(unit), get64(cycle), pins, 0, nullptr);
}

void tn_dpi_tap(int id, const svBitVecVal *cycle, const svBitVecVal *head, const svBitVecVal *data)
{
    tn_core_tap(static_cast<unsigned>(id), get64(cycle), *head, get64(data));
}

void tn_dpi_line(int id, const svBitVecVal *cycle, const svBitVecVal *block, svBit nfc,
                 svBitVecVal *what, svBitVecVal *slip, svBitVecVal *head, svBitVecVal *data,
                 svBitVecVal *due, svBit *watch)
{
    struct tn_core_line l;
    tn_core_line(static_cast<unsigned>(id), get64(cycle), get64(block), nfc, &l);
    *what = l.what;
    *slip = l.slip;
    *head = l.head;
    for (int i = 0; i < 2; i++) {
        data[i] = l.data[i];
        due[i] = l.due[i];
    }
    *watch = static_cast<svBit>(l.watch);
}

/* A model that keeps its names (built with --vpi) has harness/sim/state_vpi.c. */
#if !TN_STATE
int tn_state_walk(const char *, tn_state_fn *, void *)
{
    return -ENOSYS;
}

void tn_state_settle(const char *) {}

int tn_state_open(const char *, unsigned, struct tn_state_bit *)
{
    return -ENOSYS;
}

bool tn_state_get(const struct tn_state_bit *)
{
    return false;
}

void tn_state_put(const struct tn_state_bit *, bool) {}
#endif

#if VM_TRACE_FST
static VerilatedFstC *waves;

static uint64_t env_cycle(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, nullptr, 10) : otherwise;
}

/* Dumps the half cycle just evaluated when it lies in the window asked for: from the
 * rising edge of its first cycle to that of its last, as the bench does under Icarus. */
static void dump(uint64_t half)
{
    static const uint64_t from = env_cycle("TN_WAVES_FROM", 0);
    static const uint64_t to = env_cycle("TN_WAVES_TO", UINT64_MAX);
    const char *path = getenv("TN_WAVES");
    if (!path || half / 2 < from || (half + 1) / 2 > to)
        return;
    if (!waves) {
        waves = new VerilatedFstC;
        top->trace(waves, 99);
        waves->open(path);
    }
    waves->dump(context->time());
}
#endif

#if VM_COVERAGE
/* One file a process, in the directory that TN_COVERAGE names. */
static void write_coverage()
{
    const char *dir = getenv("TN_COVERAGE");
    if (dir)
        context->coveragep()->write(
            (std::string(dir) + "/" + std::to_string(getpid()) + ".dat").c_str());
}
#endif

static void end(int status)
{
    fflush(nullptr);
#if VM_COVERAGE
    write_coverage();
#endif
#if VM_TRACE_FST
    if (waves)
        waves->close();
#endif
    exit(status);
}
}

/* What the bench drives from now on. */
[[gnu::noinline]] static void drive(const struct tn_core_drive &d)
{
    top->rst = static_cast<uint8_t>(d.rst);
    top->wake[0] = static_cast<uint32_t>(d.source_wake);
    top->wake[1] = static_cast<uint32_t>(d.source_wake >> 32);
    top->wake[2] = static_cast<uint32_t>(d.sink_wake);
    top->wake[3] = static_cast<uint32_t>(d.sink_wake >> 32);
    for (int i = 0; i < TN_CORE_OK_WORDS; i++)
        top->ok[i] = d.ok[i];
    for (int i = 0; i < TN_CORE_SABOTAGE_WORDS; i++)
        top->sabotage[i] = d.sabotage[i];
    top->cmd = static_cast<uint8_t>(d.reg_cmd);
    top->cmd_addr = d.reg_addr;
    top->cmd_wdata = d.reg_wdata;
}

/* Test code's turn at the falling edge of a cycle, when its cycle has come or a module has
 * something to deliver. */
static inline void turn(uint64_t cycle)
{
    static uint64_t due;
    static struct tn_core_drive d;
    if (cycle < d.next && top->due == due)
        return;
    due = top->due;
    if (tn_core_tick(cycle, &d))
        drive(d);
}

static void half(uint64_t n)
{
    context->timeInc(2000); /* ps, as the benches' own clock under Icarus */
    top->eval();
#if VM_TRACE_FST
    dump(n);
#else
    (void)n;
#endif
}

/* Until test code ends the process. (The first rising edge is what stood before time 0:
 * Verilator sees none in it.) */
[[noreturn, gnu::noinline]] TN_CORE_HOT static void run()
{
    for (uint64_t cycle = 0;; cycle++) {
        top->clk = 1;
        half(2 * cycle);
        top->clk = 0;
        turn(cycle);
        half(2 * cycle + 1);
    }
}

int main(int argc, char **argv)
{
    context = new VerilatedContext;
    context->commandArgs(argc, argv);
#if VM_TRACE_FST
    context->traceEverOn(true);
#endif
    tn_core_start("verilator", &tn_streams_bench, end);
    top = new Vtop{context};
    top->rst = 1;
    run();
}
