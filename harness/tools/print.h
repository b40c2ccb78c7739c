/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * How the packets of one fabric are printed; tools.h has what the commands call.
 */
#ifndef TN_TOOLS_PRINT_H
#define TN_TOOLS_PRINT_H

#include <tn/event.h>

#include <stdio.h>

/* The fields of header name, a line each, if all of it is in the left bytes at p; base
 * is the packet's byte where it begins. */
void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base);

/* RoCEv2 (TN_FABRIC_ROCEV2) and ExaNet packets as a line, as fields, as JSON members. */
void tn_print_roce(FILE *f, const struct tn_event *ev);
void tn_print_roce_fields(FILE *f, const struct tn_event *ev);
void tn_json_roce(FILE *f, const struct tn_event *ev);
void tn_print_exa(FILE *f, const struct tn_event *ev);
void tn_print_exa_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa(FILE *f, const struct tn_event *ev);

#endif
