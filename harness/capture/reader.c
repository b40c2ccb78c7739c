/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Opens captures with libpcap and turns records into events.
 */
#include "reader.h"

#include <tn/tlp.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Link types by number: the names differ between libpcap versions. */
enum { LINK_ETHERNET = 1, LINK_PCI_EXP = 125, LINK_USER0 = 147, LINK_USER11 = 158 };

static const struct {
    const char *id, *text;
} artefact_names[TN_ARTEFACTS] = {
    [TN_ART_SNAPPED] = {"ART-SNAP", "record keeps fewer bytes than were on the link"},
    [TN_ART_TIME_BACK] = {"ART-TIME", "time stamp before the previous record's"},
    [TN_ART_SHORT_IP] = {"ART-LEN", "frame, IP and UDP lengths disagree"},
    [TN_ART_ZERO] = {"ART-ZERO", "all-zero TLP"},
    [TN_ART_SHIFTED] = {"ART-SHIFT", "TLP header displaced by some bytes"},
    [TN_ART_FOREIGN] = {"ART-FOREIGN", "not a packet of the fabric, skipped"},
    [TN_ART_GARBAGE] = {"ART-GARBAGE", "link symbols without framing"},
    [TN_ART_PAD] = {"ART-PAD", "bytes after the IP length"},
    [TN_ART_TRUNCATED] = {"ART-TRUNC", "file ends inside a record"},
    [TN_ART_ORDER] = {"ART-ORDER", "merged capture points: order not to be trusted"},
};

const char *tn_artefact_id(enum tn_artefact a)
{
    return artefact_names[a].id;
}

const char *tn_artefact_text(enum tn_artefact a)
{
    return artefact_names[a].text;
}

static struct tn_reader *reader_from(FILE *f, const char *name, char *err, size_t err_size)
{
    char pcap_err[PCAP_ERRBUF_SIZE];
    struct tn_reader *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(err, err_size, "%s: out of memory", name);
        fclose(f);
        return NULL;
    }
    r->pcap = pcap_fopen_offline_with_tstamp_precision(f, PCAP_TSTAMP_PRECISION_NANO, pcap_err);
    if (!r->pcap) {
        snprintf(err, err_size, "%s: %s", name, pcap_err);
        if (f != stdin)
            fclose(f);
        free(r);
        return NULL;
    }
    r->link_type = pcap_datalink(r->pcap);
    switch (r->link_type) {
    case LINK_ETHERNET:
        r->form = "Ethernet";
        break;
    case LINK_PCI_EXP:
        r->form = "PCI_EXP";
        break;
    case LINK_USER0:
        r->form = "Tenter";
        break;
    case LINK_USER11:
        r->form = "analyser";
        break;
    default:
        snprintf(err, err_size, "%s: link type %d is not one of 1, 125, 147, 158", name,
                 r->link_type);
        tn_reader_close(r);
        return NULL;
    }
    return r;
}

