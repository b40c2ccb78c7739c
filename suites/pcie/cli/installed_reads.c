/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A program that reads a capture with the installed library.
 * run: "$program" traces/pcie/nic_like_1500b.pcap
 */
#include <tn/capture.h>
#include <tn/fields.h>
#include <tn/protocol.h>
#include <tn/pcie/tlp.h>
#include <tn/rules.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    char err[256];
    struct tn_event ev;
    struct tn_reader *r = tn_reader_open(argv[argc - 1], err, sizeof err);
    if (!r || tn_rule_count() == 0 || tn_reader_next(r, &ev, NULL) != 1)
        return 1;
    puts(tn_header_named("tlp_dw0")->text);
    tn_reader_close(r);
    return 0;
}
