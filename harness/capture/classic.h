/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records of a classic pcap file, taken where they stand in a block of the file, which costs half of having libpcap
 * copy each. libpcap opens the file, and goes on with the first record that is not plain: one that is cut, or longer
 * than libpcap takes.
 */
#ifndef TN_CAPTURE_CLASSIC_H
#define TN_CAPTURE_CLASSIC_H

#include <pcap/pcap.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct tn_classic {
    FILE *file;      /* NULL: libpcap reads the records */
    uint8_t *block;  /* a piece of the file */
    size_t at, end;  /* of the block: the next record, and the bytes that are there */
    off_t offset;    /* in the file: of the end of the block */
    uint32_t most;   /* bytes of the longest plain record */
    uint32_t scale;  /* nanoseconds of the second field of a time stamp */
    bool swapped;    /* in the other order of bytes */
};

/* Says whether the file begins as a classic pcap file; the place in the file stays. scale and swapped are set. */
bool tn_classic_is(struct tn_classic *c, FILE *f);
/* Takes the records from libpcap, which has just opened the file; when it cannot, libpcap keeps them. */
void tn_classic_begin(struct tn_classic *c, FILE *f, pcap_t *pcap);
/* Gives the next record, as pcap_next_ex() does: 1, PCAP_ERROR_BREAK at the end of the file, or 0 when libpcap is to
 * give it, and all behind it. */
int tn_classic_next(struct tn_classic *c, struct pcap_pkthdr *h, const uint8_t **p);
void tn_classic_free(struct tn_classic *c);

#endif
