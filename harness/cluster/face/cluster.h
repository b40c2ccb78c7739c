/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the cluster's face.
 */
#ifndef TN_FACE_CLUSTER_H
#define TN_FACE_CLUSTER_H

#include <tn/cluster/cluster.h>
#include <tn/face.h>

/* A packet of a record, or the run of a lane. */
struct tn_cl_view {
    struct cl_packet packet;
    struct cl_ctl ctl;           /* of a link packet */
    bool has_ctl;                /* the packet is a link packet, whole */
    bool length_wrong;           /* its words are not those of its len */
    bool crc_wrong;              /* all words are there, and the last one is not their CRC */
    unsigned flags;              /* of a run's words, or-ed */
    uint16_t word[CL_WORDS_MAX]; /* what packet points to */
};

/* Takes apart a record. Returns whether it is one of a packet or a run. */
bool tn_cl_view(const struct tn_event *ev, struct tn_cl_view *view);
/* Says whether the view shows something that no receiver takes. */
bool tn_cl_broken(const struct tn_cl_view *view);
/* Returns "WRITE", ...; "?" for a number that is no type, "Run" for what has no header. */
const char *tn_cl_type(const struct tn_cl_view *view);

/* Print a record as a line, as fields, as members of a JSON object. */
void tn_print_cl(FILE *f, const struct tn_event *ev);
void tn_print_cl_fields(FILE *f, const struct tn_event *ev);
void tn_json_cl(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_cluster;
extern const struct tn_face_stats tn_stats_cluster;
extern const struct tn_face_gen tn_gen_cluster;
extern const struct tn_wave_kind *const tn_waves_cluster[]; /* <tn/wave.h> */

#endif
