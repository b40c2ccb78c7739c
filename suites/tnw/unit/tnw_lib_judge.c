/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of TNW's library names the rule of each mistake that a library can make, and none of
 * what the page allows (checkers/tnw/spec/tnw_torus.md section 4).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <tn/tnw/tnw_lib_judge.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    NOTES = 0x50000,
    OFF_LOG2 = 8,
    ITEM_LOG2 = 2,
    CREDIT_LOG2 = 1,
    WINDOW = 0x13000 /* (2,3) */
};

struct desk {
    struct tn_tnw_lib_judge judge;
    uint32_t reads;   /* what the next register reads */
    uint8_t note[16]; /* what the next load gives */
    unsigned verdicts;
    char said[128];
};

static int read32(void *ctx, uint64_t addr, uint32_t *value)
{
    (void)addr;
    *value = ((struct desk *)ctx)->reads;
    return 0;
}

static int write_none(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    (void)ctx, (void)bar, (void)addr, (void)data, (void)len;
    return 0;
}

static int nothing(void *ctx)
{
    (void)ctx;
    return 0;
}

static int load_note(void *ctx, uint64_t host, void *data, size_t len)
{
    const struct desk *d = ctx;
    (void)host;
    assert_in_range(len, 1, sizeof d->note);
    memcpy(data, d->note, len);
    return 0;
}

static int store_none(void *ctx, uint64_t host, const void *data, size_t len)
{
    (void)ctx, (void)host, (void)data, (void)len;
    return 0;
}

static const struct tnw_io below = {read32, write_none, nothing, load_note, store_none, nothing};

static void said(void *ctx, const struct tn_verdict *v)
{
    struct desk *d = ctx;
    if (!d->verdicts++)
        snprintf(d->said, sizeof d->said, "%s: %s", v->rule, v->found);
}

static void put(struct desk *d, unsigned item, unsigned half)
{
    const uint8_t data[64] = {0};
    tn_tnw_lib_judge_io.write(&d->judge, 2, WINDOW + 128 * item + 64 * half, data, sizeof data);
}

static void items(struct desk *d, unsigned first, unsigned n)
{
    for (unsigned i = 0; i < 2 * n; i++)
        put(d, first + i / 2, i % 2);
}

static void flush(struct desk *d)
{
    tn_tnw_lib_judge_io.flush(&d->judge);
}

static void done(struct desk *d, uint32_t shows)
{
    uint32_t value;
    d->reads = shows;
    tn_tnw_lib_judge_io.read32(&d->judge, 0x64cc, &value);
}

static void bar0(struct desk *d, uint32_t addr, uint32_t value)
{
    const uint8_t le[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), 0};
    tn_tnw_lib_judge_io.write(&d->judge, 0, addr, le, sizeof le);
}

static void clear(struct desk *d, uint32_t at, uint8_t byte)
{
    tn_tnw_lib_judge_io.store(&d->judge, at + 11, &byte, 1);
}

/* 256 bytes to (2,3), tag, its place; or the same of Nget. */
static void given(struct desk *d, bool get, uint8_t tag, uint32_t place, size_t len)
{
    const uint8_t low = (uint8_t)place, mid = (uint8_t)(place >> 8), high = (uint8_t)(place >> 16);
    const uint8_t credit[24] = {[9] = 1, [12] = tag, [16] = low, mid, high};
    const uint8_t desc[28] = {[9] = 1, [12] = tag, [19] = 3 << 5, low, mid, high};
    tn_tnw_lib_judge_io.write(&d->judge, 0, get ? 0x8200 : 0x44c0, get ? desc : credit, len);
}

static void credit(struct desk *d, uint8_t tag, unsigned place)
{
    clear(d, 0x51300 + 16 * place, 0);
    given(d, false, tag, 0x51300 + 16 * place, 24);
}

static void get(struct desk *d, uint8_t tag)
{
    clear(d, 0x54300, 0);
    given(d, true, tag, 0x54300, 28);
}

