/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What TNW's library does to its node, judged by tnw_torus.md section 4: registers and Pput.
 */
#include "tnw_lib_judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    ITEM = 128,
    BURST = 64,
    CTRL = 0x1008,
    LINK_STEP = 0x400,
    CREDITS = 0x4000,
    PUTS = 0x6000,
    GETS = 0x8000,
    PAIR_STEP = 0x200,
    VC_STEP = 0x40,
    GET_STEP = 0x100,
    FREE_TAGS = 0x20,
    ABORT = 0x24,
    STATUS = 0x04,
    DONE = 0x0c,
};

void tn_tnw_lib_says(struct tn_tnw_lib_judge *j, const char *rule, const char *expected,
                     const char *found, ...)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .cycle = j->calls};
    va_list ap;
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    va_start(ap, found);
    vsnprintf(v.found, sizeof v.found, found, ap);
    va_end(ap);
    j->fn(j->fn_ctx, &v);
}

static uint32_t span(const struct tn_tnw_lib_judge *j)
{
    return 1u << j->limits.item_log2;
}

/* The first item of a message in a window that all injected items have left. */
static void message_begins(struct tn_tnw_lib_judge *j, struct tn_tnw_lib_put *p, uint32_t item)
{
    if (p->written != p->shown)
        tn_tnw_lib_says(j, "TNW-LIB-1", "DONE shows the message before injected whole",
                        "%u of its items not shown", p->written - p->shown);
    const bool in = item - p->next < span(j);
    p->first = item;
    p->old_next = p->next;
    p->unsaid = item != p->next;
    if (item != p->next && (item % span(j) || in))
        tn_tnw_lib_says(j, "TNW-LIB-1", "NEXT is written before", "item %u, next is %u", item,
                        p->next);
}

static void item_begins(struct tn_tnw_lib_judge *j, struct tn_tnw_lib_put *p, uint32_t item)
{
    if ((uint64_t)item * ITEM != p->at || item != p->next)
        message_begins(j, p, item);
    else if (p->unsaid && item - p->first < span(j) && item - p->old_next < span(j))
        tn_tnw_lib_says(j, "TNW-LIB-1", "NEXT is written before the message",
                        "item %u, by itself, is where next is %u", item, p->old_next);
    if (p->written - p->shown >= span(j))
        tn_tnw_lib_says(j, "TNW-LIB-1", "never more than N items beyond DONE", "%u",
                        p->written - p->shown + 1);
    if (j->sending && j->last)
        tn_tnw_lib_says(j, "TNW-LIB-8", "last with the last item of a message alone",
                        "item %u behind it", item);
    j->sending = true;
    j->last = false;
    p->written++;
    p->next = item + 1;
}

static void pput(struct tn_tnw_lib_judge *j, uint64_t addr, size_t len)
{
    const unsigned off = j->limits.off_log2 + 4;
    const unsigned window = off + j->limits.last_en;
    const unsigned link = (unsigned)(addr >> (window + 3)), vc = addr >> window & 7;
    const uint64_t at = addr & ((1ull << off) - 1);
    j->unflushed += len;
    if (link >= TNW_LIB_LINKS) {
        tn_tnw_lib_says(j, "TNW-LIB-6", "a window of BAR2", "a write of %llx",
                        (unsigned long long)addr);
        return;
    }
    struct tn_tnw_lib_put *p = &j->put[link][vc];
    if (len != BURST || addr % BURST)
        tn_tnw_lib_says(j, "TNW-LIB-1", "writes of 64 bytes", "%zu at %llx", len,
                        (unsigned long long)addr);
    if (at % ITEM == 0)
        item_begins(j, p, (uint32_t)(at / ITEM));
    else if (at != p->at)
        tn_tnw_lib_says(j, "TNW-LIB-1", "writes in ascending order", "%llx behind %llx",
                        (unsigned long long)at, (unsigned long long)p->at);
    p->at = at + len;
    j->last = j->last || (j->limits.last_en && addr >> off & 1);
}

/* Whatever it does besides, what was written to BAR2 is flushed. */
static void asks(struct tn_tnw_lib_judge *j, const char *what)
{
    if (j->unflushed)
        tn_tnw_lib_says(j, "TNW-LIB-1", "flush behind the writes of BAR2", "%zu bytes before %s",
                        j->unflushed, what);
    j->unflushed = 0;
}

