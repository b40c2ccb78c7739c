/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Knobs, places and wishes of a lane's end by number.
 */
#ifndef CL_LINK_WORDS_H
#define CL_LINK_WORDS_H

#include <tn/bench.h>
#include <tn/gen/cl_link.h>

enum cl_link_knob {
    CL_LINK_KILL,
    CL_LINK_DRAIN,
    CL_LINK_FREE,
    CL_LINK_KEEP,
    CL_LINK_GREEDY,
    CL_LINK_FREE_LATE,
    CL_LINK_FAR_KEEP,
    CL_LINK_FAR_SILENT,
    CL_LINK_FAR_NO_NACK,
    CL_LINK_FAR_STOP,
    CL_LINK_FAR_NO_COMMAS,
    CL_LINK_FAR_GAP,
    CL_LINK_FAR_FREE_LATE,
    CL_LINK_HARM_TO,
    CL_LINK_HARM_FROM,
    CL_LINK_HARMS_TO,
    CL_LINK_HARMS_FROM,
};
/* Places of the bench, behind the block's streams. */
enum cl_link_place {
    CL_LINK_FAR = CL_LINK_D + 1, /* packets for the far end to send */
    CL_LINK_WIRE,                /* runs to the block, as they stand */
    CL_LINK_FROM_WIRE,           /* runs of the block that are no link packets */
    CL_LINK_FROM_CTL,            /* its link packets */
    CL_LINK_FROM_FAR,            /* packets that the far end took */
};
enum cl_link_field {
    CL_LINK_PRIO,
    CL_LINK_TYPE,
    CL_LINK_ANY,
    CL_LINK_BAD,
    CL_LINK_NACK,
    CL_LINK_PLANE,
    CL_LINK_ACK,
};
/* Values of the field bad: why the block must drop a packet of s, or what is wrong with a run. */
enum cl_link_bad {
    CL_LINK_SOUND,
    CL_LINK_SHORT,
    CL_LINK_LONG,
    CL_LINK_LEN,
    CL_LINK_BAD_PRIO,
    CL_LINK_BAD_TYPE,
    CL_LINK_CRC,
    CL_LINK_HEADER,
};
enum { CL_LINK_LAST = 64 /* drain: what the far end took last */ };

extern const struct tn_bench_text tn_text_cl_link;

/* The draw function of struct tn_bench_ops, of a lane of that plane. */
size_t cl_link_draw(struct tn_rng *rng, unsigned plane, unsigned stream, const struct tn_bench_wish *wish,
                    unsigned wishes, uint32_t number, uint8_t *bytes);
/* Fits a packet of a case, which says 0 of the lane's own plane, to a lane of that plane. */
void cl_link_fit(unsigned plane, unsigned stream, uint8_t *bytes, size_t len);

#endif
