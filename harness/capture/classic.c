/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Records of a classic pcap file without a copy of each.
 */
#include "classic.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_HEAD = 24, RECORD_HEAD = 16, BLOCK = 1 << 19, LONGEST = 1 << 18 /* that libpcap takes */ };

static uint32_t word(const struct tn_classic *c, const uint8_t *p)
{
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return c->swapped ? __builtin_bswap32(w) : w;
}

bool tn_classic_is(struct tn_classic *c, FILE *f)
{
    enum { MICRO = 0xa1b2c3d4, NANO = 0xa1b23c4d };
    uint8_t head[FILE_HEAD];
    const off_t start = ftello(f);
    if (start < 0)
        return false;
    const size_t n = fread(head, 1, sizeof head, f);
    clearerr(f);
    if (fseeko(f, start, SEEK_SET) != 0 || n < sizeof head)
        return false;
    for (int swapped = 0; swapped < 2; swapped++) {
        c->swapped = swapped;
        const uint32_t magic = word(c, head);
        c->scale = magic == MICRO ? 1000 : 1;
        if (magic == MICRO || magic == NANO)
            return true;
    }
    return false;
}

void tn_classic_begin(struct tn_classic *c, FILE *f, pcap_t *pcap)
{
    const int snapshot = pcap_snapshot(pcap);
    if (pcap_major_version(pcap) != 2 || pcap_minor_version(pcap) != 4 || snapshot <= 0)
        return;
    c->offset = ftello(f);
    if (c->offset != FILE_HEAD || (c->block = malloc(BLOCK)) == NULL)
        return;
    c->most = snapshot < LONGEST ? (uint32_t)snapshot : LONGEST;
    c->file = f;
}

/* Moves what is left of the block to its front and reads more behind it. */
static void more(struct tn_classic *c)
{
    memmove(c->block, c->block + c->at, c->end - c->at);
    c->end -= c->at;
    c->at = 0;
    const size_t n = fread(c->block + c->end, 1, BLOCK - c->end, c->file);
    c->end += n;
    c->offset += (off_t)n;
}

/* Gives the file back to libpcap, at the record that is next. */
static int give_back(struct tn_classic *c)
{
    if (!ferror(c->file))
        clearerr(c->file);
    fseeko(c->file, c->offset - (off_t)(c->end - c->at), SEEK_SET);
    c->file = NULL;
    return 0;
}

int tn_classic_next(struct tn_classic *c, struct pcap_pkthdr *h, const uint8_t **p)
{
    const uint8_t *head;
    if (c->end - c->at < RECORD_HEAD)
        more(c);
    if (c->end == c->at && !ferror(c->file))
        return PCAP_ERROR_BREAK;
    if (c->end - c->at < RECORD_HEAD)
        return give_back(c);
    h->caplen = word(c, c->block + c->at + 8);
    if (h->caplen > c->most)
        return give_back(c);
    if (c->end - c->at < RECORD_HEAD + h->caplen)
        more(c);
    if (c->end - c->at < RECORD_HEAD + h->caplen)
        return give_back(c);
    head = c->block + c->at;
    h->ts.tv_sec = (time_t)word(c, head);
    h->ts.tv_usec = (int32_t)word(c, head + 4) * (int64_t)c->scale;
    h->len = word(c, head + 12);
    *p = head + RECORD_HEAD;
    c->at += RECORD_HEAD + h->caplen;
    return 1;
}

void tn_classic_free(struct tn_classic *c)
{
    free(c->block);
}