/* tnwTest of that handle loaded such a notification of 256 bytes, and gave result. */
static void tested(struct desk *d, uint32_t place, uint8_t noted, uint8_t cause, uint8_t handle,
                   int result)
{
    const uint8_t note[16] = {noted, [5] = 1, [8] = cause, [11] = 0x80};
    const struct tnw_done end = {.bytes = 256, .cause = cause};
    uint8_t got[16];
    memcpy(d->note, note, sizeof note);
    tn_tnw_lib_judge_io.load(&d->judge, place, got, sizeof got);
    tn_tnw_lib_judge_tested(&d->judge, handle, result, &end);
}

/* Mistakes, each behind what is right. */
static void too_many_items(struct desk *d)
{
    done(d, 0), items(d, 0, 5);
}
static void too_many_behind_done(struct desk *d)
{
    items(d, 0, 4), flush(d), done(d, 1), items(d, 4, 2);
}
static void next_not_written_amid(struct desk *d)
{
    done(d, 0), items(d, 1, 1);
}
static void next_not_written_behind(struct desk *d)
{
    items(d, 0, 1), flush(d), done(d, 1), items(d, 4, 1);
}
static void next_not_written_before(struct desk *d)
{
    items(d, 0, 1), flush(d), done(d, 1), items(d, 0, 2);
}
static void next_over_items(struct desk *d)
{
    items(d, 0, 1), flush(d), bar0(d, 0x64c0, 8);
}
static void message_over_items(struct desk *d)
{
    items(d, 0, 2), flush(d), done(d, 1), items(d, 8, 1);
}
static void descending(struct desk *d)
{
    put(d, 0, 0), put(d, 1, 1);
}
static void not_flushed_before_done(struct desk *d)
{
    items(d, 0, 4), done(d, 0);
}
static void not_flushed_at_the_end(struct desk *d)
{
    items(d, 0, 1), tn_tnw_lib_judge_sent(&d->judge, 0);
}
static void not_cleared(struct desk *d)
{
    given(d, false, 1, 0x51300, 24);
}
static void cleared_wrong(struct desk *d)
{
    clear(d, 0x51300, 0x80), given(d, false, 1, 0x51300, 24);
}
static void cleared_once(struct desk *d)
{
    for (unsigned i = 0; i < 16; i++)
        credit(d, 1, i), tested(d, 0x51300 + 16 * i, 1, 0, 1, 0);
    given(d, false, 1, 0x51300, 24);
}
static void credit_in_two(struct desk *d)
{
    clear(d, 0x51300, 0), given(d, false, 1, 0x51300, 16);
}
static void wrong_place(struct desk *d)
{
    clear(d, 0x51310, 0), given(d, false, 1, 0x51310, 24);
}
static void no_room(struct desk *d)
{
    credit(d, 1, 0), credit(d, 2, 1), credit(d, 3, 2);
}
static void get_not_cleared(struct desk *d)
{
    given(d, true, 1, 0x54300, 28);
}
static void get_without_high(struct desk *d)
{
    clear(d, 0x54300, 0), given(d, true, 1, 0x54300, 24);
}
static void another_tag(struct desk *d)
{
    credit(d, 1, 0), tested(d, 0x51300, 9, 0, 1, 0);
}
static void not_ended(struct desk *d)
{
    credit(d, 1, 0), tested(d, 0x51300, 1, 0, 1, -EAGAIN);
}
static void ended_twice(struct desk *d)
{
    credit(d, 1, 0), tested(d, 0x51300, 1, 0, 1, 0), tested(d, 0x51300, 1, 0, 1, 0);
}
static void later_not_known(struct desk *d)
{
    credit(d, 1, 0), credit(d, 2, 1), tested(d, 0x51310, 2, 0, 2, -ENOENT);
}
static void other_register(struct desk *d)
{
    bar0(d, 0x0010, 5);
}
static void other_memory(struct desk *d)
{
    clear(d, 0x4fff0, 0);
}
static void other_load(struct desk *d)
{
    tested(d, 0x56000, 1, 0, 1, -ENOENT);
}
static void open_cleared(struct desk *d)
{
    credit(d, 1, 0), clear(d, 0x51300, 0);
}
static void not_aborted(struct desk *d)
{
    bar0(d, 0x1808, 1), bar0(d, 0x8220, 0), bar0(d, 0x1808, 0);
}
static void aborted_before_the_reset(struct desk *d)
{
    bar0(d, 0x8224, 0), bar0(d, 0x1808, 1), bar0(d, 0x1808, 0);
}
static void another_links_aborted(struct desk *d)
{
    bar0(d, 0x1808, 1), bar0(d, 0x8324, 0), bar0(d, 0x1808, 0);
}
static void no_window(struct desk *d)
{
    const uint8_t data[64] = {0};
    tn_tnw_lib_judge_io.write(&d->judge, 2, 6 << 15, data, sizeof data);
}
static void cause_hidden(struct desk *d)
{
    credit(d, 1, 0), tested(d, 0x51300, 1, 1, 1, 0);
}
static void too_short(struct desk *d)
{
    const uint8_t long_one[24] = {[9] = 2, [12] = 1, [17] = 0x13, [18] = 5};
    clear(d, 0x51300, 0);
    tn_tnw_lib_judge_io.write(&d->judge, 0, 0x44c0, long_one, sizeof long_one);
    tested(d, 0x51300, 1, 0, 1, 0);
}

