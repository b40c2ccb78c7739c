/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert: any supported capture into Tenter's own form, into raw TLPs,
 * or RoCEv2 into the ExaNet traffic that carries the same. The point table stands in the first record, so the input is read
 * twice: once for the points and for faults, once for the packets. Nothing is
 * left of the output when either finds a fault.
 */
#include "roce_exa.h"
#include "tools.h"

#include <tn/capture.h>

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum target { TO_OWN, TO_RAW, TO_EXANET };

struct convert {
    enum target to;
    const char *in, *out;
    const char *name; /* of the input, for messages */
    FILE *spool;      /* the input when it can be read only once, or NULL */
    char *meta;       /* the first record of the output */
    uint64_t left_out;
    bool truncated;
};

static struct tn_reader *open_input(const struct convert *c)
{
    char err[512];
    struct tn_reader *r = NULL;
    if (!c->spool) {
        r = tn_reader_open(c->in, err, sizeof err);
    } else {
        int fd = dup(fileno(c->spool));
        FILE *f = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(fd, "rb") : NULL;
        if (f)
            r = tn_reader_open_stream(f, c->name, err, sizeof err);
        else
            snprintf(err, sizeof err, "%s: %s", c->name, strerror(errno));
    }
    if (!r)
        tn_usage("convert", "%s", err);
    return r;
}

/* Whether what has come so far begins a capture; a device without an end would fill the disk. */
static bool begins_capture(const struct convert *c)
{
    struct tn_reader *r = fflush(c->spool) == 0 ? open_input(c) : NULL;
    tn_reader_close(r);
    return r != NULL && fseek(c->spool, 0, SEEK_END) == 0;
}

/* Standard input or a pipe goes into a temporary file; a regular file stays. */
static int spool(struct convert *c)
{
    struct stat st;
    bool std = strcmp(c->in, "-") == 0;
    char block[65536];
    size_t n;
    FILE *f;
    c->name = std ? "standard input" : c->in;
    if (!std && (stat(c->in, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
        return TN_EXIT_OK;
    f = std ? stdin : fopen(c->in, "rb");
    c->spool = f ? tmpfile() : NULL;
    if (!c->spool) {
        tn_usage("convert", "%s: %s", f ? "temporary file" : c->name, strerror(errno));
        if (f && !std)
            fclose(f);
        return TN_EXIT_USAGE;
    }
    bool first = true, known = true;
    while (known && (n = fread(block, 1, sizeof block, f)) > 0 && fwrite(block, 1, n, c->spool) == n) {
        if (first)
            known = begins_capture(c);
        first = false;
    }
    bool bad = ferror(f) || ferror(c->spool) || fflush(c->spool) != 0;
    if (!std)
        fclose(f);
    if (!known)
        return TN_EXIT_USAGE;
    return bad ? tn_usage("convert", "%s: %s", c->name, strerror(errno)) : TN_EXIT_OK;
}

/* The text of a record made by us: where the packets come from and the points. */
static char *make_meta(const struct convert *c, const struct tn_reader *r)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f, "tool=tenter convert\nversion=%s\nfrom=%s\n", TN_VERSION, tn_reader_form(r));
    if (c->truncated)
        fputs("truncated=1\n", f);
    if (c->left_out)
        fprintf(f, "left_out=%llu\n", (unsigned long long)c->left_out);
    for (unsigned i = 0; i < tn_reader_points(r); i++)
        if (tn_reader_point(r, i))
            fprintf(f, "point.%u=%s\n", i, tn_reader_point(r, i));
    return fclose(f) == 0 ? text : NULL;
}

/* First pass: faults, what cannot be carried, and the first record's text. */
static int survey(struct convert *c)
{
    struct tn_reader *r = open_input(c);
    struct tn_event ev;
    int rc, code = TN_EXIT_OK;
    if (!r)
        return TN_EXIT_USAGE;
    if (c->to == TO_EXANET)
        tn_reader_keep_roce(r);
    while (code == TN_EXIT_OK && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (ev.packet == 1 && ev.unit == TN_UNIT_NOTE && c->to != TO_EXANET) /* an own capture keeps its text */
            c->meta = strndup((const char *)ev.bytes, ev.len);
        if (c->to == TO_OWN && ev.len > TN_CAPTURE_MAX_PACKET)
            code = tn_usage("convert", "%s: record %llu: %u bytes, a record holds at most %u",
                            c->name, (unsigned long long)ev.packet, ev.len, TN_CAPTURE_MAX_PACKET);
    }
    if (code == TN_EXIT_OK && rc < 0)
        code = tn_usage("convert", "%s: %s", c->name, tn_reader_error(r));
    c->left_out = tn_reader_artefacts(r)[TN_ART_FOREIGN].count;
    c->truncated = tn_reader_artefacts(r)[TN_ART_TRUNCATED].count != 0;
    if (code == TN_EXIT_OK && !c->meta && !(c->meta = make_meta(c, r)))
        code = tn_usage("convert", "out of memory");
    tn_reader_close(r);
    return code;
}

static int write_own(struct convert *c, struct tn_reader *r)
{
    char err[512];
    struct tn_event ev;
    int rc, bad = 0;
    struct tn_writer *w = tn_writer_open(c->out, c->meta, 1, err, sizeof err);
    if (!w)
        return tn_usage("convert", "%s", err);
    while (bad == 0 && (rc = tn_reader_next(r, &ev, NULL)) == 1)
        if (ev.packet != 1 || ev.unit != TN_UNIT_NOTE)
            bad = tn_writer_event(w, &ev);
    if (bad == 0 && rc < 0) {
        tn_writer_abandon(w);
        return tn_usage("convert", "%s: %s", c->name, tn_reader_error(r));
    }
    rc = tn_writer_close(w);
    return rc < 0 ? tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(-rc)) : TN_EXIT_OK;
}

