/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Every trace of the .vec files in vectors/pcie, vectors/exanet, vectors/tnw and vectors/axi: a
 * good one breaks no rule at all and asks the named one; a bad one breaks the named rule, at the
 * named packet, and no other. And every rule of PCIe, ExaNet, TNW and AXI has both.
 */
#include "../axi/unit/axi_vector.h"
#include "stream_vector.h"

#include <tn/axi/axi_port.h>
#include <tn/exanet/exa_channel.h>
#include <tn/rules.h>

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PACKET_MAX = 8192, LINE_MAX_BYTES = 40000 };

struct trace {
    bool running, good;
    char rule[32], where[128];
    unsigned long packet, packets;
    struct tn_check_params par;
    struct tn_checker *checker;
    uint64_t axi_cycle;
    struct stream_line stream; /* the cycle before, of vectors/czodiac */
    unsigned named, others;
    char also[64]; /* "CPL-7@3": a second verdict that must come */
    unsigned also_n;
    char other[32];
};

static unsigned traces, wrong;
enum { RULES_MAX = 512 };
static unsigned good_of[RULES_MAX], bad_of[RULES_MAX];

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct trace *t = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    if (!t->good && strcmp(v->rule, t->rule) == 0 && v->packet == t->packet) {
        t->named++;
        return;
    }
    snprintf(t->other, sizeof t->other, "%s@%llu", v->rule, (unsigned long long)v->packet);
    if (strcmp(t->other, t->also) == 0)
        t->also_n++;
    else
        t->others++;
}

static void complain(const struct trace *t, const char *what)
{
    wrong++;
    print_message("%s: %s %s: %s\n", t->where, t->good ? "good" : "bad", t->rule, what);
}

static void end_trace(struct trace *t)
{
    if (!t->running)
        return;
    t->running = false;
    traces++;
    tn_checker_finish(t->checker);
    if (t->others)
        complain(t, t->other);
    if (t->good && tn_checker_asked(t->checker, t->rule) == 0)
        complain(t, "the rule was not asked");
    if (*t->also && t->also_n == 0)
        complain(t, "the second verdict did not come");
    if (!t->good && t->named == 0)
        complain(t, "the rule did not fire there");
    tn_checker_free(t->checker);
}

static void begin_trace(struct trace *t, char *line, const char *where)
{
    char *word = strtok(line, " \n");
    const struct tn_rule *r;
    memset(t, 0, sizeof *t);
    t->good = strcmp(word, "good") == 0;
    t->packet = 1;
    snprintf(t->where, sizeof t->where, "%s", where);
    word = strtok(NULL, " \n");
    snprintf(t->rule, sizeof t->rule, "%s", word ? word : "");
    tn_check_defaults(&t->par);
    while ((word = strtok(NULL, " \n")) != NULL) {
        unsigned long v = strchr(word, '=') ? strtoul(strchr(word, '=') + 1, NULL, 0) : 0;
        if (strncmp(word, "packet=", 7) == 0)
            t->packet = v;
        else if (strncmp(word, "also=", 5) == 0)
            snprintf(t->also, sizeof t->also, "%s", word + 5);
        else if (strncmp(word, "mps=", 4) == 0)
            t->par.mps = (uint32_t)v;
        else if (strncmp(word, "mrrs=", 5) == 0)
            t->par.mrrs = (uint32_t)v;
        else if (strncmp(word, "rcb=", 4) == 0)
            t->par.rcb = (uint32_t)v;
        else if (strncmp(word, "ext_tags=", 9) == 0)
            t->par.ext_tags = v != 0, t->par.ten_bit_tags = v == 10;
        else if (strncmp(word, "pcie=", 5) == 0)
            t->par.pcie = (uint32_t)v;
        else if (strncmp(word, "joined=", 7) == 0)
            t->par.joined = v != 0;
        else if (strncmp(word, "unordered=", 10) == 0)
            t->par.unordered = v != 0;
        else if (strncmp(word, "open=", 5) != 0)
            fail_msg("%s: unknown option %s", where, word);
    }
    r = tn_rule_find(t->rule);
    if (!r)
        fail_msg("%s: no rule %s", where, t->rule);
    (t->good ? good_of : bad_of)[tn_rule_index(r->id)]++;
    t->checker = tn_checker_new(&t->par, NULL, NULL, on_verdict, t);
    assert_non_null(t->checker);
    t->running = true;
}

