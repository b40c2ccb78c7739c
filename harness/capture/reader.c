/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Opens captures with libpcap and turns records into events.
 */
#include "reader.h"

#include <tn/protocol.h>

#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Link types by number: the names differ between libpcap versions. */
enum { LINK_ETHERNET = 1, LINK_PCI_EXP = 125, LINK_USER0 = 147, LINK_USER11 = 158 };

enum { READ_BLOCK = 1 << 16 };

/* What libpcap says, or in plainer words what it cannot do. */
static const char *plainly(const char *why)
{
    if (strstr(why, "different from the type of the first"))
        return "interfaces with different link types in one pcapng: split it, one interface a file";
    if (strstr(why, "different from the snapshot length of the first"))
        return "interfaces with different snap lengths in one pcapng: split it, one interface a "
               "file";
    if (strstr(why, "only got 0"))
        return "empty";
    return why;
}

struct tn_reader *tn_reader_open_stream(FILE *f, const char *name, char *err, size_t err_size)
{
    char pcap_err[PCAP_ERRBUF_SIZE];
    struct tn_reader *r = calloc(1, sizeof *r);
    FILE *inner;
    if (!r) {
        snprintf(err, err_size, "%s: out of memory", name);
        if (f != stdin)
            fclose(f);
        return NULL;
    }
    /* fewer system calls and no locks; stdin outlives the reader and keeps its own buffer */
    if (f != stdin) {
        r->block = malloc(READ_BLOCK);
        if (r->block)
            setvbuf(f, r->block, _IOFBF, READ_BLOCK);
        __fsetlocking(f, FSETLOCKING_BYCALLER);
    }
    inner = tn_unpack_open(f, &r->unpack);
    const bool classic = inner && inner == f && f != stdin && tn_classic_is(&r->classic, f);
    if (inner)
        r->pcap = pcap_fopen_offline_with_tstamp_precision(inner, PCAP_TSTAMP_PRECISION_NANO, pcap_err);
    if (!r->pcap) {
        snprintf(err, err_size, "%s: %s", name,
                 !inner                         ? "out of memory"
                 : tn_unpack_error(r->unpack)   ? tn_unpack_error(r->unpack)
                                                : plainly(pcap_err));
        f = inner ? inner : f;
        if (f != stdin)
            fclose(f);
        free(r->block);
        free(r);
        return NULL;
    }
    if (classic)
        tn_classic_begin(&r->classic, f, r->pcap);
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
        return tn_reader_open_stream(stdin, "standard input", err, err_size);
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
    return tn_reader_open_stream(f, path, err, err_size);
}

struct tn_reader *tn_reader_open_memory(const void *buf, size_t len, char *err, size_t err_size)
{
    FILE *f = len ? fmemopen((void *)(uintptr_t)buf, len, "rb") : NULL;
    if (!f) {
        snprintf(err, err_size, "memory: %s", len ? strerror(errno) : "empty");
        return NULL;
    }
    return tn_reader_open_stream(f, "memory", err, err_size);
}

int tn_artefact_add(struct tn_artefact_count *c, uint64_t record, bool all)
{
    if (c->count < TN_ARTEFACT_KEEP)
        c->first[c->count] = record;
    if (all && c->count >= c->cap) {
        uint64_t cap = c->cap ? c->cap * 2 : 64, *p = realloc(c->all, cap * sizeof *p);
        if (!p)
            return -ENOMEM;
        c->all = p;
        c->cap = cap;
    }
    if (all)
        c->all[c->count] = record;
    c->count++;
    return 0;
}

/* Counts the set of artefacts on the record; out of memory ends the capture. */
static void note_artefacts(struct tn_reader *r, unsigned art)
{
    for (unsigned a = 0; art; a++, art >>= 1)
        if (art & 1 && tn_artefact_add(&r->artefacts[a], r->record, r->keep_artefacts) < 0) {
            r->ended = true;
            r->no_memory = true;
        }
}

/* The time stamp in ns, at most half of what the number holds. libpcap takes the 32 bits of a classic file for signed ones. */
static uint64_t stamp(const struct pcap_pkthdr *h)
{
    const uint64_t most = INT64_MAX / 1000000000;
    uint64_t seconds = (uint64_t)h->ts.tv_sec;
    if (h->ts.tv_sec < 0 && h->ts.tv_sec >= INT32_MIN)
        seconds = (uint32_t)h->ts.tv_sec;
    return (seconds < most ? seconds : most) * 1000000000u + (uint64_t)h->ts.tv_usec;
}