/* Each TLP as a record; what is no TLP is left out and counted. Returns what
 * tn_reader_next() ended with. */
static int dump_tlps(struct convert *c, struct tn_reader *r, pcap_dumper_t *dump)
{
    struct tn_event ev, tlp;
    struct tn_tlp t;
    int rc;
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1) {
        struct pcap_pkthdr h = {0};
        if (!tn_event_tlp(&ev, &tlp, &t)) {
            c->left_out += ev.packet != 1 || ev.unit != TN_UNIT_NOTE;
            continue;
        }
        h.ts.tv_sec = (time_t)(ev.time_ns / 1000000000u);
        h.ts.tv_usec = (suseconds_t)(ev.time_ns % 1000000000u);
        h.caplen = tlp.len;
        h.len = tlp.orig_len;
        pcap_dump((u_char *)dump, &h, tlp.bytes);
    }
    return rc;
}

static int write_raw(struct convert *c, struct tn_reader *r)
{
    enum { LINK_PCI_EXP = 125 };
    struct tn_part part;
    int rc = -1, bad = 0;
    pcap_t *pcap = pcap_open_dead_with_tstamp_precision(LINK_PCI_EXP, TN_CAPTURE_MAX_RECORD,
                                                        PCAP_TSTAMP_PRECISION_NANO);
    if (!pcap || tn_part_open(&part, c->out) < 0) {
        tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(errno));
        if (pcap)
            pcap_close(pcap);
        return TN_EXIT_USAGE;
    }
    pcap_dumper_t *dump = pcap_dump_fopen(pcap, part.file);
    if (dump) {
        rc = dump_tlps(c, r, dump);
        if (pcap_dump_flush(dump) != 0 || ferror(part.file))
            bad = errno ? -errno : -EIO;
        pcap_dump_close(dump);
        part.file = NULL;
    }
    if (!dump)
        tn_usage("convert", "%s: %s", tn_part_name(c->out), pcap_geterr(pcap));
    else if (rc < 0)
        tn_usage("convert", "%s: %s", c->name, tn_reader_error(r));
    int end = tn_part_close(&part, rc == 0 && bad == 0);
    bad = bad ? bad : end;
    if (rc == 0 && bad < 0)
        tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(-bad));
    pcap_close(pcap);
    return rc < 0 || bad < 0 ? TN_EXIT_USAGE : TN_EXIT_OK;
}

