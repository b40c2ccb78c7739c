/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of PCIe's face.
 */
#ifndef TN_FACE_PCIE_H
#define TN_FACE_PCIE_H

#include <tn/face.h>
#include <tn/pcie/tlp.h>

/* The TLP of a packet event, or inside a link frame; false when there is none. */
bool tn_event_tlp(const struct tn_event *ev, struct tn_event *tlp_ev, struct tn_tlp *t);

/* An event as text. */
bool tn_print_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_print_tlp_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
void tn_json_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par);
/* The tag with its upper bits, where tags have ten. */
unsigned tn_tlp_whole_tag(const struct tn_tlp *t, const struct tn_check_params *par);
/* DWs of data that it carries or asks for; 0 of one that does neither, whose Length is reserved. */
unsigned tn_tlp_len(const struct tn_tlp *t);

/* A link frame that holds no whole TLP: DLLP, ordered set, garbage. */
void tn_print_link(FILE *f, const struct tn_event *ev);
/* The fields of a link frame but for those of the TLP inside. */
void tn_print_link_fields(FILE *f, const struct tn_event *ev);
/* The same in JSON, each after a comma. */
void tn_json_link(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_pcie;
extern const struct tn_face_stats tn_stats_pcie;
extern const struct tn_face_check tn_check_pcie;
extern const struct tn_face_gen tn_gen_pcie;
extern const struct tn_converter tn_convert_pcie[];

/* tenter decode. */
int tn_cmd_decode(int argc, char **argv);

#endif
