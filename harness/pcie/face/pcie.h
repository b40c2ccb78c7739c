/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of PCIe's face.
 */
#ifndef TN_FACE_PCIE_H
#define TN_FACE_PCIE_H

#include <tn/face.h>
#include <tn/pcie/dllp.h>
#include <tn/pcie/tlp.h>

/* Decodes the TLP of a packet event, or inside a link frame. Returns false when there is none. */
bool tn_event_tlp(const struct tn_event *ev, struct tn_event *tlp_ev, struct tn_tlp *t);

/* The functions line, fields and json of struct tn_face_show. */
bool tn_print_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_print_tlp_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_json_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
/* Returns the tag, with its upper bits where tags have ten. */
unsigned tn_tlp_whole_tag(const struct tn_tlp *t, const struct tn_check_params *par);
/* Returns the DWs of data that the TLP carries or asks for; 0 of one that does neither, whose Length is reserved. */
unsigned tn_tlp_len(const struct tn_tlp *t);

/* What lines call the routing of a message, and the address type. */
extern const char *const tn_tlp_routings[8], *const tn_tlp_address_types[4];

/* Prints a link frame that holds no whole TLP: a DLLP, an ordered set, garbage. */
void tn_print_link(FILE *f, const struct tn_event *ev);
/* Prints the fields of a link frame except those of the TLP inside. */
void tn_print_link_fields(FILE *f, const struct tn_event *ev);
/* Prints the same fields in JSON, each behind a comma. */
void tn_json_link(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_pcie;
extern const struct tn_face_stats tn_stats_pcie;
extern const struct tn_face_check tn_check_pcie;
extern const struct tn_face_gen tn_gen_pcie;
/* Writes a capture of a link's frames, of 1000 of which so many are damaged or lost. Returns an exit code. */
int tn_gen_link(const struct tn_gen *gen, unsigned faults);
/* Writes a capture of legal TLPs that try to look wrong; four: those of edition 4.0, too. Returns an exit code. */
int tn_gen_legal(const struct tn_gen *gen, bool four);
extern const struct tn_converter tn_convert_pcie[];

/* Runs `tenter decode`; returns an exit code. */
int tn_cmd_decode(int argc, char **argv);

/* Returns the sequence number of a TLP in a frame whose LCRC is right, -1 for any other event. */
int tn_link_seq(const struct tn_event *ev);
/* Decodes a DLLP. Returns false when ev is none, or its CRC is wrong. */
bool tn_link_dllp(const struct tn_event *ev, struct tn_dllp *d);

/* What the frames of a link's both directions show: replays, acknowledgments, credit. */
struct tn_link_stats;
/* Makes the counts of a link. NULL on ENOMEM. */
struct tn_link_stats *tn_link_stats_new(void);
/* Counts a frame. t: the TLP in it, or NULL. */
void tn_link_count(struct tn_link_stats *s, const struct tn_event *ev, const struct tn_tlp *t);
/* Prints the counts; nothing when there was no frame of a TLP. */
void tn_link_print(const struct tn_link_stats *s, FILE *f);
/* Prints what the frame counted last says of the link, behind a line of the ladder: "seq 5, sent again". */
void tn_link_note(const struct tn_link_stats *s, FILE *f);
/* Prints a line of the ladder for a DLLP. */
void tn_link_ladder(const struct tn_link_stats *s, FILE *f, const struct tn_event *ev, uint64_t start_ns);

#endif
