/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of a CPU's network interface before scripts of its pins, which are right or have one
 * bug (cl_ni.md).
 */
#include "cl_ni_player.h"

enum bug {
    NONE,
    NO_FAULT,
    FAULTS,
    LOAD_OTHER,
    STORE_LOST,
    CACHE_STALE,
    BACK_OTHER,
    BACK_CLEAN,
    FETCH_DIRTY,
    PLAIN_LOST,
    DATA_AFTER_ACK,
    TAKES_LAST,
    REFUSES,
    SOURCE_OTHER,
    CROSSES,
    MADE,
    ACK_REFUSED,
    REFUSED_LOST,
    ACK_TWICE,
    ACK_BYTES,
    ACK_LOST,
    READ_OTHER,
    READ_LOST,
    COPY_OTHER,
    COPY_STOPS,
    COPY_MISALIGNED,
    STATUS_EARLY,
    STATUS_STAYS,
    STATUS_GOOD,
    STORE_BUSY,
    ADD_LOST,
    ADD_TWICE,
    REARM_STORES,
    LOCAL_LOST,
    FIRES_NOT,
    FIRES_TWICE,
    FIRES_EARLY,
    QUEUE_LAST,
    QUEUE_LOSES,
    QUEUE_TAKES,
    QUEUE_OVER,
    QUEUE_SHORT,
    QUEUE_COUNT,
    WORD_CHANGES,
    MEMORY_CHANGES,
    COUNTS_TWICE
};

/* 1: the script has that bug. */
static uint32_t is(enum bug bug)
{
    return t.bug == bug;
}

/* An access of memory; data of a fetch come at once. */
static void mem(bool wr, uint32_t addr, const uint32_t data[CL_NI_LINE_WORDS])
{
    t.p.mem_valid = true;
    t.p.mem_wr = wr;
    t.p.mem_addr = addr;
    memcpy(t.p.mem_wdata, data, sizeof t.p.mem_wdata);
    idle(1);
    t.p.mem_ready = true;
    idle(1);
    t.p.mem_valid = t.p.mem_ready = false;
    t.p.mem_rvalid = !wr;
    memcpy(t.p.mem_rdata, data, sizeof t.p.mem_rdata);
    idle(1);
    t.p.mem_rvalid = false;
}

/* A miss, a store to the line, its write-back, and what was counted. */
static void cache(void)
{
    const uint32_t old[8] = {11, 22, 33, 44, 55, 66, 77, 88};
    uint32_t stored[8] = {11, 5, 33, 44, 55, 66, 77, 88};
    begin();
    begin_access(false, 0x100, 0);
    if (is(MEMORY_CHANGES)) {
        t.p.mem_valid = true;
        t.p.mem_addr = 0x120;
        idle(1);
    }
    mem(false, 0x100, old);
    end_access(old[0], false);
    store(0x104, 5);
    load(0x104, is(CACHE_STALE) ? 22 : 5);
    if (is(FETCH_DIRTY))
        mem(false, 0x100, old);
    stored[7] += is(BACK_OTHER);
    mem(true, 0x100, stored);
    if (is(BACK_CLEAN))
        mem(true, 0x100, stored);
    begin_access(false, 0x104, 0);
    mem(false, 0x100, stored);
    end_access(5, false);
    idle(SHORT);
    reg_read(CLN_HITS, 2);
    reg_read(CLN_MISSES, 2 + is(COUNTS_TWICE));
    reg_read(CLN_WRITEBACKS, 1);
    end();
}

/* Words of the scratchpad, written and read by the CPU and by packets. */
static void plain(void)
{
    const uint32_t data[2] = {0x1234, 0x89abcdef}, both[2] = {7, 0x1234 + is(READ_OTHER)};
    begin();
    for (unsigned i = 0; i < 8; i++)
        store(va(0, i), 7 * (i == 0));
    load(va(0, 0), is(PLAIN_LOST) ? 0 : 7);
    COMES(WRITE, data, .first = at(0, 1), .ack = ACK_AT, .size = 8);
    idle(20);
    load(va(0, 1), 0);
    if (is(MADE))
        LEAVES(WRITE, data, .first = FAR, .size = 8);
    if (!is(ACK_LOST))
        LEAVES(ACK, NULL, .first = ACK_AT, .value = is(ACK_BYTES) ? 4 : 8);
    load(va(0, 2), is(DATA_AFTER_ACK) ? 0 : data[1]);
    if (is(ACK_TWICE))
        LEAVES(ACK, NULL, .first = ACK_AT, .value = 8);
    COMES(READ, NULL, .first = at(0, 0), .reply = FAR + 0x40, .ack = ACK_AT, .size = 8);
    if (!is(READ_LOST))
        LEAVES(WRITE_REPLY, both, .first = FAR + 0x40, .ack = ACK_AT, .size = 8);
    COMES(WRITE, data, .first = at(1, 0), .size = 8);
    idle(SHORT);
    load(va(1, 1), data[1]);
    if (is(WORD_CHANGES)) {
        t.p.n_tx_valid = 1;
        t.p.n_tx_ready = 0;
        idle(1);
        t.p.n_tx_data[0]++;
        idle(1);
    }
    end();
}

