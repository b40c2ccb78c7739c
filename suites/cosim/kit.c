/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Tests that every block with tables has from them alone (harness/tools/fieldgen/README.md): its
 * registers by their rows, its streams' handshake, known outputs, and a reset that leaves nothing of
 * the past. The inputs are noise, and traffic of the block's bench where it has one; no test here says that what the block does
 * is right.
 */
#include "rule.h"

#include <tn/bench.h>
#include <tn/block_table.h>
#include <tn/dut.h>
#include <tn/pins.h>
#include <tn/rng.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = 128, TWIN_CYC = 240, PAST_CYC = 160, REG_CYC = 3, ONE = 1, MANY = 6, EACH = 32, WORDS = 16, TAPE_CYC = 600 };

static struct {
    const struct tn_block_table *t;
    unsigned count[PORTS]; /* how many of each port this shape has */
    struct tn_rng rng;
    uint64_t seed;
    bool noise;                      /* else all inputs are 0 but the registers' */
    unsigned held_16[PORTS];         /* of a port: cycles of 16 in which it keeps its value */
    struct {
        unsigned at, words; /* of the packet under way */
    } packet[PORTS][EACH]; /* of streams in, by the place of valid */
    uint32_t in[TN_PINS_IN_WORDS];   /* the inputs of the cycle that ends next */
    uint32_t was_in[TN_PINS_IN_WORDS];
    uint32_t was[TN_PINS_OUT_WORDS]; /* the outputs a cycle ago */
    bool behind;                     /* a cycle without reset came before */
    struct {
        bool wr, rd;
        uint32_t addr, data;
    } reg;
    uint32_t rdata;
    uint64_t now;
    unsigned at; /* cycles since the reset */
    uint32_t (*record)[TN_PINS_OUT_WORDS];
    enum { NEITHER, RECORD, COMPARE } twin; /* what the outputs of the cycles behind the reset are for */
    char wrong[200];
} kit;

static unsigned of_param(const char *name)
{
    return (unsigned)tn_sim_param(name);
}

static uint32_t bits(const struct tn_block_port *p, const uint32_t *vector, unsigned i, unsigned k)
{
    const unsigned left = p->width - 32u * k;
    return tn_pins_get(vector, p->bit + p->width * i + 32u * k, left < 32 ? left : 32);
}

static unsigned words(const struct tn_block_port *p)
{
    return (p->width + 31u) / 32;
}

static void found(const struct tn_block_port *p, unsigned i, const char *what)
{
    if (!*kit.wrong)
        snprintf(kit.wrong, sizeof kit.wrong, "%s[%u] %s at cycle %llu, %u behind the reset", p->name, i, what,
                 (unsigned long long)kit.now, kit.at);
}

/* Says whether an output means something in a cycle with these pins. */
static bool counts(const struct tn_block_port *p, unsigned i, const uint32_t *was_in, const uint32_t *out)
{
    if (p->with == TN_BLOCK_NONE)
        return true;
    const struct tn_block_port *with = &kit.t->ports[p->with];
    /* (read data come a cycle behind reg_rd, and a read in the reset is none) */
    return bits(with, with->in ? was_in : out, i, 0) && !(with->in && !kit.at);
}

/* Outputs that mean something in each cycle are known. */
static void known(uint32_t unknown)
{
    for (unsigned p = 0; unknown & kit.t->known && p < kit.t->port_n; p++)
        if (!kit.t->ports[p].in && kit.t->ports[p].with == TN_BLOCK_NONE && (unknown & kit.t->known) >> kit.t->ports[p].bit / 32 & 1)
            found(&kit.t->ports[p], 0, "or an output behind it in the table is not known");
}