/* Items of window (2,3) where BAR2 has `last`, with it or without. */
static void last_items(struct desk *d, unsigned first, unsigned n, bool last)
{
    const uint8_t data[64] = {0};
    for (unsigned i = 0; i < 2 * n; i++)
        tn_tnw_lib_judge_io.write(&d->judge, 2,
                                  (2 << 16 | 3 << 13 | last << 12) + 128 * first + 64 * i, data,
                                  sizeof data);
}
static void no_last(struct desk *d)
{
    last_items(d, 0, 2, false), flush(d), tn_tnw_lib_judge_sent(&d->judge, 0);
}
static void last_amid(struct desk *d)
{
    last_items(d, 0, 1, false), last_items(d, 1, 1, true), last_items(d, 2, 1, true);
}
static void short_is_an_error(struct desk *d)
{
    credit(d, 1, 0), tested(d, 0x51300, 1, 64, 1, -EIO);
}

static struct desk *desk(bool last_en)
{
    const struct tn_tnw_lib_limits limits = {OFF_LOG2, ITEM_LOG2, CREDIT_LOG2, last_en};
    struct desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    tn_tnw_lib_judge_init(&d->judge, &below, d, &limits, NOTES, said, d);
    return d;
}

static void blame(void (*play)(struct desk *d), bool last_en, const char *name, const char *rule)
{
    struct desk *d = desk(last_en);
    play(d);
    if (!d->verdicts || strncmp(d->said, rule, strlen(rule)) != 0)
        fail_msg("%s: %s expected, %s", name, rule, d->verdicts ? d->said : "nothing was said");
    free(d);
}
#define BLAMES(play, rule)      blame(play, false, #play, rule)
#define LAST_BLAMES(play, rule) blame(play, true, #play, rule)