/* What regions and lines do not allow. */
static void protection(void)
{
    const uint32_t data[1] = {1};
    begin();
    begin_access(false, 0x50000000, 0);
    end_access(0, true);
    begin_access(true, 0x30000000, 0);
    end_access(0, !is(NO_FAULT));
    begin_access(false, 0x30000000, 0);
    end_access(0, is(FAULTS));
    begin_access(false, va(9, 0), 0);
    end_access(0, true);
    COMES(WRITE, data, .first = at(3, 1), .ack = ACK_AT, .size = 4);
    if (is(ACK_REFUSED))
        LEAVES(ACK, NULL, .first = ACK_AT, .value = 4);
    else if (!is(REFUSED_LOST))
        LEAVES(NACK, NULL, .first = ACK_AT, .cause = 2, .value = 4);
    load(va(3, 1), 0);
    COMES(MESSAGE, data, .first = at(0, 0), .ack = ACK_AT, .size = 4);
    LEAVES(NACK, NULL, .first = ACK_AT, .cause = 2, .value = 4);
    COMES(ACK, NULL, .first = at(9, 0), .value = 4);
    COMES(WRITE, data, .first = HERE ^ 1u << 25, .ack = ACK_AT, .size = 4);
    idle(SHORT);
    reg_read(CLN_FAULTS, 6);
    reg_read(CLN_MALFORMED, 1);
    end();
}

/* Ways of a set; the last one stays the cache's. */
static void lines(void)
{
    begin();
    line(20, CL_NI_PLAIN);
    line(532, CL_NI_PLAIN);
    reg_write(CLN_LINE, CL_NI_PLAIN << 16 | 1044);
    reg_read(CLN_LINE, CL_NI_PLAIN << 16 | is(REFUSES) << 31);
    reg_write(CLN_LINE, CL_NI_PLAIN << 16 | 1556);
    reg_read(CLN_LINE, is(TAKES_LAST) ? CL_NI_PLAIN << 16 : UINT32_C(1) << 31);
    end();
}

/* Starts a command. */
static void command(uint32_t op, uint32_t size, uint32_t from, uint32_t to)
{
    store(va(2, 3), va(7, 0));
    store(va(2, 1), from);
    store(va(2, 2), to);
    store(va(2, 0), op << 28 | size);
}

/* A copy of 120 bytes to a place that is not a line's first; a message, a start that is wrong. */
static void commands(void)
{
    uint32_t data[32];
    unsigned sent = 0;
    begin();
    for (unsigned i = 0; i < 8; i++) {
        store(va(0, i), data[i] = i + 1);
        store(va(1, i), data[8 + i] = i + 9);
    }
    command(1, 64, va(0, 0), 0x20000010 + 2 * is(COPY_MISALIGNED));
    for (unsigned i = 0; i < 3 - is(COPY_STOPS) && !is(COPY_MISALIGNED); i++) {
        const uint16_t size[3] = {16, 32, 16};
        data[sent / 4] += is(COPY_OTHER);
        LEAVES(WRITE, data + sent / 4, .first = FAR + 0x10 + sent, .ack = at(7, 0),
               .size = (uint16_t)(size[i] + 8 * (i == 0 ? is(CROSSES) : 0)));
        sent += size[i];
    }
    if (is(COPY_MISALIGNED))
        LEAVES(WRITE, data, .first = FAR + 0x10, .ack = at(7, 0), .size = 16);
    idle(is(COPY_STOPS) ? LONG : SHORT);
    load(va(2, 4), is(STATUS_STAYS));
    COMES(NACK, NULL, .first = at(2, 0), .cause = 2, .value = 16);
    idle(SHORT);
    load(va(2, 4), is(STATUS_GOOD) ? 0 : 4);
    command(1, 128, 0x20000000, va(0, 0));
    load(va(2, 4), !is(STATUS_EARLY));
    if (is(STORE_BUSY))
        store(va(2, 1), 0);
    for (unsigned i = 0; i < 4; i++)
        LEAVES(READ, NULL, .first = FAR + 32 * i + (is(SOURCE_OTHER) && i == 2 ? 4 : 0),
               .reply = at(i, 0), .ack = at(7, 0), .size = 32);
    COMES(WRITE_REPLY, data, .first = at(0, 0), .ack = at(7, 0), .size = 32);
    idle(SHORT);
    load(va(7, 0), 32);
    command(1, 6, va(0, 0), 0x20000000);
    idle(SHORT);
    load(va(2, 4), 3);
    store(va(2, 4), 99);
    command(2, 4, 0, 0x20000100);
    load(va(2, 4), 0); /* its packet waits for the network, and the next one is started */
    command(3, 8, 0x20000140, va(0, 0));
    LEAVES(QUEUE_READ, NULL, .first = FAR + 0x140, .reply = at(0, 0), .size = 8);
    LEAVES(MESSAGE, ((const uint32_t[]){99}), .first = FAR + 0x100, .ack = at(7, 0), .size = 4);
    end();
}