/* Each RoCEv2 packet as what it carries; 1 when there was none of them. */
static int carry_all(struct convert *c, struct tn_reader *r, struct tn_roce_exa *x, int *bad)
{
    struct tn_event ev;
    uint64_t others = 0;
    int rc;
    while (*bad == 0 && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (ev.fabric == TN_FABRIC_ROCEV2)
            *bad = tn_roce_exa_packet(x, &ev);
        else
            others += ev.packet != 1 || ev.unit != TN_UNIT_NOTE;
    }
    c->left_out = tn_reader_artefacts(r)[TN_ART_FOREIGN].count + others + tn_roce_exa_left_out(x);
    if (*bad < 0)
        return 0;
    return rc < 0 ? rc : tn_roce_exa_written(x) == 0;
}

static int write_exanet(struct convert *c, struct tn_reader *r)
{
    char err[512];
    int rc, bad = 0;
    struct tn_writer *w = tn_writer_open(c->out, c->meta, 1, err, sizeof err);
    struct tn_roce_exa *x = w ? tn_roce_exa_new(w) : NULL;
    if (!x) {
        if (w)
            tn_writer_abandon(w);
        return tn_usage("convert", "%s", w ? "out of memory" : err);
    }
    tn_reader_keep_roce(r);
    rc = carry_all(c, r, x, &bad);
    tn_roce_exa_free(x);
    if (rc != 0) {
        tn_writer_abandon(w);
        return tn_usage("convert", "%s: %s", c->name,
                        rc < 0 ? tn_reader_error(r) : "no RoCEv2 packet that carries a message or a transfer");
    }
    rc = tn_writer_close(w);
    bad = bad ? bad : rc;
    return bad < 0 ? tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(-bad)) : TN_EXIT_OK;
}

static int run(struct convert *c)
{
    static int (*const write[])(struct convert *, struct tn_reader *) = {
        [TO_OWN] = write_own, [TO_RAW] = write_raw, [TO_EXANET] = write_exanet};
    static const char *const held_by[] = {
        [TO_OWN] = "the own form", [TO_RAW] = "a raw capture", [TO_EXANET] = "ExaNet"};
    struct tn_reader *r;
    int code = spool(c);
    if (code == TN_EXIT_OK)
        code = survey(c);
    if (code != TN_EXIT_OK)
        return code;
    r = open_input(c);
    if (!r)
        return TN_EXIT_USAGE;
    code = write[c->to](c, r);
    tn_reader_close(r);
    if (code == TN_EXIT_OK && c->truncated)
        tn_usage("convert", "%s: ends inside a record; converted up to the last whole one",
                 c->name);
    if (code == TN_EXIT_OK && c->left_out)
        tn_usage("convert", "%s: %llu record%s left out: no packet that %s holds", c->name,
                 (unsigned long long)c->left_out, c->left_out == 1 ? "" : "s", held_by[c->to]);
    return code;
}

int tn_cmd_convert(int argc, char **argv)
{
    static const struct option options[] = {{"to", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    struct convert c = {0};
    static const char *const names[] = {[TO_OWN] = "own", [TO_RAW] = "pcap-raw", [TO_EXANET] = "exanet"};
    int opt, code;
    while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (opt != 't')
            return TN_EXIT_USAGE;
        for (c.to = TO_OWN; c.to <= TO_EXANET && strcmp(optarg, names[c.to]) != 0; c.to++)
            ;
        if (c.to > TO_EXANET)
            return tn_usage("convert", "--to is own, pcap-raw or exanet, not '%s'", optarg);
    }
    if (optind + 2 != argc)
        return tn_usage("convert", "give IN and OUT");
    c.in = argv[optind];
    c.out = argv[optind + 1];
    code = run(&c);
    if (c.spool)
        fclose(c.spool);
    free(c.meta);
    return code;
}
