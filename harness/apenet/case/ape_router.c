/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words of the cases of a router.
 *   send inN PACKET, send ownP PACKET      stream 2i+v of link i and VC v, local port P
 *   expect outN PACKET, expect ownP PACKET
 *   room outN vc=V data=N hdr=N            of the next buffer, from now on
 *   shut ownP N                            set of VCs of which the local port has no room
 */
#include "ape.h"

#include "../dut/ape_duts.h"

#include <tn/apenet/ape_router.h>

#include <errno.h>
#include <string.h>

enum { S_OWN = 12, M_OUT = 14, M_OWN = 20, STREAMS_N = 22 };
static const char *const streams[] = {"s_in0",  "s_in1",  "s_in2",  "s_in3",  "s_in4",  "s_in5",
                                      "s_in6",  "s_in7",  "s_in8",  "s_in9",  "s_in10", "s_in11",
                                      "s_own0", "s_own1", "m_out0", "m_out1", "m_out2", "m_out3",
                                      "m_out4", "m_out5", "m_own0", "m_own1", NULL};
static const char *const classes[] = {"ANY", "ANY", "ANY", NULL};
static const char *const causes[] = {"-", "-"}; /* none */
static const struct tn_case_register registers[] = {
    {"VERSION", 4 * APR_VERSION, 0, 1},
    {"COORD_ME", 4 * APR_COORD_ME, 0, 1},
    {"LATTICE_SIZE", 4 * APR_LATTICE_SIZE, 0, 1},
    {"DIM_ORDER", 4 * APR_DIM_ORDER, 0, 1},
    {"ARB", 4 * APR_ARB, 0, 1},
    {"HOP_LIMIT", 4 * APR_HOP_LIMIT, 0, 1},
    {"PORT_EN", 4 * APR_PORT_EN, 0, 1},
    {"OOL", 4 * APR_OOL, 0, 1},
    {"HOPS", 4 * APR_HOPS, 0, 1},
    {"PORT", 4 * APR_PORT, 0, 1},
    {"OUT", 4 * APR_OUT, 4, 8},
};

static int point(struct tn_case_parser *p, const char *text, bool input, const char **out)
{
    for (unsigned k = 0; k < STREAMS_N; k++)
        if (strcmp(text, streams[k]) == 0 ||
            (strcmp(text, streams[k] + 2) == 0 && input == (k < M_OUT))) {
            *out = streams[k];
            return 0;
        }
    return tn_case_fail(p, "nothing %s '%.40s'", input ? "is sent to" : "comes from", text);
}

static int form(struct tn_case_parser *p, unsigned at, unsigned end, bool masked,
                const char *stream, struct tn_case_tlp *out)
{
    (void)masked, (void)stream;
    return ape_case_packet(p, at, end, out);
}

/* The number of an output among those from a stream on. */
static int output(struct tn_case_parser *p, unsigned from, unsigned end, unsigned *o)
{
    const char *name = NULL;
    if (p->word_n < 3 || point(p, p->word[1], false, &name) < 0)
        return tn_case_fail(p, "written so: room outN vc=V data=N hdr=N, shut ownP N");
    for (unsigned k = from; k < end; k++)
        if (name == streams[k]) {
            *o = k - from;
            return 0;
        }
    return tn_case_fail(p, "not '%.40s' here", p->word[1]);
}

static int line(struct tn_case_parser *p)
{
    unsigned o = 0;
    int rc;
    if (!tn_case_is(p, 0, "room") && !tn_case_is(p, 0, "shut"))
        return 1;
    const bool room = tn_case_is(p, 0, "room");
    if (output(p, room ? M_OUT : M_OWN, room ? M_OWN : STREAMS_N, &o) < 0)
        return -EINVAL;
    rc = room ? ape_case_used(p, TN_APE_ROOM, 2) : ape_case_value(p, TN_APE_SHUT, 2, 3);
    if (rc == 0)
        p->c->steps[p->c->step_n - 1].dir = o;
    return rc;
}

const struct tn_case_words tn_case_ape_router = {
    .ports = "in0..in11|own0|own1|out0..out5",
    .streams = streams,
    .classes = classes,
    .registers = registers,
    .register_n = sizeof registers / sizeof *registers,
    .reject = "-",
    .causes = causes,
    .cause_n = sizeof causes / sizeof *causes,
    .lines = "room, shut",
    .point = point,
    .form = form,
    .line = line,
};
