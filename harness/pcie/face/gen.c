/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --fabric pcie: a capture in NetTLP form that imitates the TLPs of a network
 * adapter: doorbells, descriptor reads, packet reads split at the RCB, write backs and MSI-X.
 * Every TLP is legal.
 */
#include "pcie.h"

#include <tn/part.h>
#include <tn/rng.h>

#include <errno.h>
#include <pcap/pcap.h>
#include <string.h>

enum {
    HOST = 0x0000,   /* root complex 00:00.0 */
    DEVICE = 0x1b00, /* 1b:00.0 */
    HEADS = 14 + 20 + 8 + 6,
    RCB = 64,
};
#define BAR     0xa0000000u
#define RING    0x2f001000u
#define BUFFERS 0x3b000000u
#define MSIX    0xfee01000u

struct gen {
    struct tn_rng rng;
    pcap_dumper_t *dump;
    uint64_t ns;
    uint16_t sequence;
    uint8_t tag;
    bool failed;
};

static void put16(uint8_t *p, unsigned v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

/* IPv4 header checksum (RFC 791). */
static unsigned checksum(const uint8_t *p, size_t len)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < len; i += 2)
        sum += (uint32_t)p[i] << 8 | p[i + 1];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

/* One TLP in Ethernet, IPv4, UDP and the NetTLP head; from the device when up. */
static void emit(struct gen *g, const struct tn_tlp *t, const uint8_t *payload, size_t len, bool up)
{
    uint8_t p[HEADS + TN_TLP_MAX] = {0};
    struct pcap_pkthdr h = {0};
    long n = tn_tlp_encode(t, payload, len, p + HEADS, sizeof p - HEADS);
    if (n < 0) {
        g->failed = true;
        return;
    }
    memcpy(p, up ? "\x02\0\0\0\0\1\x02\0\0\0\0\2" : "\x02\0\0\0\0\2\x02\0\0\0\0\1", 12);
    put16(p + 12, 0x0800);
    p[14] = 0x45;
    put16(p + 16, (unsigned)n + HEADS - 14);
    p[22] = 64;
    p[23] = 17;
    memcpy(p + 26, up ? "\xc0\xa8\x0a\x03\xc0\xa8\x0a\x01" : "\xc0\xa8\x0a\x01\xc0\xa8\x0a\x03", 8);
    put16(p + 24, checksum(p + 14, 20));
    put16(p + 34, 0x3000 + (t->tag & 15u));
    put16(p + 36, 0x3000 + (t->tag & 15u));
    put16(p + 38, (unsigned)n + 14);
    put16(p + 42, g->sequence++);
    put16(p + 46, (unsigned)(g->ns / 8 & 0xffff));
    g->ns += 200 + tn_rng_below(&g->rng, 400);
    h.ts.tv_sec = 1000 + (time_t)(g->ns / 1000000000u);
    h.ts.tv_usec = (suseconds_t)(g->ns % 1000000000u);
    h.caplen = h.len = (bpf_u_int32)n + HEADS;
    pcap_dump((u_char *)g->dump, &h, p);
}

static struct tn_tlp request(struct gen *g, enum tn_tlp_kind kind, unsigned requester,
                             uint64_t addr, unsigned length_dw)
{
    struct tn_tlp t = {.requester = (uint16_t)requester,
                       .addr = addr,
                       .length_dw = (uint16_t)length_dw,
                       .first_be = 15,
                       .last_be = length_dw > 1 ? 15 : 0,
                       .tag = g->tag};
    tn_tlp_set_kind(&t, kind, addr >> 32 != 0);
    return t;
}

static void fill(struct gen *g, uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)tn_rng_next(&g->rng);
}

/* A read by the device and its completions, cut at RCB boundaries. */
static void read_host(struct gen *g, uint64_t addr, unsigned bytes)
{
    uint8_t data[TN_TLP_MAX_PAYLOAD];
    struct tn_tlp t = request(g, TN_TLP_MRD, DEVICE, addr, bytes / 4);
    emit(g, &t, NULL, 0, true);
    for (unsigned done = 0; done < bytes;) {
        unsigned piece =
            (1 + (unsigned)tn_rng_below(&g->rng, 4)) * RCB - (unsigned)(addr + done) % RCB;
        if (piece > bytes - done)
            piece = bytes - done;
        struct tn_tlp c = {.requester = DEVICE,
                           .completer = HOST,
                           .tag = t.tag,
                           .length_dw = (uint16_t)(piece / 4),
                           .byte_count = (uint16_t)(bytes - done),
                           .lower_addr = (uint8_t)((addr + done) & 0x7f)};
        tn_tlp_set_kind(&c, TN_TLP_CPLD, 0);
        fill(g, data, piece);
        emit(g, &c, data, piece, false);
        done += piece;
    }
    g->tag = (uint8_t)((g->tag + 1) % 32);
}