struct tn_reader *tn_reader_open(const char *path, char *err, size_t err_size)
{
    struct stat st;
    FILE *f;
    if (strcmp(path, "-") == 0)
        return reader_from(stdin, "standard input", err, err_size);
    f = fopen(path, "rb");
    if (f && fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(f);
        f = NULL;
        errno = EISDIR;
    }
    if (!f) {
        snprintf(err, err_size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return reader_from(f, path, err, err_size);
}

struct tn_reader *tn_reader_open_memory(const void *buf, size_t len, char *err, size_t err_size)
{
    FILE *f = len ? fmemopen((void *)(uintptr_t)buf, len, "rb") : NULL;
    if (!f) {
        snprintf(err, err_size, "memory: %s", len ? strerror(errno) : "empty");
        return NULL;
    }
    return reader_from(f, "memory", err, err_size);
}

bool tn_reader_point_known(const struct tn_reader *r, uint64_t key, unsigned *point)
{
    for (unsigned i = 0; i < r->point_n; i++)
        if (r->point_key[i] == key) {
            *point = i;
            return true;
        }
    return false;
}

unsigned tn_reader_point_of(struct tn_reader *r, uint64_t key, const char *name)
{
    unsigned i;
    if (tn_reader_point_known(r, key, &i))
        return i;
    if (r->point_n == TN_READER_POINTS)
        return TN_READER_POINTS - 1; /* the rest share the last one */
    r->point_key[r->point_n] = key;
    snprintf(r->points[r->point_n], sizeof r->points[0], "%s", name);
    return r->point_n++;
}

/* The common case without a full decode: no prefix, and Length, Fmt and TD agree
 * with the bytes. */
static bool looks_whole(const struct tn_event *ev)
{
    const uint8_t *p = ev->bytes;
    uint32_t length, want;
    if (ev->len < 12 || p[0] >> 7)
        return false;
    length = (uint32_t)(p[2] & 3u) << 8 | p[3];
    want = p[0] & 0x20 ? 16 : 12;
    if (p[0] & 0x40)
        want += 4 * (length ? length : 1024);
    return want + (p[2] & 0x80 ? 4u : 0u) == ev->orig_len;
}

unsigned tn_tlp_artefacts(const struct tn_event *ev)
{
    struct tn_tlp t;
    unsigned err;
    uint32_t i;
    for (i = 0; i < ev->len && ev->bytes[i] == 0; i++)
        ;
    if (i == ev->len && ev->len >= 12)
        return 1u << TN_ART_ZERO;
    if (looks_whole(ev))
        return 0;
    err = tn_tlp_decode(ev->bytes, ev->len, ev->orig_len, &t);
    if (!(err & (TN_TLP_E_FMT | TN_TLP_E_LENGTH)))
        return 0;
    for (uint32_t k = 1; k <= 8 && k + 12 <= ev->len; k++)
        if (tn_tlp_decode(ev->bytes + k, ev->len - k, ev->orig_len - k, &t) == 0 &&
            t.payload_len > 0)
            return 1u << TN_ART_SHIFTED;
    return 0;
}

static void note_artefacts(struct tn_reader *r, unsigned art)
{
    for (unsigned a = 0; art; a++, art >>= 1)
        if (art & 1) {
            struct tn_artefact_count *c = &r->artefacts[a];
            if (c->count < TN_ARTEFACT_KEEP)
                c->first[c->count] = r->record;
            c->count++;
        }
}

/* One record into ev; TN_PARSED_FOREIGN when it holds no packet of a fabric. */
static enum tn_parsed parse(struct tn_reader *r, const struct pcap_pkthdr *h, const uint8_t *p,
                            struct tn_event *ev, unsigned *art)
{
    size_t len = h->caplen, orig = h->len < h->caplen ? h->caplen : h->len;
    memset(ev, 0, sizeof *ev);
    ev->packet = r->record;
    ev->time_ns = (uint64_t)h->ts.tv_sec * 1000000000u + (uint64_t)h->ts.tv_usec;
    ev->fabric = TN_FABRIC_PCIE;
    ev->unit = TN_UNIT_PACKET;
    /* our own captures hold packets in the order in which they ended */
    *art = ev->time_ns < r->last_ns && r->link_type != LINK_USER0 ? 1u << TN_ART_TIME_BACK : 0;
    r->last_ns = ev->time_ns;
    if (orig > TN_CAPTURE_MAX_RECORD || len == 0)
        return TN_PARSED_FOREIGN;
    switch (r->link_type) {
    case LINK_ETHERNET:
        return tn_parse_ethernet(r, p, len, orig, ev, art);
    case LINK_USER0:
        return tn_parse_own(r, p, len, orig, ev, art);
    case LINK_USER11:
        return tn_parse_analyser(r, p, len, orig, ev, art);
    default:
        ev->bytes = p;
        ev->len = (uint32_t)len;
        ev->orig_len = (uint32_t)orig;
        return TN_PARSED_EVENT;
    }
}

int tn_reader_next(struct tn_reader *r, struct tn_event *ev, unsigned *artefacts)
{
    struct pcap_pkthdr *h;
    const uint8_t *p;
    unsigned art;
    while (!r->ended) {
        int rc = pcap_next_ex(r->pcap, &h, &p);
        if (rc == PCAP_ERROR_BREAK) {
            r->ended = true;
            return 0;
        }
        r->record++;
        if (rc != 1) {
            const char *why = pcap_geterr(r->pcap);
            r->ended = true;
            if (r->record > 1 && strstr(why, "truncated")) {
                note_artefacts(r, 1u << TN_ART_TRUNCATED);
                return 0;
            }
            snprintf(r->error, sizeof r->error, "record %llu: %s", (unsigned long long)r->record,
                     why);
            return -EINVAL;
        }
        if (parse(r, h, p, ev, &art) == TN_PARSED_FOREIGN) {
            note_artefacts(r, art | 1u << TN_ART_FOREIGN);
            continue;
        }
        if (ev->len < ev->orig_len)
            art |= 1u << TN_ART_SNAPPED;
        if (ev->unit == TN_UNIT_PACKET && ev->fabric == TN_FABRIC_PCIE)
            art |= tn_tlp_artefacts(ev);
        note_artefacts(r, art);
        if (artefacts)
            *artefacts = art;
        return 1;
    }
    return 0;
}

const char *tn_reader_error(const struct tn_reader *r)
{
    return r->error;
}

const struct tn_artefact_count *tn_reader_artefacts(const struct tn_reader *r)
{
    return r->artefacts;
}

const char *tn_reader_form(const struct tn_reader *r)
{
    return r->form;
}

const char *tn_reader_point(const struct tn_reader *r, unsigned point)
{
    return point < r->point_n && r->points[point][0] ? r->points[point] : NULL;
}

void tn_reader_close(struct tn_reader *r)
{
    if (r && r->pcap)
        pcap_close(r->pcap);
    free(r);
}
