/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The streams, pins and packets of a plain bench, from the block's table (tn/bench_plain.h).
 */
#include "../case/parse.h"

#include <tn/bench_plain.h>
#include <tn/bug.h>
#include <tn/dut.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *tn_plain_signal(const struct tn_block_table *t, const struct tn_block_port *p)
{
    return p->name + strlen(t->streams[p->stream].name) + 1;
}

void tn_plain_form(const struct tn_block_table *t, unsigned k, struct tn_plain_form *out)
{
    const struct tn_block_stream *s = &t->streams[k];
    *out = (struct tn_plain_form){.valid = &t->ports[s->first]};
    for (int i = s->first + 1; i < s->first + s->n; i++) {
        const struct tn_block_port *p = &t->ports[i];
        const char *name = tn_plain_signal(t, p);
        if (i == s->ready) {
            out->ready = p;
        } else if (strcmp(name, "data") == 0) {
            out->data = p;
        } else if (strcmp(name, "keep") == 0) {
            out->keep = p;
        } else if (strcmp(name, "last") == 0) {
            out->last = p;
        } else {
            tn_require(out->side_n < TN_PLAIN_SIDES);
            out->side[out->side_n++] = p;
            out->side_bytes += (p->width + 7u) / 8;
        }
    }
}

const struct tn_block_port *tn_plain_pin(const struct tn_block_table *t, unsigned k)
{
    for (unsigned i = 0; i < t->port_n; i++)
        if (t->ports[i].in && t->ports[i].stream == TN_BLOCK_NONE &&
            strncmp(t->ports[i].name, "reg_", 4) != 0 && k-- == 0)
            return &t->ports[i];
    return NULL;
}

/* Puts a number into bytes, highest first. */
static void put(uint8_t *to, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++)
        to[i] = n - 1 - i < 8 ? (uint8_t)(v >> 8 * (n - 1 - i)) : 0;
}

/* Parses SIGNAL=N ... of the stream's other signals; *at moves behind them. */
static int sides(struct tn_case_parser *p, const struct tn_plain_form *f, unsigned *at, unsigned end,
                 bool masked, uint8_t *bytes, uint8_t *mask)
{
    memset(bytes, 0, f->side_bytes);
    memset(mask, masked ? 0 : 0xff, f->side_bytes);
    for (; *at < end && strchr(p->word[*at], '='); ++*at) {
        const char *text = p->word[*at];
        const size_t n = strcspn(text, "=");
        unsigned i = 0, place = 0;
        uint64_t v;
        for (; i < f->side_n; place += (f->side[i++]->width + 7u) / 8) {
            const char *name = tn_plain_signal(p->dut->table, f->side[i]);
            if (strlen(name) == n && strncmp(text, name, n) == 0)
                break;
        }
        if (i == f->side_n)
            return tn_case_fail(p, "the stream has no signal '%.*s'", (int)n, text);
        const unsigned width = f->side[i]->width, of = (width + 7u) / 8;
        if (tn_case_number(p, "signal", text + n + 1, width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX, &v) < 0)
            return -EINVAL;
        put(bytes + place, of, v);
        memset(mask + place, 0xff, of);
    }
    return 0;
}

/* One hex digit, or x for one that does not count; -1: neither. */
static int digit(char c, uint8_t *counts)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    *counts = at ? 0xf : 0;
    return at ? (int)(at - digits) : c == 'x' ? 0 : -1;
}

/* Parses a word of data, HEX or N*HEX: two lower-case digits a byte, '_' between bytes as one likes. */
static int data(struct tn_case_parser *p, const char *text, bool masked, uint8_t *bytes,
                uint8_t *mask, size_t cap, size_t *len)
{
    const char *star = strchr(text, '*'), *hex = star ? star + 1 : text;
    char count[24];
    uint64_t times = 1;
    size_t n = 0;
    snprintf(count, sizeof count, "%.*s", star && star - text < 20 ? (int)(star - text) : 20, text);
    if (star && tn_case_number(p, "count", count, cap, &times) < 0)
        return -EINVAL;
    for (const char *c = hex; *c; c++) {
        uint8_t high, low;
        if (*c == '_' && c > hex)
            continue;
        const int a = digit(c[0], &high), b = a < 0 ? -1 : digit(c[1], &low);
        if (b < 0)
            return tn_case_fail(p, "data is hex digits, two a byte, not '%.40s'", hex);
        if (n == cap)
            return tn_case_fail(p, "more than %d bytes of data", TN_BENCH_BYTES);
        if (!masked && !(high && low))
            return tn_case_fail(p, "'%.40s': each digit of a packet that is sent is known", hex);
        bytes[n] = (uint8_t)(a << 4 | b);
        mask[n++] = (uint8_t)(high << 4 | low);
        c++;
    }
    if (n * times > cap)
        return tn_case_fail(p, "more than %d bytes of data", TN_BENCH_BYTES);
    for (size_t i = n; i < n * times; i++) {
        bytes[i] = bytes[i - n];
        mask[i] = mask[i - n];
    }
    *len = n * (size_t)times;
    return 0;
}

int tn_plain_packet(struct tn_case_parser *p, unsigned stream, unsigned at, unsigned end,
                    bool masked, struct tn_case_tlp *out)
{
    static uint8_t bytes[TN_BENCH_BYTES], mask[TN_BENCH_BYTES];
    struct tn_plain_form f;
    tn_plain_form(p->dut->table, stream, &f);
    size_t len = f.side_bytes;
    if (sides(p, &f, &at, end, masked, bytes, mask) < 0)
        return -EINVAL;
    for (; at < end; at++) {
        size_t n = 0;
        if (data(p, p->word[at], masked, bytes + len, mask + len, sizeof bytes - len, &n) < 0)
            return -EINVAL;
        len += n;
    }
    if (len == 0)
        return tn_case_fail(p, "a packet has at least one word");
    if (tn_case_room(p, out, len) < 0)
        return -EINVAL;
    memcpy(out->bytes, bytes, len);
    memcpy(out->mask, mask, len);
    return 0;
}
