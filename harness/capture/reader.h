/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the capture reader: its state, and a function for each form.
 */
#ifndef TN_CAPTURE_READER_H
#define TN_CAPTURE_READER_H

#include "classic.h"
#include "points.h"
#include "twice.h"
#include "unpack.h"

#include <tn/capture.h>

#include <pcap/pcap.h>

#include <stdbool.h>

enum {
    TN_COPIES = 64,   /* recent NetTLP packets that are kept to find copies */
    TN_NUMBERED = 18, /* octets of number, time stamp and the header of a TLP */
    TN_LOOK = 5,      /* words of 8 octets of a packet that are compared */
    TN_SENDERS = 16,  /* points whose packet numbers are followed */
};

/* Does the sender of a point number its NetTLP packets? */
struct tn_numbers {
    uint8_t head[TN_NUMBERED]; /* of its last packet */
    bool seen;                 /* a packet was seen */
    uint32_t changed;          /* packets with another number or time stamp than the one before */
    uint32_t alike;            /* other TLPs with the number and time stamp of the one before */
};

struct tn_reader {
    pcap_t *pcap;
    struct tn_classic classic;
    char *block; /* the stream's buffer */
    struct tn_unpack *unpack; /* of a compressed capture, or NULL */
    int link_type;
    uint64_t record;
    uint64_t last_ns, before_ns; /* times of the record before, and of the one ahead of that */
    const char *form;   /* by link type; for Ethernet the counts below tell more */
    const char *origin; /* form of the file that an own capture was converted from, or NULL */
    uint64_t nettlp_n, roce_n, icrc_n;   /* records of each; ICRCs compared */
    uint64_t lately[TN_COPIES][TN_LOOK]; /* the last NetTLP packets */
    uint64_t lately_ns[TN_COPIES];       /* and their times */
    struct tn_twice twice;
    struct tn_numbers numbers[TN_SENDERS];
    uint64_t stranger;       /* the first record whose fabric fabrics.def lacks; 0: none */
    uint8_t stranger_fabric; /* the number of that fabric */
    bool keep_roce, keep_artefacts, keep_places;
    bool texted;       /* an own capture begins with its text */
    bool joined;       /* which says that traffic was under way */
    bool begun;        /* the first record was read */
    bool numbers_kept; /* its text is no record of its own: packets have the numbers they had */
    bool places;       /* annotations without bytes stand for records that were left out */
    unsigned more;     /* records that go on with the text */
    char *text;        /* of the first record and those, or NULL */
    size_t text_len;
    bool ended, no_memory;
    bool was_cut; /* the file was converted from a file that ended inside a record */
    char error[256];
    struct tn_artefact_count artefacts[TN_ARTEFACTS];
    struct tn_points points;
    struct tn_points links; /* by the same indexes: names of the points' links */
};

/* The result of parsing a record. */
enum tn_parsed {
    TN_PARSED_EVENT,
    TN_PARSED_FOREIGN, /* no packet of a fabric */
    TN_PARSED_CUT,     /* snapped before the packet's first byte */
    TN_PARSED_TEXT,    /* goes on with the first record's text: no record of its own */
    TN_PARSED_FAILED,  /* out of memory */
};

/* The next three functions parse a record of a form: len bytes present of orig on the wire. They
 * fill bytes, lengths, unit, point and direction of ev and add artefacts to the set *art. */
enum tn_parsed tn_parse_own(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                            struct tn_event *ev, unsigned *art);
enum tn_parsed tn_parse_ethernet(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art);
enum tn_parsed tn_parse_analyser(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art);

/* Parses RoCEv2 in the IPv4 packet at ip, len bytes present of orig, and compares the ICRC. The
 * event has the whole IP packet; the record is foreign unless r->keep_roce is set. */
enum tn_parsed tn_parse_roce(struct tn_reader *r, const uint8_t *ip, size_t len, size_t orig,
                             struct tn_event *ev, unsigned *art);

/* Says whether the annotation is the text that a capture begins with. */
bool tn_parse_is_text(const struct tn_event *ev);

#endif
