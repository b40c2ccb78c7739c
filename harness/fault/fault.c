/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults as text, and back.
 */
#include <tn/fault.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINK = TN_FAULT_ON_LINK,
    PACKET = TN_FAULT_ON_LINK | TN_FAULT_ON_PACKET,
    STATE = TN_FAULT_ON_STATE,
    LINE = TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET,
    BIT = TN_FAULT_ARG,
    COUNT = TN_FAULT_ARG | TN_FAULT_NEEDS_ARG,
    LENGTH = TN_FAULT_LEN,
    BITS = TN_FAULT_ARG | TN_FAULT_LEN | TN_FAULT_NEEDS_LEN,
};

/* Places of tens: fabrics' own kinds may stand between. */
static const struct tn_fault_kind common[] = {
    {TN_FAULT_FLIP, 10, PACKET | BIT, "flip", "inverts one bit of a packet"},
    {TN_FAULT_BURST, 20, PACKET | BITS, "burst", "inverts consecutive bits of a packet"},
    {TN_FAULT_DROP, 30, PACKET, "drop", "loses a packet"},
    {TN_FAULT_DUP, 40, PACKET, "dup", "sends a packet twice"},
    {TN_FAULT_REORDER, 50, PACKET, "reorder", "sends a packet behind the one that follows"},
    {TN_FAULT_TRUNC, 60, PACKET | COUNT, "trunc", "cuts a packet to its first DWs"},
    {TN_FAULT_DELAY, 70, PACKET | COUNT, "delay", "holds a packet back for some cycles"},
    {TN_FAULT_READY0, 80, LINK | COUNT, "ready0",
     "ready, as the sender sees it, stuck at 0 for some cycles: beats are repeated"},
    {TN_FAULT_READY1, 90, LINK | COUNT, "ready1",
     "ready, as the sender sees it, stuck at 1 for some cycles: beats are lost"},
    {TN_FAULT_VALID0, 100, LINK | COUNT, "valid0",
     "valid, as the receiver sees it, stuck at 0 for some cycles: beats are lost"},
    {TN_FAULT_VALID1, 110, LINK | COUNT, "valid1",
     "valid, as the receiver sees it, stuck at 1 for some cycles: beats out of nothing"},
    {TN_FAULT_SEU, 120, STATE | BIT, "seu", "inverts one bit of a register or memory word once"},
    {TN_FAULT_STUCK0, 130, STATE | BIT | LENGTH, "stuck0",
     "holds one bit of a register or memory word at 0"},
    {TN_FAULT_STUCK1, 140, STATE | BIT | LENGTH, "stuck1",
     "holds one bit of a register or memory word at 1"},
    {TN_FAULT_JOIN, 150, LINE, "join",
     "makes a block of the first half of one and the second of the next"},
    {TN_FAULT_SLIP, 160, LINE | BIT, "slip", "moves a line's bits against its blocks"},
    {TN_FAULT_BER, 170, LINE | COUNT | LENGTH, "ber",
     "inverts one bit in 10^N of a line, for some blocks"},
};
static const struct tn_fault_kinds commons = {common, sizeof common / sizeof *common};

#define TN_FABRIC(name, code, number, text)                                                        \
    extern const struct tn_fault_kinds tn_fault_kinds_##name;
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC

/* Those of no fabric, then each fabric's. */
static const struct tn_fault_kinds *const owners[] = {
    &commons,
#define TN_FABRIC(name, code, number, text) &tn_fault_kinds_##name,
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC
};
enum { OWNERS = sizeof owners / sizeof *owners };

const struct tn_fault_kind *tn_fault_kind_of(unsigned id)
{
    for (unsigned o = 0; o < OWNERS; o++)
        for (unsigned k = 0; k < owners[o]->n; k++)
            if (owners[o]->kind[k].id == id)
                return &owners[o]->kind[k];
    return NULL;
}

/* The listed kind behind that one (NULL: the first) by place, of one place in the owners' order. */
static const struct tn_fault_kind *behind(const struct tn_fault_kind *last)
{
    const struct tn_fault_kind *first = NULL;
    bool passed = false;
    for (unsigned o = 0; o < OWNERS; o++)
        for (unsigned k = 0; k < owners[o]->n; k++) {
            const struct tn_fault_kind *kind = &owners[o]->kind[k];
            const bool later =
                !last || kind->place > last->place || (kind->place == last->place && passed);
            passed |= kind == last;
            if (!(kind->flags & TN_FAULT_ALSO) && later && (!first || kind->place < first->place))
                first = kind;
        }
    return first;
}

const struct tn_fault_kind *tn_fault_kind_at(unsigned i)
{
    const struct tn_fault_kind *kind = behind(NULL);
    while (kind && i-- > 0)
        kind = behind(kind);
    return kind;
}

/* The listed kind of that name, n letters. */
static const struct tn_fault_kind *named(const char *name, size_t n)
{
    const struct tn_fault_kind *kind = NULL;
    while ((kind = behind(kind)) != NULL)
        if (strlen(kind->name) == n && strncmp(name, kind->name, n) == 0)
            break;
    return kind;
}

unsigned tn_fault_own(const struct tn_fault_kinds *those, unsigned kind)
{
    for (unsigned k = 0; k < those->n; k++)
        if (strcmp(those->kind[k].name, tn_fault_name(kind)) == 0)
            return those->kind[k].id;
    return kind;
}

