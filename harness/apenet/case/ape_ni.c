/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of the cases of a network interface.
 *   send rxV PACKET               from the router on VC V; from=N is its source node
 *   expect tx PACKET              leaves for the router
 *   expect event SENT|RECEIVED|ERROR|ACKED cause=N pid=N source=N slot=N number=N bytes=N round=N
 *   buffer pid=N vaddr=N length=N flags=N code=N slot=N         REGISTER and its result
 *   command N pid=N vaddr=N length=N flags=N paddr=N code=N slot=N   any command and its result
 *   fill at=N length=N byte=N     bytes byte, byte + 1, ... in host memory
 *   memory at=N length=N byte=N   those bytes must be there; memory at=N length=N zero: none
 *   descriptor type=N to=N port=N pid=N here=N length=N there=N msg=N tag=N reply=N bytes=N event=N
 * last=N answer=N
 */
#include "ape.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_ni.h>

#include <errno.h>
#include <string.h>

enum { RX, TX = 2, EVENT };
static const char *const streams[] = {"s_rx0", "s_rx1", "m_tx", "m_event", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY", NULL};
static const char *const causes[] = {"-", "-"}; /* none */
static const struct tn_case_register registers[] = {
    {"TX_SIZE", 0x1008, 0, 1},       {"TX_WRITE", 0x1010, 0, 1},
    {"TX_READ", 0x1014, 0, 1},       {"EVQ_SIZE", 0x1028, 0, 1},
    {"EVQ_READ", 0x1030, 0, 1},      {"EVQ_WRITE", 0x1034, 0, 1},
    {"STATUS", 0x1038, 0, 1},        {"MSG_TIMEOUT", 0x1080, 0, 1},
    {"GET_TIMEOUT", 0x1084, 0, 1},   {"MISS_TIMEOUT", 0x1088, 0, 1},
    {"EVQ_WAIT", 0x108c, 0, 1},      {"ID", 0x10fc, 0, 1},
    {"MISS", 0x2000, 0, 1},          {"MISS_VPAGE_LO", 0x2004, 0, 1},
    {"MISS_VPAGE_HI", 0x2008, 0, 1}, {"PAGE_LO", 0x2010, 0, 1},
    {"PAGE_HI", 0x2014, 0, 1},       {"ANSWER", 0x2018, 0, 1},
    {"TX_DESC", 0x3000, 0, 1},       {"TX_PACKETS", 0x3004, 0, 1},
    {"TX_BYTES", 0x3008, 0, 1},      {"RX_PACKETS", 0x300c, 0, 1},
    {"RX_BAD", 0x3010, 0, 1},        {"RX_CRC", 0x3014, 0, 1},
    {"RX_DROPPED", 0x3018, 0, 1},    {"RX_LATE", 0x301c, 0, 1},
    {"GET_REFUSED", 0x3020, 0, 1},   {"GET_DROPPED", 0x3024, 0, 1},
    {"EVQ_LOST", 0x3028, 0, 1},      {"TLB_HITS", 0x302c, 0, 1},
    {"TLB_MISSES", 0x3030, 0, 1},    {"DMA_ERRORS", 0x3034, 0, 1},
    {"ACK_TIMEOUT", 0x1090, 0, 1},   {"ACK_SENT", 0x3038, 0, 1},
    {"ACK_DROPPED", 0x303c, 0, 1},
};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    for (unsigned k = 0; streams[k]; k++)
        if (strcmp(text, streams[k]) == 0 ||
            (strcmp(text, streams[k] + 2) == 0 && input == (k < TX))) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

/* Reads FIELD=N of a list; what is not there is 0. */
static int fields(struct tn_case_parser *p, unsigned at, unsigned end, const char *const *names,
                  const uint64_t *most, uint64_t *value)
{
    if (tn_case_known(p, at, end, names) < 0)
        return -EINVAL;
    for (unsigned i = 0; names[i]; i++)
        if (tn_case_field(p, at, end, names[i], most[i], &value[i]) < 0)
            return -EINVAL;
    return 0;
}

static int event(struct tn_case_parser *p, unsigned at, unsigned end, struct tn_case_tlp *out)
{
    static const char *const kinds[] = {"SENT", "RECEIVED", "ERROR", "ACKED", NULL};
    static const char *const names[] = {"cause",  "pid",   "source", "slot",
                                        "number", "bytes", "round",  NULL};
    static const uint64_t most[] = {255, 0xffff, 0xffff, 63, 0xffffffff, 0xffffffff, 1};
    const int kind = ape_case_place(p, at, kinds);
    uint64_t f[7], word[2];
    if (kind < 0)
        return tn_case_fail(p, "no event: SENT, RECEIVED, ERROR or ACKED");
    if (fields(p, at + 1, end, names, most, f) < 0 || tn_case_room(p, out, sizeof word) < 0)
        return -EINVAL;
    word[0] = (uint64_t)(kind + 1) << 56 | f[0] << 48 | f[1] << 32 | f[2] << 16 | f[3] << 8 |
              (f[6] ? 0 : 1);
    if (kind == 1)
        word[0] |= 1u << 14;
    word[1] = f[4] << 32 | f[5];
    for (unsigned i = 0; i < sizeof word; i++)
        out->bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    return 0;
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    (void)masked;
    if (stream == streams[EVENT])
        return event(p, at, end, out);
    if (ape_case_packet(p, at, end, out) < 0)
        return -EINVAL;
    if (stream == streams[TX])
        out->bytes[0] = 0; /* the router makes the SECDED */
    return 0;
}

/* A step whose numbers stand in its packet, 64 bits each. */
static int numbers(struct tn_case_parser *p, enum tn_ape_case what, unsigned at,
                   const char *const *names, const uint64_t *most, unsigned n)
{
    struct tn_case_step *s = ape_case_step(p, what);
    uint64_t f[TN_APE_NUMBERS];
    if (!s || fields(p, at, p->word_n, names, most, f) < 0 ||
        tn_case_room(p, &s->tlp[0], n * sizeof f[0]) < 0)
        return -EINVAL;
    memcpy(s->tlp[0].bytes, f, n * sizeof f[0]);
    s->rule = p->c->rules[0];
    return 0;
}

static int command(struct tn_case_parser *p)
{
    static const char *const names[] = {"pid",   "vaddr", "length", "flags",
                                        "paddr", "code",  "slot",   NULL};
    static const uint64_t most[] = {0xffff, 0xffffffffffff, 0xffffffff, 15, 0xffffffffffff, 255,
                                    63};
    const bool named = tn_case_is(p, 0, "buffer");
    uint64_t op = TN_APN_REGISTER;
    if (!named && (p->word_n < 2 || tn_case_number(p, "command", p->word[1], 7, &op) < 0))
        return tn_case_fail(p, "a number of a command is missing here");
    const int rc = numbers(p, TN_APE_COMMAND, named ? 1 : 2, names, most, 7);
    if (rc == 0)
        p->c->steps[p->c->step_n - 1].value = (uint32_t)op;
    return rc;
}

static int line(struct tn_case_parser *p)
{
    static const char *const bytes[] = {"at", "length", "byte", NULL};
    static const uint64_t most[] = {0xffffffffffff, 0x10000, 255};
    static const char *const words[] = {"type",   "to",    "port", "pid",    "here",
                                        "length", "there", "msg",  "tag",    "reply",
                                        "bytes",  "event", "last", "answer", NULL};
    static const uint64_t top[] = {31,
                                   0xffff,
                                   15,
                                   0xffff,
                                   0xffffffffffff,
                                   8191,
                                   0xffffffffffff,
                                   0xffffffff,
                                   0xffffffff,
                                   0xffffffffffff,
                                   0xffffffff,
                                   1,
                                   1,
                                   1};
    if (tn_case_is(p, 0, "buffer") || tn_case_is(p, 0, "command"))
        return command(p);
    if (tn_case_is(p, 0, "descriptor"))
        return numbers(p, TN_APE_DESCRIPTOR, 1, words, top, 14);
    if (tn_case_is(p, 0, "fill"))
        return numbers(p, TN_APE_FILL, 1, bytes, most, 3);
    if (!tn_case_is(p, 0, "memory"))
        return 1;
    const bool zero = tn_case_is(p, p->word_n - 1, "zero");
    p->word_n -= zero;
    const int rc = numbers(p, TN_APE_MEMORY, 1, bytes, most, 3);
    if (rc == 0)
        p->c->steps[p->c->step_n - 1].value = zero;
    return rc;
}

const struct tn_case_words tn_case_ape_ni = {
    .ports = "rx0|rx1|tx|event",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "-",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "buffer, command, descriptor, fill, memory",
    .point = point,
    .form = form,
    .line = line,
};
