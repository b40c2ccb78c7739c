/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the capture reader: one function a form.
 */
#ifndef TN_CAPTURE_READER_H
#define TN_CAPTURE_READER_H

#include <tn/capture.h>

#include <pcap/pcap.h>

#include <stdbool.h>

enum { TN_READER_POINTS = 64, TN_READER_POINT_NAME = 64 };

struct tn_reader {
    pcap_t *pcap;
    int link_type;
    uint64_t record;
    uint64_t last_ns;
    const char *form;
    bool ended;
    char error[256];
    struct tn_artefact_count artefacts[TN_ARTEFACTS];
    unsigned point_n;
    char points[TN_READER_POINTS][TN_READER_POINT_NAME];
    uint64_t point_key[TN_READER_POINTS];
};

/* What became of a record. */
enum tn_parsed { TN_PARSED_EVENT, TN_PARSED_FOREIGN };

/* Each takes a record's bytes (len present of orig on the wire), fills ev's
 * bytes, lengths, unit, point, direction, and adds to the set *art. */
enum tn_parsed tn_parse_own(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                            struct tn_event *ev, unsigned *art);
enum tn_parsed tn_parse_ethernet(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art);
enum tn_parsed tn_parse_analyser(struct tn_reader *r, const uint8_t *p, size_t len, size_t orig,
                                 struct tn_event *ev, unsigned *art);

/* Is there a point with that key? */
bool tn_reader_point_known(const struct tn_reader *r, uint64_t key, unsigned *point);
/* Index of the point with that key; a new one gets the name. */
unsigned tn_reader_point_of(struct tn_reader *r, uint64_t key, const char *name);

/* Artefacts that the bytes of a TLP show: ART-ZERO, ART-SHIFT. */
unsigned tn_tlp_artefacts(const struct tn_event *ev);

#endif
