/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reads a capture with libpcap and does nothing: the floor for tenter check.
 */
#include <pcap/pcap.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char err[PCAP_ERRBUF_SIZE];
    struct pcap_pkthdr *h;
    const u_char *p;
    unsigned long n = 0;
    pcap_t *pcap = argc == 2 ? pcap_open_offline(argv[1], err) : NULL;
    if (!pcap)
        return 2;
    while (pcap_next_ex(pcap, &h, &p) == 1)
        n += h->caplen;
    pcap_close(pcap);
    printf("%lu\n", n);
    return 0;
}
