/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of the cases of a torus link's end.
 *   send tx PACKET, send far PACKET        given to the DUT by the router, by the far end
 *   expect line PACKET, expect rx0|rx1 PACKET
 *   line WORD...                           to the DUT as they stand: MAGIC START BROKEN with k,
 * ZERO CREDIT BAD RESERVED JUNK and the contents =MAGIC =START without
 *   words A..B PACKET                      words of a packet, 0 its header
 *   pause N                                cycles without a word to the DUT
 *   far used vc=V data=N hdr=N, far auto, far quiet, far talks, far stuffs N, far drains N
 */
#include "ape.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_link.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { S_TX, S_FAR, M_LINE, M_RX0, M_RX1, STREAMS_N };
static const char *const streams[] = {"s_tx", "s_far", "m_line", "m_rx0", "m_rx1", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY", NULL};
static const char *const causes[] = {"-", "-"}; /* none */
static const struct tn_case_register registers[] = {
    {"TX_STATUS", 4 * APL_TX_STATUS, 0, 1},
    {"RX_STATUS", 4 * APL_RX_STATUS, 0, 1},
    {"TX_PACKETS", 4 * APL_TX_PACKETS, 0, 1},
    {"RX_PACKETS", 4 * APL_RX_PACKETS, 0, 1},
    {"HDR_FIXED", 4 * APL_HDR_FIXED, 0, 1},
    {"HDR_FATAL", 4 * APL_HDR_FATAL, 0, 1},
    {"CRC_WRONG", 4 * APL_CRC_WRONG, 0, 1},
    {"CUT", 4 * APL_CUT, 0, 1},
    {"DROPPED", 4 * APL_DROPPED, 0, 1},
    {"CREDIT_BAD", 4 * APL_CREDIT_BAD, 0, 1},
    {"THR_RED", 4 * APL_THR_RED, 0, 1},
    {"TX_CYCLES", 4 * APL_TX_CYCLES, 0, 1},
    {"INJECT", 4 * APL_INJECT, 0, 1},
    {"CREDIT_PERIOD", 4 * APL_CREDIT_PERIOD, 0, 1},
    {"MARGIN", 4 * APL_MARGIN, 0, 1},
    {"CTRL", 4 * APL_CTRL, 0, 1},
    {"OVERFLOW", 4 * APL_OVERFLOW, 0, 1},
    {"HDR_FORM", 4 * APL_HDR_FORM, 0, 1},
    {"TX_LITERALS", 4 * APL_TX_LITERALS, 0, 1},
    {"RX_CREDITS", 4 * APL_RX_CREDITS, 0, 1},
    {"LEVEL", 4 * APL_LEVEL, 4, 2},
    {"ROOM", 4 * APL_ROOM, 4, 2},
};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    for (unsigned k = 0; k < STREAMS_N; k++)
        if (strcmp(text, streams[k]) == 0 ||
            (strcmp(text, streams[k] + 2) == 0 && input == (k < M_LINE))) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

static const char *across(const char *stream)
{
    return streams[strcmp(stream, "m_line") == 0 ? S_TX : S_FAR];
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    (void)masked, (void)stream;
    return ape_case_packet(p, at, end, out);
}

enum line_word { MAGIC, START, BROKEN, ZERO, CREDIT, BAD, RESERVED, JUNK, LIKE_MAGIC, LIKE_START };
static const char *const line_names[] = {"MAGIC",    "START", "BROKEN", "ZERO",   "CREDIT", "BAD",
                                         "RESERVED", "JUNK",  "=MAGIC", "=START", NULL};

/* Writes a word behind its k. BROKEN is START with one wrong bit. */
static void line_word(enum line_word what, uint8_t out[APE_LINK_WORD])
{
    uint8_t *w = out + 1;
    out[0] = what <= BROKEN ? APE_LEAD_CONTROL : APE_LEAD_WORD;
    memset(w, 0, APE_WORD);
    switch (what) {
    case MAGIC:
    case LIKE_MAGIC:
        memcpy(w, ape_magic, APE_WORD);
        break;
    case START:
    case LIKE_START:
    case BROKEN:
        memcpy(w, ape_start, APE_WORD);
        w[6] ^= what == BROKEN;
        break;
    case CREDIT:
    case BAD:
    case RESERVED:
        ape_credit_put(&(struct ape_credit){.data = {8, 8}, .hdr = {2, 2}}, w);
        if (what == RESERVED) {
            w[9] ^= 1;
            w[0] = ape_secded(w);
        }
        w[0] ^= what == BAD ? 3 : 0;
        break;
    case JUNK:
        memset(w, 0x5a, APE_WORD);
        break;
    case ZERO:
        break;
    }
}

/* line WORD... */
static int line_words(struct tn_case_parser *p)
{
    struct tn_case_step *s = ape_case_step(p, TN_APE_WORDS);
    if (!s || p->word_n < 2 ||
        tn_case_room(p, &s->tlp[0], (p->word_n - 1) * (size_t)APE_LINK_WORD) < 0)
        return tn_case_fail(p, "written so: line MAGIC|START|BROKEN|ZERO|CREDIT|BAD|RESERVED|JUNK|"
                               "=MAGIC|=START ...");
    s->packet_n = 1;
    for (unsigned k = 1; k < p->word_n; k++) {
        const int what = ape_case_place(p, k, line_names);
        if (what < 0)
            return tn_case_fail(p, "no word '%.40s'", p->word[k]);
        line_word((enum line_word)what, s->tlp[0].bytes + (k - 1) * (size_t)APE_LINK_WORD);
    }
    return 0;
}

/* words A..B PACKET */
static int packet_words(struct tn_case_parser *p)
{
    struct tn_case_step *s = ape_case_step(p, TN_APE_WORDS);
    char *dots = p->word_n > 2 ? strstr(p->word[1], "..") : NULL;
    struct tn_case_tlp whole = {0};
    uint64_t first, last;
    int rc = 0;
    if (!s || !dots)
        return tn_case_fail(p, "written so: words A..B PACKET");
    *dots = 0;
    if (tn_case_number(p, "first", p->word[1], 257, &first) < 0 ||
        tn_case_number(p, "last", dots + 2, 257, &last) < 0 ||
        ape_case_packet(p, 2, p->word_n, &whole) < 0)
        return -EINVAL;
    if (first > last || (last + 1) * APE_WORD > whole.len)
        rc = tn_case_fail(p, "the packet has %u words", (unsigned)(whole.len / APE_WORD));
    else
        rc = tn_case_room(p, &s->tlp[0], (last - first + 1) * APE_LINK_WORD);
    for (uint64_t i = first; rc == 0 && i <= last; i++) {
        uint8_t *out = s->tlp[0].bytes + (i - first) * APE_LINK_WORD;
        out[0] = APE_LEAD_WORD;
        if (i == 0 || (i + 1) * APE_WORD == whole.len)
            memcpy(out + 1, whole.bytes + i * APE_WORD, APE_WORD);
        else
            ape_turn(whole.bytes + i * APE_WORD, out + 1);
    }
    s->packet_n = rc == 0;
    free(whole.bytes);
    return rc;
}

static int far(struct tn_case_parser *p)
{
    struct tn_case_step *s;
    if (tn_case_is(p, 1, "used"))
        return ape_case_used(p, TN_APE_USED, 2);
    if (tn_case_is(p, 1, "stuffs"))
        return ape_case_value(p, TN_APE_STUFF, 2, 16);
    if (tn_case_is(p, 1, "drains"))
        return ape_case_value(p, TN_APE_DRAIN, 2, 16);
    if (p->word_n != 2 ||
        !(tn_case_is(p, 1, "auto") || tn_case_is(p, 1, "quiet") || tn_case_is(p, 1, "talks")))
        return tn_case_fail(
            p, "written so: far used ..., far auto|quiet|talks, far stuffs N, far drains N");
    if (!(s = ape_case_step(p, tn_case_is(p, 1, "auto") ? TN_APE_AUTO : TN_APE_QUIET)))
        return -EINVAL;
    s->value = tn_case_is(p, 1, "quiet");
    return 0;
}

static int line(struct tn_case_parser *p)
{
    if (tn_case_is(p, 0, "line"))
        return line_words(p);
    if (tn_case_is(p, 0, "words"))
        return packet_words(p);
    if (tn_case_is(p, 0, "pause"))
        return ape_case_value(p, TN_APE_WORDS, 1, 100000);
    return tn_case_is(p, 0, "far") ? far(p) : 1;
}

const struct tn_case_words tn_case_ape_link = {
    .ports = "tx|far|line|rx0|rx1",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "-",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "line, words, pause, far",
    .point = point,
    .across = across,
    .form = form,
    .line = line,
};
