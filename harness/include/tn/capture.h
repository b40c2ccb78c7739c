/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Capture files. A reader takes any supported form and gives packet events; a writer writes
 * Tenter's own form. checkers/spec/trace.md describes the forms.
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

/* The number in struct tn_event.fabric of a RoCEv2 packet (tn_reader_keep_roce()). RoCEv2 is no
 * fabric of Tenter's, and the number stands in no record head. The event's bytes are the IPv4
 * packet. */
enum { TN_FABRIC_ROCEV2 = 0x80 };

struct tn_reader;

/* Opens the capture at path ("-" is standard input). Returns NULL, with one line in err, on
 * failure. */
struct tn_reader *tn_reader_open(const char *path, char *err, size_t err_size);

/* Opens a capture from a stream of which nothing was read yet. The reader closes the stream, also
 * when opening fails, unless it is stdin. name is for messages. */
struct tn_reader *tn_reader_open_stream(FILE *f, const char *name, char *err, size_t err_size);

/* Opens a capture in memory; buf must outlive the reader. */
struct tn_reader *tn_reader_open_memory(const void *buf, size_t len, char *err, size_t err_size);

/* Reads the next event. Returns 1, 0 at the end, or negative errno (tn_reader_error() says more).
 * Foreign records are skipped and counted. ev->bytes is valid until the next call. artefacts
 * receives the set (1 << enum tn_artefact) found on the record. */
int tn_reader_next(struct tn_reader *r, struct tn_event *ev, unsigned *artefacts);

/* Returns the message of the last error. */
const char *tn_reader_error(const struct tn_reader *r);

/* The occurrences of one artefact. */
enum { TN_ARTEFACT_KEEP = 8 };
struct tn_artefact_count {
    uint64_t count;
    uint64_t first[TN_ARTEFACT_KEEP]; /* numbers of the first records that have it */
    uint64_t *all; /* every record, when all are kept; else NULL */
    uint64_t cap;  /* places there */
};
/* Counts one more, on that record; all: every record is kept. Returns 0 or -ENOMEM. */
int tn_artefact_add(struct tn_artefact_count *c, uint64_t record, bool all);
/* Makes the reader keep every record of an artefact, not the first few alone. */
void tn_reader_keep_artefacts(struct tn_reader *r);
/* Returns the occurrences of each artefact so far, by enum tn_artefact. */
const struct tn_artefact_count *tn_reader_artefacts(const struct tn_reader *r);

/* Returns the number, from 1, of the first record so far whose fabric Tenter does not know, and
 * that fabric's number; 0: there was none. Such records are foreign: ART-FOREIGN counts them. */
uint64_t tn_reader_stranger(const struct tn_reader *r, unsigned *fabric);

/* Makes RoCEv2 packets come as events of fabric TN_FABRIC_ROCEV2; without this call they are
 * foreign. The reader compares their ICRC in both cases. */
void tn_reader_keep_roce(struct tn_reader *r);
/* Returns the number of ICRCs compared so far. */
uint64_t tn_reader_icrcs(const struct tn_reader *r);

/* Returns the form of the file: "Tenter", "PCI_EXP", "analyser", or, by the packets read so far,
 * "NetTLP" (at least one TLP), "RoCEv2" (RoCEv2 packets and no TLP) or "Ethernet". */
const char *tn_reader_form(const struct tn_reader *r);
/* Returns the form in which the packets were captured: the form of the file, or, for a converted
 * file, the form of the file it was made from. "Tenter" means that a simulation captured the
 * packets: points are named links, and the order of records is true. */
const char *tn_reader_origin(const struct tn_reader *r);
/* Returns the name of an observation point as the file has it (any bytes), or NULL. */
const char *tn_reader_point(const struct tn_reader *r, unsigned point);
/* Returns the name of the link that the file says the point watches, or NULL. */
const char *tn_reader_link(const struct tn_reader *r, unsigned point);
/* Returns the number of points known so far. */
unsigned tn_reader_points(const struct tn_reader *r);
/* What an annotation without bytes stands for in a converted capture, so that the packets behind it
 * keep their numbers: its orig_len. */
enum tn_place {
    TN_PLACE_FOREIGN = 0, /* a record that was no packet */
    TN_PLACE_CUT = 1,     /* one cut before the packet's first byte */
    TN_PLACE_GUEST = 2,   /* a packet of another protocol */
    TN_PLACE_ICRC = 3,    /* one whose ICRC was wrong */
    TN_PLACE_RIGHT = 4,   /* one whose ICRC was right */
    TN_PLACE_PART = 5,    /* one that the record had a part of, so that its ICRC was not compared */
};
/* Makes of the event what stands for its record: its number and time, and no bytes. */
void tn_place_make(struct tn_event *ev, enum tn_place what);
/* Makes records that are no packet of a fabric come as events, too: annotations without bytes. */
void tn_reader_keep_places(struct tn_reader *r);
/* Says whether traffic may have been under way before the first record: in all captures but those of a simulation, and in
 * those that do not begin with their text, or whose text says so. */
bool tn_reader_joined(const struct tn_reader *r);
/* Returns the text of an own capture's first record so far, key=value lines; NULL when there is none. */
const char *tn_reader_text(const struct tn_reader *r);
/* Closes the reader. */
void tn_reader_close(struct tn_reader *r);

struct tn_writer;

/* Opens a capture in Tenter's own form. meta is the text of the first record: key=value lines, the
 * point table among them ("point.0=s_usr"). The file appears under its name when it is closed
 * (<tn/part.h>). Returns NULL, with one line in err, on failure. */
struct tn_writer *tn_writer_open(const char *path, const char *meta, unsigned ns_per_cycle,
                                 char *err, size_t err_size);
/* Writes an event. Returns 0 or negative errno; -EMSGSIZE: the packet is longer than
 * TN_CAPTURE_MAX_PACKET, and nothing was written. */
int tn_writer_event(struct tn_writer *w, const struct tn_event *ev);
/* Writes an annotation. Returns 0 or negative errno. */
int tn_writer_note(struct tn_writer *w, uint64_t cycle, const char *text);
/* Closes the file and gives it its name. Returns 0 or negative errno, also for a write that failed
 * earlier. */
int tn_writer_close(struct tn_writer *w);
/* Closes and removes the file. */
void tn_writer_abandon(struct tn_writer *w);

#ifdef __cplusplus
}
#endif

#endif