/* A counter that fires to a far and to an own counter, and is armed again by an add. */
static void counters(void)
{
    begin();
    store(va(3, 1), 9);
    store(va(3, 2), FAR + 0x80);
    store(va(3, 3), at(7, 0));
    store(va(3, 6), (uint32_t)-40);
    store(va(3, 7), 1);
    store(va(3, 0), (uint32_t)-40);
    COMES(ACK, NULL, .first = at(3, 0), .value = 16);
    idle(SHORT);
    load(va(3, 0), (uint32_t)-24 - 16 * is(ADD_LOST) + 16 * is(ADD_TWICE));
    if (is(FIRES_EARLY))
        LEAVES(ADD, NULL, .first = FAR + 0x80, .value = 9);
    COMES(ADD, NULL, .first = at(3, 0), .value = 24);
    idle(SHORT);
    store(va(3, 0), 8);
    if (!is(FIRES_NOT))
        LEAVES(ADD, NULL, .first = FAR + 0x80, .value = 9);
    if (is(FIRES_TWICE))
        LEAVES(ADD, NULL, .first = FAR + 0x80, .value = 9);
    idle(LONG);
    load(va(3, 0), (uint32_t)(is(REARM_STORES) ? -40 : -32));
    load(va(7, 0), is(LOCAL_LOST) ? 0 : 9);
    end();
}

/* A queue with two places. */
static void queues(void)
{
    static const uint32_t item[4][2] = {{101, 1}, {102, 2}, {103, 3}, {104, 4}};
    begin();
    store(va(4, 1), 2);
    store(va(4, 4), 8);
    for (unsigned i = 0; i < 2; i++) {
        COMES(MESSAGE, item[i], .first = at(4, 0), .ack = ACK_AT, .size = 8);
        if (is(QUEUE_SHORT))
            LEAVES(NACK, NULL, .first = ACK_AT, .cause = 1, .value = 8);
        else
            LEAVES(ACK, NULL, .first = ACK_AT, .value = 8);
    }
    COMES(MESSAGE, item[2], .first = at(4, 0), .ack = ACK_AT, .size = 8);
    if (is(QUEUE_OVER))
        LEAVES(ACK, NULL, .first = ACK_AT, .value = 8);
    else
        LEAVES(NACK, NULL, .first = ACK_AT, .cause = 1, .value = 8);
    idle(SHORT);
    load(va(4, 0), 2 << 16);
    COMES(QUEUE_READ, NULL, .first = at(4, 0), .reply = FAR + 0x200, .size = 4);
    if (!is(QUEUE_LOSES))
        LEAVES(WRITE_REPLY, item[is(QUEUE_LAST)], .first = FAR + 0x200, .size = 4);
    idle(LONG);
    load(va(4, 5), is(QUEUE_TAKES) ? 103 : 102);
    load(va(4, 5), 0);
    load(va(4, 6), 1);
    COMES(QUEUE_READ, NULL, .first = at(4, 0), .reply = FAR + 0x300, .size = 28);
    COMES(MESSAGE, item[3], .first = at(4, 0), .size = 8);
    LEAVES(WRITE_REPLY, item[3], .first = FAR + 0x300, .size = 8);
    idle(SHORT);
    load(va(4, 7), 1 + is(QUEUE_COUNT));
    end();
}

