/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two TLPs side by side, with what differs marked.
 */
#include <tn/czodiac/cz_board.h>
#include <tn/pcie/tlp.h>

#include <stdio.h>
#include <string.h>

static void line(const char *name, unsigned long long a, unsigned long long b)
{
    printf("  %c %-10s expected %12llx   found %12llx", a == b ? ' ' : '*', name, a, b);
    if (a != b)
        printf("   bits %llx", a ^ b);
    putchar('\n');
}

void tn_cz_print_difference(const uint8_t *expected, size_t expected_len, const uint8_t *found,
                             size_t found_len)
{
    struct tn_tlp a, b;
    size_t n = expected_len < found_len ? expected_len : found_len, at = 0;
    tn_tlp_decode(expected, expected_len, expected_len, &a);
    tn_tlp_decode(found, found_len, found_len, &b);
    printf("  expected %s, %zu bytes; found %s, %zu bytes\n", tn_tlp_name(a.kind), expected_len,
           tn_tlp_name(b.kind), found_len);
    line("fmt", a.fmt, b.fmt);
    line("type", a.type, b.type);
    line("tc", a.tc, b.tc);
    line("attr", a.attr, b.attr);
    line("dest_cpu", a.dest_cpu, b.dest_cpu);
    line("td", a.td, b.td);
    line("ep", a.ep, b.ep);
    line("at", a.at, b.at);
    line("length", a.length_dw, b.length_dw);
    line("requester", a.requester, b.requester);
    line("tag", a.tag, b.tag);
    line("first_be", a.first_be, b.first_be);
    line("last_be", a.last_be, b.last_be);
    line("addr", a.addr, b.addr);
    line("completer", a.completer, b.completer);
    line("status", a.status, b.status);
    line("byte_count", a.byte_count, b.byte_count);
    line("lower_addr", a.lower_addr, b.lower_addr);
    line("digest", a.digest, b.digest);
    while (at < n && expected[at] == found[at])
        at++;
    if (at < n)
        printf("  first differing byte %zu: expected %02x, found %02x\n", at, expected[at], found[at]);
}