static uint32_t number(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void next_written(struct tn_tnw_lib_judge *j, unsigned link, struct tn_tnw_lib_put *p,
                         uint32_t value)
{
    if (j->link_reset[link]) {
        *p = (struct tn_tnw_lib_put){.next = value};
        return;
    }
    if (p->written != p->shown && !p->error)
        tn_tnw_lib_says(j, "TNW-LIB-1", "DONE shows all injected before NEXT is written",
                        "%u items not shown", p->written - p->shown);
    if (p->error)
        p->written = p->shown;
    p->error = false;
    p->next = value;
    p->at = UINT64_MAX;
}

/* tnwReset ends the link's descriptors before anything leaves it again. */
static void ctrl_written(struct tn_tnw_lib_judge *j, unsigned link, bool reset)
{
    if (!reset && j->link_reset[link] && !j->aborted[link])
        tn_tnw_lib_says(j, "TNW-LIB-6", "ABORT is written before CTRL.reset is cleared",
                        "not for link %u", link);
    j->link_reset[link] = reset;
    j->aborted[link] = false;
    if (reset)
        tn_tnw_lib_link_reset(j, link);
}

/* One register: NEXT, CTRL, FREE_TAGS, ABORT. Else it is a credit, a descriptor, or none of the
 * library's. */
static bool one_register(struct tn_tnw_lib_judge *j, uint64_t addr, const uint8_t *data)
{
    if (addr >= PUTS && addr < PUTS + TNW_LIB_LINKS * PAIR_STEP && addr % VC_STEP == 0) {
        const unsigned pair = (unsigned)(addr - PUTS) / VC_STEP;
        next_written(j, pair / TNW_LIB_CHANNELS,
                     &j->put[pair / TNW_LIB_CHANNELS][pair % TNW_LIB_CHANNELS], number(data));
        return true;
    }
    if (addr >= CTRL && addr < CTRL + TNW_LIB_LINKS * LINK_STEP && (addr - CTRL) % LINK_STEP == 0) {
        ctrl_written(j, (unsigned)(addr - CTRL) / LINK_STEP, data[0] & 1);
        return true;
    }
    if (addr >= GETS && addr < GETS + TNW_LIB_LINKS * GET_STEP && addr % GET_STEP == ABORT)
        j->aborted[(addr - GETS) / GET_STEP] = true;
    return addr >= GETS && addr < GETS + TNW_LIB_LINKS * GET_STEP &&
           (addr % GET_STEP == FREE_TAGS || addr % GET_STEP == ABORT);
}

static int on_write(void *ctx, int bar, uint64_t addr, const void *data, size_t len)
{
    struct tn_tnw_lib_judge *j = ctx;
    j->calls++;
    if (bar == 2) {
        pput(j, addr, len);
        return j->below->write(j->ctx, bar, addr, data, len);
    }
    asks(j, "a write of BAR0");
    const bool credit = addr >= CREDITS && addr < CREDITS + TNW_LIB_LINKS * PAIR_STEP;
    const bool get = addr >= GETS && addr < GETS + TNW_LIB_LINKS * GET_STEP;
    if (bar == 0 && len == 4 && one_register(j, addr, data))
        ;
    else if (bar == 0 && credit)
        tn_tnw_lib_given(j, 0, (unsigned)(addr - CREDITS), data, len);
    else if (bar == 0 && get)
        tn_tnw_lib_given(j, 1, (unsigned)(addr - GETS), data, len);
    else
        tn_tnw_lib_says(j, "TNW-LIB-6", "a register that the page names",
                        "BAR%d, %zu bytes at %llx", bar, len, (unsigned long long)addr);
    return j->below->write(j->ctx, bar, addr, data, len);
}

static int on_read32(void *ctx, uint64_t addr, uint32_t *value)
{
    struct tn_tnw_lib_judge *j = ctx;
    j->calls++;
    asks(j, "a register read");
    const int r = j->below->read32(j->ctx, addr, value);
    if (r || addr < PUTS || addr >= PUTS + TNW_LIB_LINKS * PAIR_STEP)
        return r;
    const unsigned pair = (unsigned)(addr - PUTS) / VC_STEP;
    struct tn_tnw_lib_put *p = &j->put[pair / TNW_LIB_CHANNELS][pair % TNW_LIB_CHANNELS];
    if (addr % VC_STEP == STATUS && *value & 1)
        p->error = true;
    if (addr % VC_STEP != DONE)
        return 0;
    if (p->error) /* the window dropped the rest */
        p->written = *value;
    if (!p->asked && p->written == 0)
        p->written = *value;
    p->asked = true;
    p->shown = *value;
    return 0;
}

static int on_flush(void *ctx)
{
    struct tn_tnw_lib_judge *j = ctx;
    j->calls++;
    j->unflushed = 0;
    if (j->last) /* so ends a tnwSend */
        j->sending = j->last = false;
    return j->below->flush(j->ctx);
}

static int on_pause(void *ctx)
{
    struct tn_tnw_lib_judge *j = ctx;
    j->calls++;
    asks(j, "a pause");
    return j->below->pause(j->ctx);
}

const struct tnw_io tn_tnw_lib_judge_io = {.read32 = on_read32,
                                           .write = on_write,
                                           .flush = on_flush,
                                           .load = tn_tnw_lib_load,
                                           .store = tn_tnw_lib_store,
                                           .pause = on_pause};

void tn_tnw_lib_judge_init(struct tn_tnw_lib_judge *j, const struct tnw_io *below, void *ctx,
                           const struct tn_tnw_lib_limits *limits, uint64_t notes,
                           tn_verdict_fn *fn, void *fn_ctx)
{
    memset(j, 0, sizeof *j);
    j->below = below;
    j->ctx = ctx;
    j->limits = *limits;
    j->notes = notes;
    j->fn = fn;
    j->fn_ctx = fn_ctx;
}

void tn_tnw_lib_judge_sent(struct tn_tnw_lib_judge *j, int result)
{
    asks(j, "the end of tnwSend");
    if (j->limits.last_en && j->sending && !result && !j->last)
        tn_tnw_lib_says(j, "TNW-LIB-8", "last with the last item of a message", "none");
    j->sending = j->last = false;
}
