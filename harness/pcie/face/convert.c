/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert --to pcap-raw: the TLPs of a capture alone, LINKTYPE_PCI_EXP.
 */
#include "pcie.h"

#include <tn/part.h>

#include <errno.h>
#include <pcap/pcap.h>
#include <string.h>

/* Each TLP as a record; what is no TLP is left out and counted. Returns what
 * tn_reader_next() ended with. */
static int dump_tlps(struct tn_convert *c, struct tn_reader *r, pcap_dumper_t *dump)
{
    struct tn_event ev, tlp;
    struct tn_tlp t;
    int rc;
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1) {
        struct pcap_pkthdr h = {0};
        if (!tn_event_tlp(&ev, &tlp, &t)) {
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
