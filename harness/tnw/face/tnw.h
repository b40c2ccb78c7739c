/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of TNW's face.
 */
#ifndef TN_FACE_TNW_H
#define TN_FACE_TNW_H

#include <tn/face.h>
#include <tn/tnw/tnw.h>

/* The decoded form of a TNW record; of a frame, its first part. */
struct tn_tnw_view {
    bool has_packet; /* packet is valid */
    bool has_ctl;    /* part.ctl is valid */
    bool whole;      /* the packet did not end early */
    struct tnw_packet packet;
    struct tnw_part part; /* frame: its first part */
    uint32_t words;       /* frame: words on the link */
    uint32_t more;        /* frame: words behind the part */
};
/* Decodes a record. Returns false when ev is no TNW record. */
bool tn_event_tnw(const struct tn_event *ev, struct tn_tnw_view *view);
/* Says whether the packet came whole and has a wrong CRC. */
bool tn_tnw_crc_wrong(const struct tn_tnw_view *view);

/* The functions line, fields and json of struct tn_face_show. */
void tn_print_tnw(FILE *f, const struct tn_event *ev);
void tn_print_tnw_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_json_tnw(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
/* Prints a line of the ladder; again: the last packet was sent before. */
void tn_ladder_tnw(FILE *f, const struct tn_event *ev, bool again, uint64_t start_ns, long long latency_ns);

extern const struct tn_face_filter tn_filter_tnw;
extern const struct tn_face_stats tn_stats_tnw;
extern const struct tn_face_gen tn_gen_tnw;

#endif
