/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of TNW's face.
 */
#ifndef TN_FACE_TNW_H
#define TN_FACE_TNW_H

#include <tn/face.h>
#include <tn/tnw/tnw.h>

/* What a TNW record shows: of a frame, its first part. */
struct tn_tnw_view {
    bool has_packet, has_ctl; /* packet, part.ctl hold */
    bool whole;               /* the packet did not end early */
    struct tnw_packet packet;
    struct tnw_part part; /* of a frame */
    uint32_t words, more; /* of a frame: on the link; behind the part */
};
/* False when it is no TNW record. */
bool tn_event_tnw(const struct tn_event *ev, struct tn_tnw_view *view);
/* Its packet came whole, with a wrong CRC. */
bool tn_tnw_crc_wrong(const struct tn_tnw_view *view);

/* Packets and link frames. */
void tn_print_tnw(FILE *f, const struct tn_event *ev);
void tn_print_tnw_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_json_tnw(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
/* again: the last packet was sent before. */
void tn_ladder_tnw(FILE *f, const struct tn_event *ev, bool again, long long latency_ns);

extern const struct tn_face_filter tn_filter_tnw;
extern const struct tn_face_stats tn_stats_tnw;
extern const struct tn_face_gen tn_gen_tnw;

#endif
