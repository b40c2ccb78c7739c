/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Writes Tenter's own captures: pcap, nanoseconds, link type USER0. The file
 * appears under its name only when it is whole.
 */
#include <tn/capture.h>
#include <tn/fields.h>
#include <tn/part.h>

#include <errno.h>
#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)TN_CAPTURE_MAX_PACKET == (int)TN_CAPTURE_MAX_RECORD - (int)TN_BYTES_record,
               "record head");

struct tn_writer {
    pcap_t *pcap;
    pcap_dumper_t *dump;
    struct tn_part part;
    unsigned ns_per_cycle;
    int error;
    uint8_t record[TN_BYTES_record + TN_CAPTURE_MAX_RECORD];
};

static void writer_free(struct tn_writer *w)
{
    pcap_close(w->pcap);
    free(w);
}

/* Where a record's text ends that is to hold at most max bytes: behind a line; NULL when one line
 * has more. */
static const char *piece_end(const char *text, size_t max)
{
    size_t len = strnlen(text, max + 1);
    if (len <= max)
        return text + len;
    len = max;
    while (len > 0 && text[len - 1] != '\n')
        len--;
    return len ? text + len : NULL;
}

/* The records of a text, from at on: how many there are, and written when w is set; 0 when one line
 * is too long or, with w->error set, a write failed. */
static unsigned write_pieces(struct tn_writer *w, const char *at)
{
    unsigned n = 0;
    for (const char *end; *at; at = end, n++) {
        end = piece_end(at, TN_CAPTURE_MAX_PACKET);
        if (!end)
            return 0;
        struct tn_event ev = {.fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_NOTE, .bytes = (const uint8_t *)at};
        ev.len = ev.orig_len = (uint32_t)(end - at);
        if (w && tn_writer_event(w, &ev) < 0)
            return 0;
    }
    return n;
}

/* The first record, and those that go on with its text when it has no room. False: one line is too
 * long, or a write failed. */
static bool write_text(struct tn_writer *w, const char *meta)
{
    enum { MORE = 16 }; /* "more=1000000" and its newline */
    const char *end = piece_end(meta, TN_CAPTURE_MAX_PACKET);
    char *first;
    unsigned more;
    int rc;
    if (end && !*end)
        return tn_writer_note(w, 0, meta) == 0;
    end = piece_end(meta, TN_CAPTURE_MAX_PACKET - MORE);
    more = end ? write_pieces(NULL, end) : 0;
    first = more ? malloc((size_t)(end - meta) + MORE) : NULL;
    if (!first)
        return false;
    sprintf(first, "more=%u\n%.*s", more, (int)(end - meta), meta);
    rc = tn_writer_note(w, 0, first);
    free(first);
    return rc == 0 && write_pieces(w, end) == more;
}

struct tn_writer *tn_writer_open(const char *path, const char *meta, unsigned ns_per_cycle,
                                 char *err, size_t err_size)
{
    struct tn_writer *w = calloc(1, sizeof *w);
    pcap_t *pcap = pcap_open_dead_with_tstamp_precision(147, TN_CAPTURE_MAX_RECORD,
                                                        PCAP_TSTAMP_PRECISION_NANO);
    if (!w || !pcap) {
        snprintf(err, err_size, "out of memory");
        if (pcap)
            pcap_close(pcap);
        free(w);
        return NULL;
    }
    w->pcap = pcap;
    w->ns_per_cycle = ns_per_cycle;
    if (tn_part_open(&w->part, path) < 0) {
        snprintf(err, err_size, "%s: %s", tn_part_name(path), strerror(errno));
        writer_free(w);
        return NULL;
    }
    w->dump = pcap_dump_fopen(w->pcap, w->part.file);
    if (!w->dump) {
        snprintf(err, err_size, "%s: %s", tn_part_name(path), pcap_geterr(w->pcap));
        tn_part_close(&w->part, false);
        writer_free(w);
        return NULL;
    }
    if (!write_text(w, meta)) {
        snprintf(err, err_size, "%s: %s", path,
                 w->error ? strerror(-w->error) : "the first record is too long");
        tn_writer_abandon(w);
        return NULL;
    }
    return w;
}

int tn_writer_event(struct tn_writer *w, const struct tn_event *ev)
{
    uint64_t ns = ev->time_ns ? ev->time_ns : ev->cycle * w->ns_per_cycle;
    struct pcap_pkthdr h = {0};
    uint8_t *p = w->record;

    if (ev->len > TN_CAPTURE_MAX_PACKET)
        return -EMSGSIZE;
    TN_PUT(p, record, version, 1);
    TN_PUT(p, record, fabric, ev->fabric);
    TN_PUT(p, record, unit, ev->unit);
    TN_PUT(p, record, flags, ev->flags);
    TN_PUT(p, record, point, ev->point);
    TN_PUT(p, record, dir, ev->dir);
    TN_PUT(p, record, port, ev->port);
    TN_PUT(p, record, cycle_hi, (uint32_t)(ev->cycle >> 32));
    TN_PUT(p, record, cycle_lo, (uint32_t)ev->cycle);
    TN_PUT(p, record, span, ev->span);
    TN_PUT(p, record, orig_len, ev->orig_len);
    memcpy(p + TN_BYTES_record, ev->bytes, ev->len);
    h.caplen = TN_BYTES_record + ev->len;
    /* a snapped packet's length on the link stands in the head; a reader refuses records
     * longer than any can be */
    h.len = TN_BYTES_record +
            (ev->orig_len < TN_CAPTURE_MAX_PACKET ? ev->orig_len : TN_CAPTURE_MAX_PACKET);
    h.ts.tv_sec = (time_t)(ns / 1000000000u);
    h.ts.tv_usec = (suseconds_t)(ns % 1000000000u);
    errno = 0;
    pcap_dump((u_char *)w->dump, &h, p);
    if (ferror(w->part.file) && !w->error)
        w->error = errno ? -errno : -EIO;
    return w->error;
}

int tn_writer_note(struct tn_writer *w, uint64_t cycle, const char *text)
{
    struct tn_event ev = {.cycle = cycle,
                          .fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_NOTE,
                          .len = (uint32_t)strlen(text),
                          .orig_len = (uint32_t)strlen(text),
                          .bytes = (const uint8_t *)text};
    return tn_writer_event(w, &ev);
}

/* Closes the file, in place when keep; 0 or negative errno. */
static int end(struct tn_writer *w, bool keep)
{
    int rc;
    pcap_dump_close(w->dump);
    w->part.file = NULL;
    rc = tn_part_close(&w->part, keep);
    writer_free(w);
    return rc;
}

int tn_writer_close(struct tn_writer *w)
{
    int rc = w->error, closed;
    if (rc == 0 && fflush(w->part.file) != 0)
        rc = -errno;
    if (fsync(fileno(w->part.file)) != 0 && errno != EINVAL && errno != EROFS && !rc)
        rc = -errno;
    closed = end(w, rc == 0);
    return rc ? rc : closed;
}

void tn_writer_abandon(struct tn_writer *w)
{
    end(w, false);
}
