/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Capture files: any supported form in, packet events out; and Tenter's own
 * form written. Formats: checkers/spec/trace.md.
 */
#ifndef TN_CAPTURE_H
#define TN_CAPTURE_H

#include <tn/artefact.h>
#include <tn/event.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CAPTURE_MAX_RECORD = 262144 };
/* The longest packet that a record of the own form holds behind its head. */
enum { TN_CAPTURE_MAX_PACKET = TN_CAPTURE_MAX_RECORD - 24 };

/* struct tn_event.fabric of a RoCEv2 packet (tn_reader_keep_roce()): no fabric of
 * Tenter's, and never in a record head. Its bytes are the IPv4 packet. */
enum { TN_FABRIC_ROCEV2 = 0x80 };

struct tn_reader;

/* Opens path ("-" is standard input). On failure NULL, with one line in err. */
struct tn_reader *tn_reader_open(const char *path, char *err, size_t err_size);

/* The same from a stream not read from yet, which the reader closes (also when it fails, unless it
 * is stdin); name is for messages. */
struct tn_reader *tn_reader_open_stream(FILE *f, const char *name, char *err, size_t err_size);

/* The same from memory; buf must outlive the reader. */
struct tn_reader *tn_reader_open_memory(const void *buf, size_t len, char *err, size_t err_size);

/* The next event: 1, 0 at the end, or negative errno with tn_reader_error().
 * Foreign records are skipped and counted. ev->bytes lives until the next
 * call. artefacts receives the set (1 << enum tn_artefact) seen on it. */
int tn_reader_next(struct tn_reader *r, struct tn_event *ev, unsigned *artefacts);

const char *tn_reader_error(const struct tn_reader *r);

/* How often each artefact was seen so far, and the first few record numbers. */
enum { TN_ARTEFACT_KEEP = 8 };
struct tn_artefact_count {
    uint64_t count;
    uint64_t first[TN_ARTEFACT_KEEP];
    uint64_t *all; /* every record, when all are kept; else NULL */
    uint64_t cap;  /* places there */
};
/* One more, on that record; all: every record is kept. 0 or -ENOMEM. */
int tn_artefact_add(struct tn_artefact_count *c, uint64_t record, bool all);
/* From now on every record is kept, not the first few alone. */
void tn_reader_keep_artefacts(struct tn_reader *r);
const struct tn_artefact_count *tn_reader_artefacts(const struct tn_reader *r);

/* The first record so far, from 1 on, whose fabric is none that Tenter knows, and that fabric's
 * number; 0: there was none. Such records are foreign: ART-FOREIGN counts them. */
uint64_t tn_reader_stranger(const struct tn_reader *r, unsigned *fabric);

/* RoCEv2 packets come as events of fabric TN_FABRIC_ROCEV2; without this they are
 * foreign. Their ICRC is compared either way. */
void tn_reader_keep_roce(struct tn_reader *r);
/* ICRCs compared so far. */
uint64_t tn_reader_icrcs(const struct tn_reader *r);

/* "Tenter", "PCI_EXP", "analyser", and by what was seen so far "NetTLP" (one TLP is
 * enough), "RoCEv2" (when there was none) or "Ethernet". */
const char *tn_reader_form(const struct tn_reader *r);
/* The form in which the packets were captured: that of the file, or for an own
 * capture made by conversion that of the file it was made from. "Tenter" says that
 * a simulation saw them: its points are links with names and its order is true. */
const char *tn_reader_origin(const struct tn_reader *r);
/* Name of an observation point as the file has it (any bytes), or NULL. */
const char *tn_reader_point(const struct tn_reader *r, unsigned point);
/* How many points are known so far. */
unsigned tn_reader_points(const struct tn_reader *r);
void tn_reader_close(struct tn_reader *r);

struct tn_writer;

/* Own form. meta is the first record's text: key=value lines, point table
 * included ("point.0=s_usr"). Written as <tn/part.h> says: it appears whole on close. */
struct tn_writer *tn_writer_open(const char *path, const char *meta, unsigned ns_per_cycle,
                                 char *err, size_t err_size);
/* -EMSGSIZE above TN_CAPTURE_MAX_PACKET: nothing is written then. */
int tn_writer_event(struct tn_writer *w, const struct tn_event *ev);
int tn_writer_note(struct tn_writer *w, uint64_t cycle, const char *text);
/* 0 or negative errno: a write that failed earlier is reported here too. */
int tn_writer_close(struct tn_writer *w);
/* Gives up: nothing is left of the file. */
void tn_writer_abandon(struct tn_writer *w);

#ifdef __cplusplus
}
#endif

#endif