/* Where the record before and this one stand far before the one ahead of them, another capture begins: what is in both is no
 * copy. The records of a simulation stand in the order in which packets ended. */
static void note_time(struct tn_reader *r, uint64_t ns, bool in_order)
{
    enum { BACK_NS = 50000 };
    const uint64_t later = ns > r->last_ns ? ns : r->last_ns;
    if (in_order && r->record > 2 && later + BACK_NS < r->before_ns) {
        tn_twice_anew(&r->twice);
        memset(r->lately_ns, 0, sizeof r->lately_ns);
        memset(r->lately, 0, sizeof r->lately);
    }
    r->before_ns = r->last_ns;
    r->last_ns = ns;
}

/* One record into ev; TN_PARSED_FOREIGN when it holds no packet of a fabric. */
static enum tn_parsed parse(struct tn_reader *r, const struct pcap_pkthdr *h, const uint8_t *p,
                            struct tn_event *ev, unsigned *art)
{
    size_t len = h->caplen, orig = h->len < h->caplen ? h->caplen : h->len;
    memset(ev, 0, sizeof *ev);
    ev->packet = r->record;
    ev->time_ns = stamp(h);
    ev->fabric = TN_FABRIC_PCIE;
    ev->unit = TN_UNIT_PACKET;
    /* a simulation's captures hold packets in the order in which they ended */
    const bool in_order = r->link_type != LINK_USER0 || r->origin;
    *art = ev->time_ns < r->last_ns && in_order ? 1u << TN_ART_TIME_BACK : 0;
    note_time(r, ev->time_ns, in_order);
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

/* The artefacts that the record's bytes show, as its fabric knows them. */
static unsigned artefacts_of(const struct tn_event *ev)
{
    const struct tn_fabric_line *f = tn_fabric_find(ev->fabric);
    return f && f->protocol->artefacts ? f->protocol->artefacts(ev) : 0;
}

void tn_place_make(struct tn_event *ev, enum tn_place what)
{
    *ev = (struct tn_event){.packet = ev->packet,
                            .time_ns = ev->time_ns,
                            .fabric = TN_FABRIC_PCIE,
                            .unit = TN_UNIT_NOTE,
                            .flags = ev->flags & (TN_EV_PADDED | TN_EV_LENGTHS),
                            .orig_len = what,
                            .bytes = (const uint8_t *)""};
}

/* The next record, as pcap_next_ex() gives it; h may be changed. */
static int next_record(struct tn_reader *r, struct pcap_pkthdr **h, const uint8_t **p)
{
    const int rc = r->classic.file ? tn_classic_next(&r->classic, *h, p) : 0;
    return rc ? rc : pcap_next_ex(r->pcap, h, p);
}

static enum tn_stamps stamps_of(const struct tn_reader *r)
{
    return r->link_type == LINK_USER0 && !r->origin ? TN_STAMPS_CYCLES
           : r->link_type == LINK_ETHERNET          ? TN_STAMPS_FRAMED
                                                    : TN_STAMPS_RECORDED;
}

/* tn_reader_next() but for memory that ran out while artefacts were noted. */
static int next(struct tn_reader *r, struct tn_event *ev, unsigned *artefacts)
{
    struct pcap_pkthdr plain, *h = &plain;
    const uint8_t *p;
    enum tn_parsed what;
    unsigned art;
    while (!r->ended) {
        int rc = next_record(r, &h, &p);
        if (rc == PCAP_ERROR_BREAK) {
            r->ended = true;
            r->record++;
            if (r->was_cut || tn_unpack_cut(r->unpack))
                note_artefacts(r, 1u << TN_ART_TRUNCATED);
            return 0;
        }
        r->record++;
        if (rc != 1) {
            const char *why = tn_unpack_error(r->unpack) ? tn_unpack_error(r->unpack) : pcap_geterr(r->pcap);
            r->ended = true;
            if (r->record > 1 && strstr(why, "truncated")) {
                note_artefacts(r, 1u << TN_ART_TRUNCATED);
                return 0;
            }
            snprintf(r->error, sizeof r->error, "record %llu: %s", (unsigned long long)r->record,
                     plainly(why));
            return -EINVAL;
        }
        what = parse(r, h, p, ev, &art);
        if (what == TN_PARSED_FAILED) {
            r->ended = true;
            snprintf(r->error, sizeof r->error, "out of memory");
            return -ENOMEM;
        }
        if (what == TN_PARSED_TEXT) {
            r->record--;
            continue;
        }
        ev->flags |= (uint8_t)((art >> TN_ART_PAD & 1 ? TN_EV_PADDED : 0) |
                               (art >> TN_ART_SHORT_IP & 1 ? TN_EV_LENGTHS : 0));
        if (what != TN_PARSED_EVENT) {
            r->begun = true;
            art |= 1u << (what == TN_PARSED_CUT ? TN_ART_SNAPPED : TN_ART_FOREIGN);
            note_artefacts(r, art);
            if (!r->keep_places)
                continue;
            tn_place_make(ev, what == TN_PARSED_CUT ? TN_PLACE_CUT : TN_PLACE_FOREIGN);
            if (artefacts)
                *artefacts = art;
            return 1;
        }
        if (!r->begun && r->numbers_kept)
            ev->packet = r->record = 0;
        r->begun = true;
        if (ev->len < ev->orig_len && (ev->len || ev->unit != TN_UNIT_NOTE) && !(art & 1u << TN_ART_SHORT_IP))
            art |= 1u << TN_ART_SNAPPED;
        art |= artefacts_of(ev);
        if ((ev->unit != TN_UNIT_NOTE || (ev->len && r->begun && !tn_parse_is_text(ev))) && tn_twice(&r->twice, ev, p, h->caplen, stamps_of(r))) {
            ev->flags |= r->link_type == LINK_USER0 ? 0 : TN_EV_MALFORMED; /* which an own capture made of it keeps */
            art |= 1u << TN_ART_ORDER;
        }
        if (ev->behind && art & 1u << TN_ART_SHIFTED)
            ev->flags |= TN_EV_DISPLACED; /* what is behind it, an own capture made of it does not hold */
        if (art)
            note_artefacts(r, art);
        if (artefacts)
            *artefacts = art;
        return 1;
    }
    return 0;
}

int tn_reader_next(struct tn_reader *r, struct tn_event *ev, unsigned *artefacts)
{
    int rc = next(r, ev, artefacts);
    if (!r->no_memory)
        return rc;
    snprintf(r->error, sizeof r->error, "out of memory");
    return -ENOMEM;
}

const char *tn_reader_error(const struct tn_reader *r)
{
    return r->error;
}

const struct tn_artefact_count *tn_reader_artefacts(const struct tn_reader *r)
{
    return r->artefacts;
}

uint64_t tn_reader_stranger(const struct tn_reader *r, unsigned *fabric)
{
    *fabric = r->stranger_fabric;
    return r->stranger;
}

void tn_reader_keep_artefacts(struct tn_reader *r)
{
    r->keep_artefacts = true;
}

void tn_reader_keep_places(struct tn_reader *r)
{
    r->keep_places = true;
}

const char *tn_reader_text(const struct tn_reader *r)
{
    return r->text;
}

bool tn_reader_joined(const struct tn_reader *r)
{
    return r->link_type != LINK_USER0 || r->origin || !r->texted || r->joined;
}

void tn_reader_keep_roce(struct tn_reader *r)
{
    r->keep_roce = true;
}

uint64_t tn_reader_icrcs(const struct tn_reader *r)
{
    return r->icrc_n;
}

const char *tn_reader_form(const struct tn_reader *r)
{
    return r->nettlp_n ? "NetTLP" : r->roce_n ? "RoCEv2" : r->form;
}

const char *tn_reader_origin(const struct tn_reader *r)
{
    return r->origin ? r->origin : tn_reader_form(r);
}

const char *tn_reader_point(const struct tn_reader *r, unsigned point)
{
    const char *name = point < r->points.n ? r->points.at[point].name : NULL;
    return name && *name ? name : NULL;
}

const char *tn_reader_link(const struct tn_reader *r, unsigned point)
{
    return point < r->links.n ? r->links.at[point].name : NULL;
}

unsigned tn_reader_points(const struct tn_reader *r)
{
    return r->points.n;
}

void tn_reader_close(struct tn_reader *r)
{
    if (!r)
        return;
    if (r->pcap)
        pcap_close(r->pcap);
    tn_classic_free(&r->classic);
    tn_points_free(&r->points);
    tn_points_free(&r->links);
    for (int a = 0; a < TN_ARTEFACTS; a++)
        free(r->artefacts[a].all);
    free(r->block);
    free(r->text);
    free(r);
}
