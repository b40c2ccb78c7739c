/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert --to pcap-raw: the TLPs of a capture alone, LINKTYPE_PCI_EXP.
 */
#include "pcie.h"

#include <tn/crc.h>
#include <tn/part.h>

#include <errno.h>
#include <pcap/pcap.h>
#include <string.h>

enum { SEQ_MOD = 4096, SEQ_HALF = SEQ_MOD / 2, WAYS = 4 };

/* The TLPs that frames brought by their numbers; the LCRC stands for the bytes. */
struct brought {
    bool known[SEQ_MOD];
    uint32_t lcrc[SEQ_MOD];
};

/* InitFC1 of channel 0: numbers begin at 0. */
static bool link_comes_up(const struct tn_event *ev)
{
    enum { SDP = 0x5c, INITFC1_P = 0x40, CLASS = 0x30 };
    return ev->unit == TN_UNIT_FRAME && ev->len > 1 && ev->bytes[0] == SDP && (ev->bytes[1] & ~CLASS) == INITFC1_P;
}

/* Does the frame bring a TLP that its receiver takes? Not one with a wrong LCRC, one that is nullified, or one sent again. */
static bool brings(struct brought *b, const struct tn_event *ev)
{
    enum { LCRC = 4, END = 0xfd };
    const uint8_t *p = ev->bytes, *tail = p + ev->len - 1 - LCRC;
    const unsigned seq = (unsigned)(p[1] & 15u) << 8 | p[2];
    const uint32_t lcrc = tn_pcie_lcrc(p + 1, ev->len - 2 - LCRC);
    const uint32_t found = (uint32_t)tail[0] | (uint32_t)tail[1] << 8 | (uint32_t)tail[2] << 16 | (uint32_t)tail[3] << 24;
    if (tail[LCRC] != END || found != lcrc || (b->known[seq] && b->lcrc[seq] == lcrc))
        return false;
    b->known[seq] = true;
    b->lcrc[seq] = lcrc;
    b->known[(seq + SEQ_HALF) % SEQ_MOD] = false;
    return true;
}

/* Each TLP as a record; what is no TLP is left out and counted. Returns what
 * tn_reader_next() ended with. */
static int dump_tlps(struct tn_convert *c, struct tn_reader *r, pcap_dumper_t *dump)
{
    struct brought b[WAYS];
    struct tn_event ev, tlp;
    struct tn_tlp t;
    int rc;
    memset(b, 0, sizeof b);
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1) {
        struct pcap_pkthdr h = {0};
        if (link_comes_up(&ev))
            memset(b, 0, sizeof b);
        if (!tn_event_tlp(&ev, &tlp, &t) || (ev.unit == TN_UNIT_FRAME && !brings(&b[ev.dir % WAYS], &ev))) {
            c->left_out += ev.packet > 1 || ev.unit != TN_UNIT_NOTE;
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

static int write_raw(struct tn_convert *c, struct tn_reader *r)
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

const struct tn_converter tn_convert_pcie[] = {
    {.name = "pcap-raw", .holder = "a raw capture", .keeps_text = true, .write = write_raw},
    {.name = NULL},
};
