/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A C++ program that judges a capture with the installed library.
 * run: [ "$("$program" traces/pcie/nic_like_1500b.pcap)" = "$("$tenter" show --json traces/pcie/nic_like_1500b.pcap | grep -c type) TLPs, 0 violations" ]
 */
#include <tn/capture.h>
#include <tn/pcie/tlp.h>
#include <tn/rules.h>

#include <cstdio>

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    if (v->kind == TN_VERDICT_FAIL)
        ++*static_cast<unsigned *>(ctx);
}

int main(int argc, char **argv)
{
    char err[256];
    unsigned failed = 0, art, tlps = 0;
    tn_event ev;
    tn_check_params par;
    tn_reader *r = tn_reader_open(argv[argc - 1], err, sizeof err);
    tn_check_defaults(&par);
    tn_checker *c = tn_checker_new(&par, nullptr, nullptr, on_verdict, &failed);
    while (r && c && tn_reader_next(r, &ev, &art) == 1) {
        tn_tlp t;
        tn_checker_event(c, &ev, art);
        tn_tlp_decode(ev.bytes, ev.len, ev.orig_len, &t);
        tlps += t.err == 0;
    }
    tn_checker_finish(c);
    tn_checker_free(c);
    tn_reader_close(r);
    std::printf("%u TLPs, %u violations\n", tlps, failed);
    return 0;
}
