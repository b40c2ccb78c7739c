/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of the cases of a lane's end.
 *   PACKET: P0|P1|P2|P3 FIELD=N ...: a packet of that priority. type, dst, src, seq; len: words of
 *     payload; fill: payload word i is fill + i; words: words of the run; flip: bits of the CRC
 * that are inverted CTL FIELD=N ...: a link packet. ack, nack, plane, f0, f1, f2: freed packets;
 * low: bits 7:0 of its last payload word; flip send s PACKET, send far PACKET          given to the
 * DUT by the port, by the peer send wire PACKET|CTL                    the next run to the DUT, as
 * it stands send x plane=N nack=N ack=N             a side packet expect wire|m|far|d PACKET a run
 * of the DUT; handed on by it, by the peer; drained expect ctl|y FIELD=N ...                a link
 * packet of the DUT, a side packet; what is left out does not count far holds
 * nothing|freed|ctl|nack|packets|commas ...     what the peer does not do port holds nothing|freed|blind
 * ...      packets of m stay; s_ok is not looked at harm to|from
 * lost|flipped|invalid|short|long|split|joined      the next run free P N, kill, drain N freed,
 * kill, d_go with d_ack
 */
#include "../../case/parse.h"

#include "../dut/cl_duts.h"

#include <tn/cluster/cl_case.h>
#include <tn/cluster/cl_link.h>
#include <tn/cluster/cl_link_peer.h>
#include <tn/cluster/cluster.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { S_S, S_FAR, S_WIRE, S_X, M_M, M_D, M_Y, O_WIRE, O_CTL, O_FAR, STREAMS_N };
static const char *const streams[] = {"s_s", "s_far",  "s_wire", "s_x",   "m_m", "m_d",
                                      "m_y", "o_wire", "o_ctl",  "o_far", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY", NULL};
static const char *const causes[] = {"-", "-"}; /* none */
#define REGISTER(name)                                                                             \
    {                                                                                              \
#name, 4 * CLL_##name, 0, 1                                                                \
    }
static const struct tn_case_register registers[] = {
    REGISTER(STATUS),   REGISTER(LINK_TMO),  REGISTER(LIMITS),   REGISTER(TX_PACKETS),
    REGISTER(TX_AGAIN), REGISTER(TX_CTL),    REGISTER(TX_NACK),  REGISTER(SRC_BAD),
    REGISTER(TIMEOUTS), REGISTER(BACK),      REGISTER(RX_TAKEN), REGISTER(RX_BAD),
    REGISTER(RX_AHEAD), REGISTER(RX_BEHIND), REGISTER(RX_CTL),   REGISTER(RX_NACK),
    REGISTER(CTL_BAD),  REGISTER(OUT),
};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    for (unsigned k = 0; k < STREAMS_N; k++)
        if (strcmp(text, streams[k]) == 0 ||
            (strcmp(text, streams[k] + 2) == 0 && input == (k < M_M))) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

static const char *across(const char *stream)
{
    (void)stream;
    return streams[S_S];
}

static bool has(const struct tn_case_parser *p, unsigned at, unsigned end, const char *name)
{
    const size_t n = strlen(name);
    for (unsigned k = at; k < end; k++)
        if (strncmp(p->word[k], name, n) == 0 && p->word[k][n] == '=')
            return true;
    return false;
}

/* Lets n bits of an expected word from `low` on count no more. */
static void any(struct tn_case_tlp *t, unsigned word, unsigned low, unsigned n)
{
    const uint16_t mask = (uint16_t) ~(((1u << n) - 1) << low);
    t->mask[2 * word] &= (uint8_t)(mask >> 8);
    t->mask[2 * word + 1] &= (uint8_t)mask;
}

/* A link packet; what is left out of an expected one does not count, nor does its CRC. */
static int link_packet(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                       struct tn_case_tlp *out)
{
    enum { ACK, NACK, PLANE, F0, F1, F2, LOW, FLIP };
    static const char *const names[] = {"ack", "nack", "plane", "f0", "f1",
                                        "f2",  "low",  "flip",  NULL};
    static const uint64_t most[] = {63, 1, 3, 255, 255, 255, 255, 0xffff};
    static const struct {
        uint8_t word, low, n;
    } where[] = {{2, 0, 6}, {2, 15, 1}, {2, 13, 2}, {3, 8, 8},
                 {3, 0, 8}, {4, 8, 8},  {4, 0, 8},  {5, 0, 16}};
    uint16_t word[CL_CTL_WORDS];
    uint64_t f[8];
    if (tn_cl_case_fields(p, at, end, names, most, f) < 0)
        return -EINVAL;
    cl_ctl_put(&(struct cl_ctl){.nack = f[NACK],
                                .plane = (uint8_t)f[PLANE],
                                .ack = (uint8_t)f[ACK],
                                .freed = {(uint8_t)f[F0], (uint8_t)f[F1], (uint8_t)f[F2]},
                                .reserved = (uint16_t)f[LOW]},
               word);
    word[CL_CTL_WORDS - 1] ^= (uint16_t)f[FLIP];
    if (tn_cl_case_words(p, word, CL_CTL_WORDS, out) < 0)
        return -EINVAL;
    for (unsigned i = 0; masked && names[i]; i++)
        if (!has(p, at, end, names[i]))
            any(out, where[i].word, where[i].low, where[i].n);
    return 0;
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    struct tn_case_tlp whole = {0};
    const bool side = stream == streams[S_X] || stream == streams[M_Y];
    if (side || stream == streams[O_CTL] || (at < end && tn_case_is(p, at, "CTL"))) {
        if (link_packet(p, at + tn_case_is(p, at, "CTL"), end, masked, &whole) < 0)
            return -EINVAL;
        if (!side) {
            *out = whole;
            return 0;
        }
        /* of a side packet at x and y: the first word of its payload */
        if (tn_case_room(p, out, CL_WORD) < 0)
            return -EINVAL;
        memcpy(out->bytes, whole.bytes + 2 * (size_t)CL_WORD, CL_WORD);
        memcpy(out->mask, whole.mask + 2 * (size_t)CL_WORD, CL_WORD);
        free(whole.bytes);
        return 0;
    }
    if (at >= end)
        return tn_case_fail(p, "a packet is missing here");
    if (tn_cl_case_packet(p, at, end, masked, out) < 0)
        return -EINVAL;
    if (stream == streams[M_D] && out->len >= 2 * (size_t)CL_WORD) {
        any(out, 1, 0, 6); /* seq and CRC may be those of the lane */
        any(out, (unsigned)(out->len / CL_WORD) - 1, 0, 16);
    }
    return 0;
}

/* Place of a word of the line in a list, or -1. */
static int place(const struct tn_case_parser *p, unsigned at, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (tn_case_is(p, at, list[i]))
            return i;
    return -1;
}

static struct tn_case_step *step(struct tn_case_parser *p, enum tn_cl_case what)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_LINE);
    if (s)
        s->cause = what;
    return s;
}