/* A word that was not taken stays, and so does its valid. */
static void handshake(const uint32_t *out)
{
    for (unsigned k = 0; k < kit.t->stream_n; k++) {
        const struct tn_block_stream *s = &kit.t->streams[k];
        if (s->in || s->ready == TN_BLOCK_NONE)
            continue;
        const struct tn_block_port *ready = &kit.t->ports[s->ready], *hold = s->hold == TN_BLOCK_NONE ? NULL : &kit.t->ports[s->hold];
        for (unsigned i = 0; i < kit.count[s->first]; i++) {
            if (!bits(&kit.t->ports[s->first], kit.was, i, 0) || bits(ready, kit.was_in, i, 0) ||
                (hold && !(bits(hold, hold->in ? kit.was_in : kit.was, i, 0) && bits(hold, hold->in ? kit.in : out, i, 0))))
                continue;
            for (int p = s->first; p < s->first + s->n; p++)
                for (unsigned w = 0; p != s->ready && w < words(&kit.t->ports[p]); w++)
                    if (bits(&kit.t->ports[p], out, i, w) != bits(&kit.t->ports[p], kit.was, i, w))
                        found(&kit.t->ports[p], i, "changed before it was taken");
        }
    }
}

/* The outputs that mean something, the others 0. */
static void telling(uint32_t *to, const uint32_t *out)
{
    memset(to, 0, TN_PINS_OUT_WORDS * sizeof *to);
    for (unsigned p = 0; p < kit.t->port_n; p++)
        for (unsigned i = 0; !kit.t->ports[p].in && i < kit.count[p]; i++)
            for (unsigned w = 0; counts(&kit.t->ports[p], i, kit.was_in, out) && w < words(&kit.t->ports[p]); w++) {
                const unsigned at = 32 * w, left = kit.t->ports[p].width - at;
                tn_pins_put(to, kit.t->ports[p].bit + kit.t->ports[p].width * i + at, left < 32 ? left : 32,
                            bits(&kit.t->ports[p], out, i, w));
            }
}

static void twin(const uint32_t *out)
{
    uint32_t now[TN_PINS_OUT_WORDS];
    if (kit.at >= TWIN_CYC || kit.twin == NEITHER)
        return;
    telling(now, out);
    if (kit.twin == RECORD)
        memcpy(kit.record[kit.at], now, sizeof now);
    for (unsigned p = 0; kit.twin == COMPARE && p < kit.t->port_n; p++)
        for (unsigned i = 0; !kit.t->ports[p].in && i < kit.count[p]; i++)
            for (unsigned w = 0; w < words(&kit.t->ports[p]); w++)
                if (bits(&kit.t->ports[p], now, i, w) != bits(&kit.t->ports[p], kit.record[kit.at], i, w))
                    found(&kit.t->ports[p], i, "is another one than without a past");
}

/* A port's next value: noise, or the old one. */
static void draw_port(uint32_t *play, unsigned p, unsigned i, bool keep)
{
    for (unsigned w = 0; w < words(&kit.t->ports[p]); w++) {
        const unsigned at = kit.t->ports[p].bit + kit.t->ports[p].width * i + 32 * w, left = kit.t->ports[p].width - 32 * w;
        const uint32_t old = kit.at ? bits(&kit.t->ports[p], kit.in, i, w) : 0;
        uint64_t r = tn_rng_next(&kit.rng);
        /* half of the addresses are those of rows, as most words of a window are none */
        if (kit.t->reg_n && r >> 63 && strcmp(kit.t->ports[p].name, "reg_addr") == 0)
            r = (r & ~(uint64_t)UINT32_MAX) | 4u * kit.t->regs[r % kit.t->reg_n].word;
        tn_pins_put(play, at, left < 32 ? left : 32, keep || (r >> 32) % 16 < kit.held_16[p] ? old : (uint32_t)r);
    }
}

/* A stream in: packets of as many words as its row says, which keep to the handshake; a stream that nothing holds up has the
 * words of a packet in a row. */
static void draw_stream(uint32_t *play, const uint32_t *out, const struct tn_block_stream *s, unsigned i)
{
    const struct tn_block_port *ports = kit.t->ports;
    const bool valid = kit.at && bits(&ports[s->first], kit.in, i, 0);
    const bool stays = valid && s->ready != TN_BLOCK_NONE && !bits(&ports[s->ready], out, i, 0);
    unsigned *at = &kit.packet[s->first][i].at, *n = &kit.packet[s->first][i].words;
    if (valid && !stays && ++*at == *n)
        *at = 0;
    const bool row = *at > 0 && s->ready == TN_BLOCK_NONE;
    if (*at == 0 && !stays)
        *n = s->low + (unsigned)tn_rng_below(&kit.rng, s->high - s->low + 1u);
    for (int p = s->first; p < s->first + s->n; p++) {
        const bool last = strcmp(ports[p].name + strlen(s->name), "_last") == 0;
        if (p == s->ready)
            continue;
        if (stays || (!last && !(row && p == s->first)))
            draw_port(play, (unsigned)p, i, stays);
        else
            tn_pins_put(play, ports[p].bit + i, 1, last ? *at + 1 == *n : 1);
    }
}