static void each_mistake_breaks_its_rule(void **state)
{
    (void)state;
    BLAMES(too_many_items, "TNW-LIB-1");
    BLAMES(too_many_behind_done, "TNW-LIB-1");
    BLAMES(next_not_written_amid, "TNW-LIB-1");
    BLAMES(next_not_written_behind, "TNW-LIB-1");
    BLAMES(next_not_written_before, "TNW-LIB-1");
    BLAMES(next_over_items, "TNW-LIB-1");
    BLAMES(message_over_items, "TNW-LIB-1");
    BLAMES(descending, "TNW-LIB-1");
    BLAMES(not_flushed_before_done, "TNW-LIB-1");
    BLAMES(not_flushed_at_the_end, "TNW-LIB-1");
    BLAMES(not_cleared, "TNW-LIB-2");
    BLAMES(cleared_wrong, "TNW-LIB-2");
    BLAMES(cleared_once, "TNW-LIB-2");
    BLAMES(credit_in_two, "TNW-LIB-2");
    BLAMES(wrong_place, "TNW-LIB-2");
    BLAMES(no_room, "TNW-LIB-2");
    BLAMES(get_not_cleared, "TNW-LIB-3");
    BLAMES(get_without_high, "TNW-LIB-3");
    BLAMES(another_tag, "TNW-LIB-4");
    BLAMES(not_ended, "TNW-LIB-4");
    BLAMES(ended_twice, "TNW-LIB-4");
    BLAMES(later_not_known, "TNW-LIB-5");
    BLAMES(other_register, "TNW-LIB-6");
    BLAMES(other_memory, "TNW-LIB-6");
    BLAMES(other_load, "TNW-LIB-6");
    BLAMES(open_cleared, "TNW-LIB-6");
    BLAMES(no_window, "TNW-LIB-6");
    BLAMES(not_aborted, "TNW-LIB-6");
    BLAMES(aborted_before_the_reset, "TNW-LIB-6");
    BLAMES(another_links_aborted, "TNW-LIB-6");
    BLAMES(cause_hidden, "TNW-LIB-7");
    BLAMES(too_short, "TNW-LIB-7");
    BLAMES(short_is_an_error, "TNW-LIB-7");
    LAST_BLAMES(no_last, "TNW-LIB-8");
    LAST_BLAMES(last_amid, "TNW-LIB-8");
}

static void what_the_page_allows_breaks_none(void **state)
{
    (void)state;
    struct desk *d = desk(false);
    done(d, 7), items(d, 0, 4), flush(d), done(d, 9), items(d, 4, 2), flush(d);
    done(d, 13), items(d, 0, 4), flush(d);                     /* far enough before */
    done(d, 17), bar0(d, 0x64c0, 3), items(d, 3, 2), flush(d); /* amid, with NEXT */
    done(d, 19), items(d, 12, 1), flush(d), tn_tnw_lib_judge_sent(&d->judge, 0); /* far behind */
    credit(d, 1, 0), credit(d, 2, 1), get(d, 3);
    tested(d, 0x51300, 9, 0, 1, -EAGAIN);
    tested(d, 0x51310, 2, 0, 2, 0); /* the later one first */
    tested(d, 0x54300, 3, 8, 3, -EIO);
    bar0(d, 0x1808, 1); /* reset of link 2 */
    tested(d, 0x51300, 1, 0, 1, -ECONNRESET);
    bar0(d, 0x64c0, 0), bar0(d, 0x8224, 0), bar0(d, 0x8220, 0), bar0(d, 0x1808, 0);
    tested(d, 0x51300, 1, 0, 1, -ENOENT);
    done(d, 19), items(d, 0, 4), flush(d);
    if (d->verdicts)
        fail_msg("%s", d->said);
    free(d);
}

static void last_with_each_message_breaks_none(void **state)
{
    (void)state;
    struct desk *d = desk(true);
    for (unsigned n = 0; n < 3; n++) {
        done(d, 3 * n), bar0(d, 0x64c0, 0);
        last_items(d, 0, 2, false), last_items(d, 2, 1, true), flush(d);
        tn_tnw_lib_judge_sent(&d->judge, 0);
    }
    done(d, 9), bar0(d, 0x64c0, 0), last_items(d, 0, 1, false), flush(d);
    tn_tnw_lib_judge_sent(&d->judge, -EIO); /* it was cut short */
    credit(d, 1, 0), tested(d, 0x51300, 1, 64, 1, 0);
    if (d->verdicts)
        fail_msg("%s", d->said);
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_with_each_message_breaks_none),
        cmocka_unit_test(each_mistake_breaks_its_rule),
        cmocka_unit_test(what_the_page_allows_breaks_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