/* The CPU's accesses to another CPU's scratchpad. */
static void remote(void)
{
    const uint32_t data[1] = {77};
    const uint32_t here = HERE + CL_NI_LOADED;
    begin();
    begin_access(false, 0x20000040, 0);
    LEAVES(READ, NULL, .first = FAR + 0x40, .reply = here, .ack = here, .size = 4);
    COMES(WRITE_REPLY, data, .first = here, .ack = 0, .size = 4);
    end_access(77 + is(LOAD_OTHER), false);
    store(0x20000044, 77);
    if (!is(STORE_LOST))
        LEAVES(WRITE, data, .first = FAR + 0x44, .size = 4);
    end();
}

static void play(enum bug bug)
{
    static void (*const script[])(void) = {cache,    plain,    protection, lines,
                                           commands, counters, queues,     remote};
    t.bug = bug;
    t.verdicts = t.others = 0;
    t.rule[0] = t.found[0] = 0;
    for (unsigned i = 0; i < sizeof script / sizeof *script; i++)
        script[i]();
}

static void each_bug_has_its_rule_and_no_other(void **state)
{
    static const struct {
        enum bug bug;
        const char *rule;
    } all[] = {{NONE, ""},
               {NO_FAULT, "CLN-CPU-1"},
               {FAULTS, "CLN-CPU-1"},
               {LOAD_OTHER, "CLN-REM-1"},
               {STORE_LOST, "CLN-REM-1"},
               {CACHE_STALE, "CLN-CCH-1"},
               {BACK_OTHER, "CLN-CCH-2"},
               {BACK_CLEAN, "CLN-CCH-2"},
               {FETCH_DIRTY, "CLN-CCH-2"},
               {PLAIN_LOST, "CLN-SCR-1"},
               {DATA_AFTER_ACK, "CLN-SCR-1"},
               {TAKES_LAST, "CLN-LIN-1"},
               {REFUSES, "CLN-LIN-1"},
               {SOURCE_OTHER, "CLN-PKT-2"},
               {CROSSES, "CLN-PKT-1"},
               {MADE, "CLN-PKT-2"},
               {ACK_REFUSED, "CLN-PRT-1"},
               {REFUSED_LOST, "CLN-PRT-1"},
               {ACK_TWICE, "CLN-ACK-1"},
               {ACK_BYTES, "CLN-ACK-1"},
               {ACK_LOST, "CLN-ACK-1"},
               {READ_OTHER, "CLN-RED-1"},
               {READ_LOST, "CLN-RED-1"},
               {COPY_OTHER, "CLN-CMD-1"},
               {COPY_STOPS, "CLN-CMD-1"},
               {COPY_MISALIGNED, "CLN-PKT-2"},
               {STATUS_EARLY, "CLN-CMD-2"},
               {STATUS_STAYS, "CLN-CMD-2"},
               {STATUS_GOOD, "CLN-CMD-2"},
               {STORE_BUSY, "CLN-CMD-3"},
               {ADD_LOST, "CLN-CNT-1"},
               {ADD_TWICE, "CLN-CNT-1"},
               {REARM_STORES, "CLN-CNT-1"},
               {LOCAL_LOST, "CLN-CNT-1"},
               {FIRES_NOT, "CLN-CNT-2"},
               {FIRES_TWICE, "CLN-CNT-2"},
               {FIRES_EARLY, "CLN-CNT-2"},
               {QUEUE_LAST, "CLN-QUE-1"},
               {QUEUE_LOSES, "CLN-QUE-1"},
               {QUEUE_TAKES, "CLN-QUE-1"},
               {QUEUE_OVER, "CLN-QUE-2"},
               {QUEUE_SHORT, "CLN-QUE-2"},
               {QUEUE_COUNT, "CLN-QUE-2"},
               {WORD_CHANGES, "CLN-HSK-1"},
               {MEMORY_CHANGES, "CLN-HSK-1"},
               {COUNTS_TWICE, "CLN-REG-1"}};
    unsigned wrong = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        play(all[i].bug);
        if (strcmp(t.rule, all[i].rule) != 0 || t.others) {
            print_message("bug %u: %u \"%s\", not %s (%s)\n", all[i].bug, t.verdicts, t.rule,
                          all[i].rule, t.found);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bug_has_its_rule_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