/* Appends hex digits, unit bytes a word; false when word is not such a word. */
static bool hex_word(const char *word, size_t unit, uint8_t *bytes, uint32_t *len)
{
    if (strlen(word) != 2 * unit || strspn(word, "0123456789abcdef") != 2 * unit ||
        *len + unit > PACKET_MAX)
        return false;
    for (; *word; word += 2) {
        const char two[] = {word[0], word[1], 0};
        bytes[(*len)++] = (uint8_t)strtoul(two, NULL, 16);
    }
    return true;
}

/* Letters of hpf as bits 0 to 2; ? is a bit that is neither 0 nor 1. */
static uint8_t channel_bits(const char *word, const char *where, bool *unknown)
{
    uint8_t bits = 0;
    if (!word || strspn(word, "hpf-?") != strlen(word))
        fail_msg("%s: valid and ready are letters of hpf, or -, or ?", where);
    for (; *word != '-' && *word; word++)
        if (*word == '?')
            *unknown = true;
        else
            bits |= (uint8_t)(1u << (strchr("hpf", *word) - "hpf"));
    return bits;
}

/* What follows "cycle": valid, ready, data[127:0]. */
static void one_cycle(struct trace *t, const char *where)
{
    struct tn_exa_cycle y = {.packet = ++t->packets, .cycle = t->packets};
    uint8_t number[sizeof y.data];
    uint32_t len = 0;
    char *word;
    y.valid = channel_bits(strtok(NULL, " \n"), where, &y.valid_unknown);
    y.ready = channel_bits(strtok(NULL, " \n"), where, &y.valid_unknown);
    word = strtok(NULL, " \n");
    for (char *x = word; x && (x = strchr(x, 'x')) != NULL; *x = '0')
        y.data_unknown = true;
    if (!word || !hex_word(word, sizeof number, number, &len))
        fail_msg("%s: no word of 32 hex digits", where);
    for (size_t lane = 0; lane < sizeof number; lane++)
        y.data[lane] = number[sizeof number - 1 - lane];
    tn_checker_exa_cycle(t->checker, &y);
}

static void one_packet(struct trace *t, char *line, const char *where)
{
    static uint8_t bytes[PACKET_MAX];
    char *word = strtok(line, " \n");
    bool blocks = strcmp(word, "blocks") == 0;
    bool words = strcmp(word, "words") == 0;
    size_t unit = strcmp(word, "tlp") == 0 || strcmp(word, "packet") == 0 ? 4
                  : strcmp(word, "exa") == 0                              ? 16
                  : blocks                                                ? 9
                  : words                                                 ? 5
                                                                          : 1;
    struct tn_event ev = {.bytes = bytes,
                          .fabric = strncmp(where, "vectors/exanet", 14) == 0 ? TN_FABRIC_EXANET
                                    : strncmp(where, "vectors/tnw", 11) == 0  ? TN_FABRIC_TNW
                                                                              : TN_FABRIC_PCIE,
                          .unit = blocks || words || strcmp(word, "frame") == 0 ? TN_UNIT_FRAME
                                                                                : TN_UNIT_PACKET};
    bool between = false;
    if (strncmp(where, "vectors/axi", 11) == 0) {
        struct tn_axi_seen seen = axi_line(word, &t->axi_cycle, where);
        seen.packet = ++t->packets;
        tn_checker_axi(t->checker, &seen);
        return;
    }
    if (strncmp(where, "vectors/czodiac", 15) == 0) {
        stream_cycle(t->checker, &t->stream, ++t->packets, where);
        return;
    }
    if (strcmp(word, "cycle") == 0) {
        one_cycle(t, where);
        return;
    }
    ev.packet = ++t->packets;
    while ((word = strtok(NULL, " \n")) != NULL) {
        if (strncmp(word, "dir=", 4) == 0) {
            ev.dir = strcmp(word + 4, "up") == 0 ? TN_DIR_UP : TN_DIR_DOWN;
            continue;
        }
        if (strncmp(word, "point=", 6) == 0) {
            ev.point = (uint16_t)strtoul(word + 6, NULL, 10);
            between = ev.fabric == TN_FABRIC_EXANET;
            continue;
        }
        if (strncmp(word, "cycle=", 6) == 0) {
            ev.cycle = strtoull(word + 6, NULL, 10);
            continue;
        }
        if (strcmp(word, "fault") == 0) {
            ev.flags = TN_EV_FAULT;
            continue;
        }
        if (strncmp(word, "ns=", 3) == 0) {
            ev.time_ns = strtoull(word + 3, NULL, 10);
            continue;
        }
        if (!hex_word(word, unit, bytes, &ev.len))
            fail_msg("%s: '%s' is no word of %zu bytes in hex", where, word, unit);
    }
    ev.orig_len = ev.len;
    if (between) /* what its point shows is another trace's business */
        tn_checker_between(t->checker, &ev, 0);
    else
        tn_checker_event(t->checker, &ev, 0);
}

