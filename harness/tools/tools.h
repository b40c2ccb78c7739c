/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the commands of tenter share.
 */
#ifndef TN_TOOLS_H
#define TN_TOOLS_H

#include <tn/capture.h>
#include <tn/event.h>
#include <tn/exa.h>
#include <tn/exa_frame.h>
#include <tn/part.h>
#include <tn/tlp.h>
#include <tn/tnw.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every command. */
enum { TN_EXIT_OK = 0, TN_EXIT_FAIL = 1, TN_EXIT_USAGE = 2 };

/* Each takes what follows "tenter" and returns an exit code. */
int tn_cmd_show(int argc, char **argv);
int tn_cmd_check(int argc, char **argv);
int tn_cmd_rules(int argc, char **argv);
int tn_cmd_decode(int argc, char **argv);
int tn_cmd_convert(int argc, char **argv);
int tn_cmd_replay(int argc, char **argv);
int tn_cmd_campaign(int argc, char **argv);
int tn_cmd_gen(int argc, char **argv);

/* "tenter <command>: <what>" on stderr (tn_say()); returns TN_EXIT_USAGE. */
int tn_usage(const char *command, const char *what, ...) __attribute__((format(printf, 2, 3)));

/* A decimal or 0x number up to max; false when text is not one. */
bool tn_number(const char *text, uint64_t max, uint64_t *out);

/* fflush(stdout); TN_EXIT_USAGE with a message when it could not be written. */
int tn_finish_output(const char *command, int code);

/* The TLP of a packet event, or inside a link frame; false when there is none. */
bool tn_event_tlp(const struct tn_event *ev, struct tn_event *tlp_ev, struct tn_tlp *t);

/* The ExaNet packet of a packet event, or inside a link frame; false when there is none. */
bool tn_event_exa(const struct tn_event *ev, struct exa_packet *k);
/* ev with the packet inside, if it is a link frame that holds one: packet borrows from f.
 * False when it is no ExaNet link frame, or holds none. */
bool tn_exa_unframe(const struct tn_event *ev, struct exa_frame *f, struct tn_event *packet);
/* Its header is cut or its CRC is wrong: the fields mean nothing. */
bool tn_exa_unreadable(const struct exa_packet *k);

/* What a TNW record shows: of a frame, its first part. */
struct tn_tnw_view {
    bool has_packet, has_ctl; /* packet, part.ctl hold */
    bool whole;               /* the packet did not end early */
    struct tnw_packet packet;
    struct tnw_part part;     /* of a frame */
    uint32_t words, more;     /* of a frame: on the link; behind the part */
};
/* False when it is no TNW record. */
bool tn_event_tnw(const struct tn_event *ev, struct tn_tnw_view *view);
/* Its packet came whole, with a wrong CRC. */
bool tn_tnw_crc_wrong(const struct tn_tnw_view *view);

/* One line of what the event is, without newline. */
void tn_print_line(FILE *f, const struct tn_event *ev, const char *point);
/* Every field with its bit range, one a line. */
void tn_print_fields(FILE *f, const struct tn_event *ev);
void tn_print_hex(FILE *f, const uint8_t *p, size_t len);
void tn_print_json(FILE *f, const struct tn_event *ev, const char *point);
/* s for a terminal: what is not printable ASCII, and the backslash, as \\xHH. */
void tn_print_text(FILE *f, const char *s);
/* s as a JSON string, quotes included; bytes that are no UTF-8 become U+FFFD. */
void tn_json_string(FILE *f, const char *s);
/* s inside an XML attribute: what XML does not hold becomes '?'. */
void tn_xml_text(FILE *f, const char *s);

#endif
