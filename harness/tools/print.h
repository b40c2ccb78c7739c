/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the printers.
 */
#ifndef TN_TOOLS_PRINT_H
#define TN_TOOLS_PRINT_H

#include <tn/event.h>

#include <stddef.h>
#include <stdio.h>

/* The fields of the header of that name at p, if all of it is there; base is p's
 * offset in what is being printed. */
void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base);

/* A PCIe link frame that holds no whole TLP: DLLP, ordered set, garbage. */
void tn_print_link(FILE *f, const struct tn_event *ev);
/* The fields of a link frame but for those of the TLP inside. */
void tn_print_link_fields(FILE *f, const struct tn_event *ev);
/* The same in JSON, each after a comma. */
void tn_json_link(FILE *f, const struct tn_event *ev);

/* RoCEv2 packets (TN_FABRIC_ROCEV2). */
void tn_print_roce(FILE *f, const struct tn_event *ev);
void tn_print_roce_fields(FILE *f, const struct tn_event *ev);
void tn_json_roce(FILE *f, const struct tn_event *ev);

/* ExaNet packets. */
void tn_print_exa(FILE *f, const struct tn_event *ev);
void tn_print_exa_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa(FILE *f, const struct tn_event *ev);

/* Frames of ExaNet's serial link, and the packets in them. */
void tn_print_exa_frame(FILE *f, const struct tn_event *ev);
void tn_print_exa_frame_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa_frame(FILE *f, const struct tn_event *ev);

/* TNW packets and link frames. */
void tn_print_tnw(FILE *f, const struct tn_event *ev);
void tn_print_tnw_fields(FILE *f, const struct tn_event *ev);
void tn_json_tnw(FILE *f, const struct tn_event *ev);

#endif