static void run_file(const char *path)
{
    static char line[LINE_MAX_BYTES];
    struct trace t = {0};
    unsigned number = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char where[128];
        snprintf(where, sizeof where, "%s:%u", path, ++number);
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (strncmp(line, "good ", 5) == 0 || strncmp(line, "bad ", 4) == 0) {
            end_trace(&t);
            begin_trace(&t, line, where);
        } else if (t.running && line[0] == ' ') {
            one_packet(&t, line + strspn(line, " "), where);
        } else {
            fail_msg("%s: not a vector line", where);
        }
    }
    end_trace(&t);
    fclose(f);
}

static void every_trace_gets_the_verdict_that_the_standard_gives_it(void **state)
{
    glob_t g;
    (void)state;
    assert_int_equal(glob("vectors/pcie/*.vec", 0, NULL, &g), 0);
    assert_int_equal(glob("vectors/exanet/*.vec", GLOB_APPEND, NULL, &g), 0);
    assert_int_equal(glob("vectors/tnw/*.vec", GLOB_APPEND, NULL, &g), 0);
    assert_int_equal(glob("vectors/axi/*.vec", GLOB_APPEND, NULL, &g), 0);
    assert_int_equal(glob("vectors/czodiac/*.vec", GLOB_APPEND, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++)
        run_file(g.gl_pathv[i]);
    globfree(&g);
    print_message("%u traces\n", traces);
    assert_int_equal(wrong, 0);
}

/* Rules of a block's contract, judged beside its model: cases, seeded bugs and unit tests make
 * them fire (suites/self sees to that), no trace but those of link frames. */
static bool is_of_a_block(const char *id)
{
    static const char *const blocks[] = {
        "CZR-",     "EXX-",     "EXL-",     "EXQ-",     "EXN-",     "EXM-",     "EXP-",
        "EXR-",     "EXU-",     "AXS-",     "TNW-FB-5", "TNW-SYM-", "TNW-PCS-", "TNW-INJ-",
        "TNW-RCV-", "TNW-LNK-", "TNW-RX-",  "TNW-TX-",  "TNW-TMO-", "TNW-LAT-", "TNW-CNT-",
        "TNW-RST-", "TNW-INV-", "TNW-OLD-", "TNW-WR-",  "TNW-CRD-", "TNW-ARB-", "TNW-PI-",
        "TNW-PUT-", "TNW-GET-", "TNW-NWP-", "TNW-TOR-", "TNW-LIB-"};
    static const char *const shown[] = {"EXL-BLK-1", "EXL-FRM-1", "EXL-TX-2", "TNW-LNK-2",
                                        "TNW-RX-9",  "TNW-RX-11", "TNW-TX-1", "TNW-TX-2",
                                        "TNW-TX-3",  "TNW-TX-4",  "TNW-TX-5"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (strcmp(id, shown[i]) == 0)
            return false;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (strncmp(id, blocks[i], strlen(blocks[i])) == 0)
            return true;
    return false;
}

static void every_rule_of_packets_has_a_good_and_a_bad_trace(void **state)
{
    const struct tn_rule *r;
    size_t missing = 0;
    (void)state;
    assert_true(tn_rule_count() <= RULES_MAX);
    for (size_t i = 0; (r = tn_rule_at(i)); i++)
        if (!is_of_a_block(r->id) && (!good_of[i] || !bad_of[i])) {
            print_message("%s: %u good, %u bad\n", r->id, good_of[i], bad_of[i]);
            missing++;
        }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trace_gets_the_verdict_that_the_standard_gives_it),
        cmocka_unit_test(every_rule_of_packets_has_a_good_and_a_bad_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