static void draw(uint32_t *play, const uint32_t *out)
{
    for (unsigned p = 0; p < kit.t->port_n; p++) {
        const int s = kit.t->ports[p].stream;
        const bool of_stream = s != TN_BLOCK_NONE && kit.t->streams[s].in;
        for (unsigned i = 0; kit.t->ports[p].in && i < kit.count[p]; i++)
            if (!of_stream)
                draw_port(play, p, i, false);
            else if (kit.t->streams[s].first == (int)p)
                draw_stream(play, out, &kit.t->streams[s], i);
    }
}

/* The row of a word, or NULL: no register is there in this shape. */
static const struct tn_block_reg *row_of(unsigned word)
{
    for (unsigned i = 0; i < kit.t->reg_n; i++) {
        const struct tn_block_reg *r = &kit.t->regs[i];
        const unsigned n = r->each == TN_BLOCK_NONE ? 1 : kit.t->eaches[r->each].count(of_param);
        if (word >= r->word && word < r->word + n)
            return r;
    }
    return NULL;
}

/* Read data have no bits but those of their row, whatever went before. */
static void reads(uint32_t value)
{
    const struct tn_block_port *rd = tn_block_port_find(kit.t, "reg_rd"), *addr = tn_block_port_find(kit.t, "reg_addr");
    const struct tn_block_reg *r = row_of(bits(addr, kit.was_in, 0, 0) / 4);
    if (kit.behind && bits(rd, kit.was_in, 0, 0) && value & ~(r ? r->mask : 0))
        found(tn_block_port_find(kit.t, "reg_rdata"), 0, r ? "has bits that the register has not" : "is not 0 where no register is");
}

/* A reset begins the inputs anew, so that they are the same behind each. */
static void begin(void)
{
    tn_rng_seed(&kit.rng, kit.seed, 9);
    for (unsigned p = 0; p < kit.t->port_n; p++)
        kit.held_16[p] = (unsigned)tn_rng_below(&kit.rng, 3) * 7;
    memset(kit.packet, 0, sizeof kit.packet);
    kit.at = 0;
    kit.behind = false;
}

static void put(uint32_t *play, const char *port, uint32_t value)
{
    const struct tn_block_port *p = tn_block_port_find(kit.t, port);
    tn_pins_put(play, p->bit, p->width, value);
}

static void cycle(uint64_t now, const uint32_t *pins, uint32_t unknown, uint32_t *play)
{
    const bool rst = pins[0] & 1;
    const struct tn_block_port *rdata = tn_block_port_find(kit.t, "reg_rdata");
    kit.now = now;
    if (rst) {
        begin();
    } else {
        if (rdata)
            reads(kit.rdata = bits(rdata, pins, 0, 0));
        known(unknown);
        if (kit.behind)
            handshake(pins);
        if (kit.noise)
            twin(pins);
        kit.at++;
        kit.behind = true;
    }
    memcpy(kit.was, pins, sizeof kit.was);
    memcpy(kit.was_in, kit.in, sizeof kit.in);
    if (kit.noise) {
        draw(play, pins);
    } else if (rdata) {
        put(play, "reg_wr", kit.reg.wr);
        put(play, "reg_rd", kit.reg.rd);
        put(play, "reg_addr", kit.reg.addr);
        put(play, "reg_wdata", kit.reg.data);
        kit.reg.wr = kit.reg.rd = false;
    }
    memcpy(kit.in, play, sizeof kit.in);
}

static void nothing(void) {}

static void restart(unsigned cycles, bool noise, int twin_is, uint64_t seed)
{
    static const struct tn_pins_form form = {cycle, nothing, nothing};
    kit.seed = seed;
    kit.noise = noise;
    kit.twin = twin_is;
    tn_pins_use(&form);
    tn_sim_reset(cycles);
}

