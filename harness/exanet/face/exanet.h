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

/* Decodes the ExaNet packet of a packet event, or inside a link frame. Returns false when there is
 * none. */
bool tn_event_exa(const struct tn_event *ev, struct exa_packet *k);
/* Makes the event of the packet inside a link frame; packet borrows its bytes from f. Returns false
 * when ev is no ExaNet link frame or holds no packet. */
bool tn_exa_unframe(const struct tn_event *ev, struct exa_frame *f, struct tn_event *packet);
/* Says whether the header is cut or its CRC wrong, so that the fields mean nothing. */
bool tn_exa_unreadable(const struct exa_packet *k);

/* The functions of struct tn_face_show and the ladder for packets. */
void tn_print_exa(FILE *f, const struct tn_event *ev);
void tn_print_exa_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa(FILE *f, const struct tn_event *ev);
/* Says whether the node is known that an acknowledgment comes from: the one to which what it
 * answers went. stats is what struct tn_face_stats keeps. */
bool tn_exa_answerer(const void *stats, const struct exa_packet *k, struct exa_node *n);
void tn_ladder_exa(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns,
                   long long latency_ns);

/* The functions of struct tn_face_show for frames of the serial link and the packets in them. */
void tn_print_exa_frame(FILE *f, const struct tn_event *ev);
void tn_print_exa_frame_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa_frame(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_exanet;
extern const struct tn_face_stats tn_stats_exanet;
extern const struct tn_face_check tn_check_exanet;
extern const struct tn_face_gen tn_gen_exanet;
extern const struct tn_converter tn_convert_exanet[];

/* RoCEv2 packets (TN_FABRIC_ROCEV2), which the converter reads. */
extern const struct tn_face tn_face_rocev2;

#endif