const char *tn_fault_name(unsigned kind)
{
    const struct tn_fault_kind *k = tn_fault_kind_of(kind);
    return k ? k->name : "?";
}

static bool has(unsigned kind, unsigned flag)
{
    const struct tn_fault_kind *k = tn_fault_kind_of(kind);
    return k && (k->flags & flag);
}

bool tn_fault_on_link(unsigned kind)
{
    return has(kind, TN_FAULT_ON_LINK);
}

bool tn_fault_on_line(unsigned kind)
{
    return has(kind, TN_FAULT_ON_LINE);
}

bool tn_fault_on_packet(unsigned kind)
{
    return has(kind, TN_FAULT_ON_PACKET);
}

static int bad(char *err, size_t err_size, const char *text, const char *what)
{
    snprintf(err, err_size, "fault '%.120s': %s", text, what);
    return -EINVAL;
}

/* A decimal number of at most max at *p, which moves behind it. */
static bool number(const char **p, uint64_t max, uint64_t *out)
{
    char *end;
    if (**p < '0' || **p > '9')
        return false;
    errno = 0;
    *out = strtoull(*p, &end, 10);
    if (errno || *out > max)
        return false;
    *p = end;
    return true;
}

/* kind[:arg][+len], up to the first @ */
static const char *parse_what(const char *p, struct tn_fault *f)
{
    size_t n = strcspn(p, ":+@");
    uint64_t value;
    const struct tn_fault_kind *k = named(p, n);
    if (!k)
        return "unknown kind (see tenter replay --faults)";
    f->kind = k->id;
    p += n;
    if (*p == ':') {
        if (!(k->flags & TN_FAULT_ARG))
            return "this kind takes no number";
        p++;
        if (!number(&p, UINT32_MAX, &value))
            return "a number is expected after ':'";
        f->arg = (uint32_t)value;
        f->has_arg = true;
    } else if (k->flags & TN_FAULT_NEEDS_ARG) {
        return "this kind needs a number (kind:N)";
    }
    if (*p == '+') {
        p++;
        if (!(k->flags & TN_FAULT_LEN) || !number(&p, UINT32_MAX, &value) || value == 0)
            return "only a burst (bits), a stuck bit (cycles), nfclose and ber (blocks) take a "
                   "length, +N above 0";
        f->len = (uint32_t)value;
    } else if (k->flags & TN_FAULT_NEEDS_LEN) {
        return "a burst needs its length (burst:BIT+N)";
    }
    return *p == '@' ? NULL : "'@' is expected after what (what@where@when)";
}

static const char *parse_when(const char *p, struct tn_fault *f)
{
    uint64_t value;
    f->by_packet = *p == 'p';
    f->time = 1;
    if (!f->by_packet) {
        if (!number(&p, UINT64_MAX / 2, &f->cycle) || *p)
            return "when is a cycle, or pN, or pN.K";
        return NULL;
    }
    if (!tn_fault_on_packet(f->kind))
        return "only faults of packets can be addressed by packet";
    p++;
    if (!number(&p, UINT32_MAX, &value) || value == 0)
        return "a packet number from 1 is expected after 'p'";
    f->packet = (uint32_t)value;
    if (*p == '.') {
        p++;
        if (!number(&p, UINT32_MAX, &value) || value == 0)
            return "a number from 1 is expected after '.'";
        f->time = (uint32_t)value;
    }
    return *p ? "something follows the packet number" : NULL;
}

int tn_fault_parse(const char *text, struct tn_fault *f, char *err, size_t err_size)
{
    const char *where, *when, *what;
    size_t n;
    memset(f, 0, sizeof *f);
    what = parse_what(text, f);
    if (what)
        return bad(err, err_size, text, what);
    where = strchr(text, '@') + 1;
    when = strrchr(where, '@');
    if (!when)
        return bad(err, err_size, text, "where and when are missing (what@where@when)");
    n = (size_t)(when - where);
    if (n == 0 || n >= sizeof f->where)
        return bad(err, err_size, text, "where is empty or too long");
    memcpy(f->where, where, n);
    what = parse_when(when + 1, f);
    return what ? bad(err, err_size, text, what) : 0;
}

void tn_fault_format(const struct tn_fault *f, char out[TN_FAULT_TEXT])
{
    int n = snprintf(out, TN_FAULT_TEXT, "%s", tn_fault_name(f->kind));
    if (f->has_arg)
        n += snprintf(out + n, TN_FAULT_TEXT - (size_t)n, ":%" PRIu32, f->arg);
    if (f->len)
        n += snprintf(out + n, TN_FAULT_TEXT - (size_t)n, "+%" PRIu32, f->len);
    n += snprintf(out + n, TN_FAULT_TEXT - (size_t)n, "@%s@", f->where);
    if (!f->by_packet)
        snprintf(out + n, TN_FAULT_TEXT - (size_t)n, "%" PRIu64, f->cycle);
    else if (f->time == 1)
        snprintf(out + n, TN_FAULT_TEXT - (size_t)n, "p%" PRIu32, f->packet);
    else
        snprintf(out + n, TN_FAULT_TEXT - (size_t)n, "p%" PRIu32 ".%" PRIu32, f->packet, f->time);
}