static void write_tlp(struct gen *g, unsigned requester, uint64_t addr, unsigned bytes, bool up)
{
    uint8_t data[TN_TLP_MAX_PAYLOAD];
    struct tn_tlp t = request(g, TN_TLP_MWR, requester, addr, bytes / 4);
    fill(g, data, bytes);
    emit(g, &t, data, bytes, up);
}

/* One packet sent and one received by the adapter. */
static void one_packet(struct gen *g, uint64_t i, unsigned size)
{
    uint64_t descriptor = RING + i % 64 * 16, buffer = BUFFERS + i % 256 * 4096;
    write_tlp(g, HOST, BAR + 0x10, 4, false);
    read_host(g, descriptor, 16);
    for (unsigned done = 0; done < size; done += 512)
        read_host(g, buffer + done, size - done < 512 ? size - done : 512);
    write_tlp(g, DEVICE, descriptor, 16, true);
    for (unsigned done = 0; done < size; done += 256)
        write_tlp(g, DEVICE, (1ull << 32) + buffer + done, size - done < 256 ? size - done : 256,
                  true);
    write_tlp(g, DEVICE, MSIX, 4, true);
}

static int gen_adapter(const char *path, uint64_t packets, unsigned size, uint64_t seed)
{
    struct gen made = {0}, *g = &made;
    struct tn_part part;
    pcap_t *pcap =
        pcap_open_dead_with_tstamp_precision(DLT_EN10MB, 65535, PCAP_TSTAMP_PRECISION_NANO);
    int bad = 0, end;
    tn_rng_seed(&g->rng, seed, 0);
    if (!pcap || tn_part_open(&part, path) < 0) {
        if (pcap)
            pcap_close(pcap);
        return tn_usage("gen", "%s: %s", tn_part_name(path), strerror(errno));
    }
    g->dump = pcap_dump_fopen(pcap, part.file);
    for (uint64_t i = 0; g->dump && i < packets && !ferror(part.file); i++)
        one_packet(g, i, size);
    if (!g->dump || fflush(part.file) != 0 || ferror(part.file))
        bad = errno ? -errno : -EIO;
    if (g->failed)
        bad = -EINVAL;
    if (g->dump) {
        pcap_dump_close(g->dump);
        part.file = NULL;
    }
    end = tn_part_close(&part, bad == 0);
    pcap_close(pcap);
    bad = bad ? bad : end;
    return bad ? tn_usage("gen", "%s: %s", tn_part_name(path), strerror(-bad)) : TN_EXIT_OK;
}

enum { FAULTS_MAX = 300 };
enum own_option { LINK, FAULTS };
static const char *const ends[] = {"link", "legal", "legal-4.0", NULL};
static const struct tn_face_option own_options[] = {
    [LINK] = {.name = "pattern", .value = "NAME", .words = ends},
    [FAULTS] = {.name = "faults", .value = "N", .max = FAULTS_MAX},
    {.name = NULL},
};

static int run(const struct tn_gen *gen)
{
    uint64_t size = 64, faults = 0;
    const char *pattern = gen->value[LINK];
    if (gen->value[FAULTS] && (!pattern || strcmp(pattern, "link") != 0 || !tn_number(gen->value[FAULTS], FAULTS_MAX, &faults)))
        return tn_usage("gen", "--faults, up to %d, is for --pattern link", FAULTS_MAX);
    if (pattern && gen->size)
        return tn_usage("gen", "the sizes of --pattern %s are its own: no --size", pattern);
    if (pattern) {
        tn_gen_begins(gen);
        return strcmp(pattern, "link") == 0 ? tn_gen_link(gen, (unsigned)faults)
                                            : tn_gen_legal(gen, strcmp(pattern, "legal-4.0") == 0);
    }
    if ((gen->size && !tn_number(gen->size, 4096, &size)) || size == 0 || size % 4)
        return tn_usage("gen", "--size is a multiple of 4, up to 4096");
    tn_gen_begins(gen);
    return gen_adapter(gen->path, gen->packets, (unsigned)size, gen->seed);
}

const struct tn_face_gen tn_gen_pcie = {.makes = "a network adapter's", .options = own_options, .run = run};