static void kept(void)
{
    if (*kit.wrong)
        tn_sim_failed(NULL, 0, 0, kit.wrong);
    assert_string_equal(kit.wrong, "");
}

/* Each time the same noise behind a reset, once without a past and once in the middle of other noise. */
static void a_past_does_not_show_behind_a_reset(void **state)
{
    (void)state;
    const unsigned turns = strcmp(tn_sim_name(), "icarus") == 0 ? 6 : 400;
    for (unsigned n = 0; n < turns && !*kit.wrong; n++) {
        const uint64_t seed = tn_sim_seed() + n;
        restart(MANY, true, RECORD, seed);
        tn_sim_step(TWIN_CYC);
        restart(ONE, true, NEITHER, ~seed);
        tn_sim_step(1 + tn_rng_below(&kit.rng, PAST_CYC));
        restart(ONE, true, COMPARE, seed);
        tn_sim_step(TWIN_CYC);
    }
    kept();
}

/* A run of the bench: the inputs of each cycle behind a reset, and the outputs. */
static struct {
    const struct tn_pins_form *bench;
    bool on, again; /* the tape is made; it is played, and the outputs must be the same */
    uint32_t in[TAPE_CYC + 1][TN_PINS_IN_WORDS], out[TAPE_CYC][TN_PINS_OUT_WORDS];
} tape;

static void same_as_taped(const uint32_t *out)
{
    for (unsigned p = 0; p < kit.t->port_n; p++)
        for (unsigned i = 0; !kit.t->ports[p].in && i < kit.count[p]; i++)
            for (unsigned w = 0; w < words(&kit.t->ports[p]); w++)
                if (bits(&kit.t->ports[p], out, i, w) != bits(&kit.t->ports[p], tape.out[kit.at], i, w))
                    found(&kit.t->ports[p], i, "is another one than without a past of traffic");
}

static void tape_cycle(uint64_t now, const uint32_t *pins, uint32_t unknown, uint32_t *play)
{
    uint32_t out[TN_PINS_OUT_WORDS];
    const bool rst = pins[0] & 1;
    kit.now = now;
    if (rst)
        kit.at = 0;
    telling(out, pins);
    if (!rst && tape.on && kit.at < TAPE_CYC)
        memcpy(tape.out[kit.at], out, sizeof out);
    if (!rst && tape.again && kit.at < TAPE_CYC)
        same_as_taped(out);
    if (!rst)
        known(unknown);
    kit.at += !rst;
    if (!tape.again)
        tape.bench->cycle(now, pins, unknown, play);
    else if (kit.at <= TAPE_CYC)
        memcpy(play, tape.in[kit.at], sizeof tape.in[0]);
    if (tape.on && kit.at <= TAPE_CYC)
        memcpy(tape.in[kit.at], play, sizeof tape.in[0]);
    memcpy(kit.was_in, kit.in, sizeof kit.in);
    memcpy(kit.in, play, sizeof kit.in);
}

static void tape_tell(void)
{
    tape.bench->tell();
}

static void tape_clear(void)
{
    tape.bench->clear();
}

/* Packets at all streams and settings of the bench by chance, for so many cycles. */
static void traffic(struct tn_bench *b, unsigned cycles)
{
    const struct tn_bench_knob *knobs = b->text->knobs;
    unsigned n = 0;
    while (knobs[n].name)
        n++;
    for (const uint64_t end = tn_sim_cycle() + cycles; tn_sim_cycle() < end;) {
        const unsigned k = (unsigned)tn_rng_below(&kit.rng, n ? n : 1);
        if (kit.t->reg_n)
            b->ops->read(b, 4u * kit.t->regs[tn_rng_below(&kit.rng, kit.t->reg_n)].word);
        if (n && tn_rng_below(&kit.rng, 3)) {
            const unsigned most = knobs[k].most < EACH ? knobs[k].most : EACH;
            b->ops->set(b, k, (unsigned)tn_rng_below(&kit.rng, most), (uint32_t)tn_rng_below(&kit.rng, knobs[k].limit + 1u));
        }
        if (tn_rng_below(&kit.rng, 8) == 0)
            b->ops->release(b);
        tn_bench_probe(b);
        tn_sim_step(1 + tn_rng_below(&kit.rng, 60));
    }
}