/* far holds ..., port holds ...: a set of words */
static int holds(struct tn_case_parser *p, enum tn_cl_case what, const char *const *words)
{
    struct tn_case_step *s = step(p, what);
    if (!s || p->word_n < 3 || !tn_case_is(p, 1, "holds"))
        return tn_case_fail(p, "written so: %s holds nothing|...", p->word[0]);
    for (unsigned k = 2; k < p->word_n && !tn_case_is(p, 2, "nothing"); k++) {
        const int i = place(p, k, words);
        if (i < 0)
            return tn_case_fail(p, "%s cannot hold '%.40s'", p->word[0], p->word[k]);
        s->value |= 1u << i;
    }
    return 0;
}

static int harm(struct tn_case_parser *p)
{
    static const char *const ways[] = {"from", "to", NULL}, *const kinds[] = {
                                                                "whole",   "lost",   "flipped",
                                                                "invalid", "short",  "long",
                                                                "split",   "joined", NULL};
    struct tn_case_step *s = step(p, TN_CL_HARM);
    const int way = place(p, 1, ways), kind = place(p, 2, kinds);
    if (!s || way < 0 || kind < 0 || p->word_n != 3)
        return tn_case_fail(
            p, "written so: harm to|from lost|flipped|invalid|short|long|split|joined");
    s->dir = (unsigned)way;
    s->value = (uint32_t)kind;
    return 0;
}

/* free P N, kill, drain N */
static int pins(struct tn_case_parser *p)
{
    const bool free_p = tn_case_is(p, 0, "free"), kill = tn_case_is(p, 0, "kill");
    const unsigned n = kill ? 1 : free_p ? 3 : 2;
    struct tn_case_step *s = step(p, kill ? TN_CL_KILL : free_p ? TN_CL_FREE : TN_CL_DRAIN);
    uint64_t v = 0, prio = 0;
    if (!s || p->word_n != n ||
        (!kill && tn_case_number(p, "number", p->word[n - 1], 63, &v) < 0) ||
        (free_p && tn_case_number(p, "priority", p->word[1], CL_PRIOS - 1, &prio) < 0))
        return tn_case_fail(p, "written so: free P N, kill, drain N");
    s->value = (uint32_t)v;
    s->port = (unsigned)prio;
    return 0;
}

static int line(struct tn_case_parser *p)
{
    static const char *const own[] = {"far", "port", "harm", "free", "kill", "drain", NULL},
                             *const far[] = {"freed", "ctl", "nack", "packets", "commas", NULL},
                             *const port[] = {"freed", "blind", NULL};
    switch (place(p, 0, own)) {
    case -1:
        return 1;
    case 0:
        return holds(p, TN_CL_HOLDS, far);
    case 1:
        return holds(p, TN_CL_PORT, port);
    case 2:
        return harm(p);
    default:
        return pins(p);
    }
}

const struct tn_case_words tn_case_cl_link = {
    .ports = "s|far|wire|x|m|d|y|ctl",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "-",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .reg_max = 4 * 31,
    .lines = "far, port, harm, free, kill, drain",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};
