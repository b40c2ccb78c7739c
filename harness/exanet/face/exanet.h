/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of ExaNet's face.
 */
#ifndef TN_FACE_EXANET_H
#define TN_FACE_EXANET_H

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_frame.h>
#include <tn/face.h>

/* The ExaNet packet of a packet event, or inside a link frame; false when there is none. */
bool tn_event_exa(const struct tn_event *ev, struct exa_packet *k);
/* ev with the packet inside, if it is a link frame that holds one: packet borrows from f.
 * False when it is no ExaNet link frame, or holds none. */
bool tn_exa_unframe(const struct tn_event *ev, struct exa_frame *f, struct tn_event *packet);
/* Its header is cut or its CRC is wrong: the fields mean nothing. */
bool tn_exa_unreadable(const struct exa_packet *k);

/* Packets. */
void tn_print_exa(FILE *f, const struct tn_event *ev);
void tn_print_exa_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa(FILE *f, const struct tn_event *ev);
void tn_ladder_exa(FILE *f, const void *stats, const struct tn_event *ev, long long latency_ns);

/* Frames of the serial link, and the packets in them. */
void tn_print_exa_frame(FILE *f, const struct tn_event *ev);
void tn_print_exa_frame_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa_frame(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_exanet;
extern const struct tn_face_stats tn_stats_exanet;
extern const struct tn_face_gen tn_gen_exanet;
extern const struct tn_converter tn_convert_exanet[];

/* RoCEv2 packets (TN_FABRIC_ROCEV2), which the converter reads. */
extern const struct tn_face tn_face_rocev2;

#endif