/* The same traffic behind a reset of many cycles and behind one of one cycle, amid other traffic. */
static void a_past_of_traffic_does_not_show_behind_a_reset(void **state)
{
    static const struct tn_pins_form taped = {tape_cycle, tape_tell, tape_clear};
    (void)state;
    const unsigned turns = strcmp(tn_sim_name(), "icarus") == 0 ? 6 : 100;
    const struct tn_dut *dut = tn_dut_of_image(tn_sim_dut());
    if (!dut->bench)
        skip();
    for (unsigned n = 0; n < turns && !*kit.wrong; n++) {
        struct tn_bench *b = tn_bench_new(tn_sim_seed() + n, NULL, NULL);
        assert_non_null(b);
        tn_rng_seed(&kit.rng, tn_sim_seed() + n, 10);
        tape.bench = tn_pins_used();
        tape.on = true;
        tn_pins_use(&taped);
        tn_sim_reset(MANY);
        traffic(b, TAPE_CYC);
        tape.on = false;
        traffic(b, 1 + (unsigned)tn_rng_below(&kit.rng, TAPE_CYC));
        tape.again = true;
        tn_sim_reset(ONE);
        tn_sim_step(TAPE_CYC);
        tape.again = false;
        tn_pins_use(tape.bench);
        tn_bench_free(b);
    }
    kept();
}

static uint32_t reg_read(unsigned word)
{
    kit.reg.addr = 4 * word;
    kit.reg.rd = true;
    tn_sim_step(REG_CYC);
    return kit.rdata;
}

static void reg_write(unsigned word, uint32_t value)
{
    kit.reg.addr = 4 * word;
    kit.reg.data = value;
    kit.reg.wr = true;
    tn_sim_step(REG_CYC);
}

/* Every word of the window reads what the last write and its row say. */
static void all_read(bool written, uint32_t (*value)(unsigned word))
{
    const unsigned n = 1u << (kit.t->addr_bits - 2);
    for (unsigned word = 0; word < n && !*kit.wrong; word++) {
        const struct tn_block_reg *r = row_of(word);
        const uint32_t want = !r ? 0 : written && r->writable ? value(word) & r->mask : r->reset;
        const uint32_t is = reg_read(word);
        if (is != want && !(r && r->moves))
            snprintf(kit.wrong, sizeof kit.wrong, "word %u (%s) reads %08x, not %08x, %s", word, r ? r->name : "no register", is, want,
                     written ? "behind writes" : "behind reset");
    }
}

static uint32_t pattern(unsigned word)
{
    return 0xa5f01e37u ^ word * 0x9e3779b9u;
}

static uint32_t opposite(unsigned word)
{
    return ~pattern(word);
}

static void registers_read_and_write_as_their_rows_say(void **state)
{
    (void)state;
    if (!kit.t->reg_n)
        skip();
    restart(MANY, false, NEITHER, 0);
    all_read(false, pattern);
    uint32_t (*const values[])(unsigned) = {pattern, opposite};
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned word = 0; word < 1u << (kit.t->addr_bits - 2); word++)
            reg_write(word, values[k](word));
        all_read(true, values[k]);
    }
    restart(ONE, false, NEITHER, 0);
    all_read(false, pattern);
    kept();
}

static int start(void **state)
{
    const struct tn_dut *dut = tn_dut_of_image(tn_sim_dut());
    (void)state;
    if (!dut || !dut->table || dut->table->port_n > PORTS)
        return -1;
    kit.t = dut->table;
    for (unsigned p = 0; p < kit.t->port_n; p++) {
        kit.count[p] = kit.t->ports[p].each == TN_BLOCK_NONE ? 1 : kit.t->eaches[kit.t->ports[p].each].count(of_param);
        if (kit.count[p] > EACH)
            return -1;
    }
    kit.record = calloc(TWIN_CYC, sizeof *kit.record);
    *kit.wrong = '\0';
    return kit.record ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    free(kit.record);
    return 0;
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_past_does_not_show_behind_a_reset, start, stop),
        cmocka_unit_test_setup_teardown(a_past_of_traffic_does_not_show_behind_a_reset, start, stop),
        cmocka_unit_test_setup_teardown(registers_read_and_write_as_their_rows_say, start, stop),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
