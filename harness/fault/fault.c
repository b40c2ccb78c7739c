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

enum takes { NOTHING, BIT, BIT_AND_LENGTH, COUNT, STUCK, MANY, RATE };

static const struct {
    const char *name, *about;
    enum takes takes;
} kinds[TN_FAULT_KINDS] = {
    [TN_FAULT_FLIP] = {"flip", "inverts one bit of a packet", BIT},
    [TN_FAULT_BURST] = {"burst", "inverts consecutive bits of a packet", BIT_AND_LENGTH},
    [TN_FAULT_DROP] = {"drop", "loses a packet", NOTHING},
    [TN_FAULT_DUP] = {"dup", "sends a packet twice", NOTHING},
    [TN_FAULT_REORDER] = {"reorder", "sends a packet behind the one that follows", NOTHING},
    [TN_FAULT_TRUNC] = {"trunc", "cuts a packet to its first DWs", COUNT},
    [TN_FAULT_DELAY] = {"delay", "holds a packet back for some cycles", COUNT},
    [TN_FAULT_READY0] = {"ready0", "ready, as the sender sees it, stuck at 0 for some cycles: beats are repeated", COUNT},
    [TN_FAULT_READY1] = {"ready1", "ready, as the sender sees it, stuck at 1 for some cycles: beats are lost", COUNT},
    [TN_FAULT_VALID0] = {"valid0", "valid, as the receiver sees it, stuck at 0 for some cycles: beats are lost", COUNT},
    [TN_FAULT_VALID1] = {"valid1", "valid, as the receiver sees it, stuck at 1 for some cycles: beats out of nothing", COUNT},
    [TN_FAULT_SEU] = {"seu", "inverts one bit of a register or memory word once", BIT},
    [TN_FAULT_STUCK0] = {"stuck0", "holds one bit of a register or memory word at 0", STUCK},
    [TN_FAULT_STUCK1] = {"stuck1", "holds one bit of a register or memory word at 1", STUCK},
    [TN_FAULT_JOIN] = {"join", "makes a block of the first half of one and the second of the next", NOTHING},
    [TN_FAULT_SLIP] = {"slip", "moves a line's bits against its blocks", BIT},
    [TN_FAULT_NFCLOSE] = {"nfclose", "spoils the sync header of NFC blocks", MANY},
    [TN_FAULT_NFCFLIP] = {"nfcflip", "inverts one bit of an NFC block's first two octets", BIT},
    [TN_FAULT_BER] = {"ber", "inverts one bit in 10^N of a line, for some blocks", RATE},
    [TN_FAULT_NODERST] = {"noderst", "resets the node of a torus that sends on the line, for some cycles", COUNT},
    [TN_FAULT_LINKRST] = {"linkrst", "resets the link that sends on a torus' line, for some cycles", COUNT},
};

const char *tn_fault_name(enum tn_fault_kind kind)
{
    return kinds[kind].name;
}

const char *tn_fault_about(enum tn_fault_kind kind)
{
    return kinds[kind].about;
}

bool tn_fault_on_link(enum tn_fault_kind kind)
{
    return kind < TN_FAULT_SEU;
}

bool tn_fault_on_line(enum tn_fault_kind kind)
{
    return kind >= TN_FAULT_JOIN && kind < TN_FAULT_KINDS;
}

bool tn_fault_on_packet(enum tn_fault_kind kind)
{
    return kind < TN_FAULT_READY0 || tn_fault_on_line(kind);
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
    int k;
    for (k = 0; k < TN_FAULT_KINDS; k++)
        if (strlen(kinds[k].name) == n && strncmp(p, kinds[k].name, n) == 0)
            break;
    if (k == TN_FAULT_KINDS)
        return "unknown kind (see tenter replay --faults)";
    f->kind = (enum tn_fault_kind)k;
    p += n;
    if (*p == ':') {
        if (kinds[k].takes == NOTHING || kinds[k].takes == MANY)
            return "this kind takes no number";
        p++;
        if (!number(&p, UINT32_MAX, &value))
            return "a number is expected after ':'";
        f->arg = (uint32_t)value;
        f->has_arg = true;
    } else if (kinds[k].takes == COUNT || kinds[k].takes == RATE) {
        return "this kind needs a number (kind:N)";
    }
    if (*p == '+') {
        p++;
        if ((kinds[k].takes != BIT_AND_LENGTH && kinds[k].takes < STUCK) ||
            !number(&p, UINT32_MAX, &value) || value == 0)
            return "only a burst (bits), a stuck bit (cycles), nfclose and ber (blocks) take a length, +N above 0";
        f->len = (uint32_t)value;
    } else if (kinds[k].takes == BIT_AND_LENGTH) {
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
    int n = snprintf(out, TN_FAULT_TEXT, "%s", kinds[f->kind].name);
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
