/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of APEnet's face.
 */
#ifndef TN_FACE_APENET_H
#define TN_FACE_APENET_H

#include <tn/apenet/apenet.h>
#include <tn/face.h>

/* Says whether a packet's footer is there with a wrong CRC. */
bool tn_ape_crc_wrong(const struct ape_packet *k);
/* Says whether a header's SECDED is wrong. A packet that a host gives to its router, recorded at the local port, has
 * none yet (checkers/apenet/spec/apenet.md section 7). */
bool tn_ape_secded_wrong(const struct tn_event *ev, const struct ape_packet *k);
/* Takes apart the packet of a record; of words of a link the last packet that ends among them, whose bytes stay until
 * the next call. Returns whether there is one. */
bool tn_ape_packet_of(const struct tn_event *ev, struct ape_packet *k);
/* Gives the last packet of ExaNet that ends among the words of a link that carries such packets, as an event of its own; the
 * bytes stay until the next call. Returns whether there is one. */
bool tn_ape_cell_of(const struct tn_event *ev, struct tn_event *cell);
/* Writes a node as "x.y.z". */
void tn_ape_node_text(struct ape_node n, char text[TN_END_NAME]);

/* Print a packet, or the words of a link, as a line and as fields. */
void tn_print_ape(FILE *f, const struct tn_event *ev);
void tn_print_ape_words(FILE *f, const struct tn_event *ev);
void tn_print_ape_fields(FILE *f, const struct tn_event *ev);
void tn_print_ape_words_fields(FILE *f, const struct tn_event *ev);
/* Prints members of a JSON object. */
void tn_json_ape(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);

extern const struct tn_face_filter tn_filter_apenet;
extern const struct tn_face_stats tn_stats_apenet;
extern const struct tn_wave_kind *const tn_waves_apenet[]; /* <tn/wave.h> */
extern const struct tn_face_check tn_check_apenet;
extern const struct tn_face_gen tn_gen_apenet;

#endif
