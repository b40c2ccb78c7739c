/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Writes the corpus that the fuzz targets start from.
 *   seeds OUT FILE.vec...
 * Each trace of the vectors of PCIe becomes an input of each target that takes packets,
 * each of ExaNet's one of exa, rules and capture, each of TNW's one of tnw, rules and capture
 * (OUT/<target>/<number>), in the format that the target's head describes; captures in
 * the forms 125, 158 and 147, as pcap and pcapng.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PACKET_MAX = 8192, TRACE_MAX = 1 << 17, LINE_BYTES = 40000 };
enum { LINK_PCI_EXP = 125, LINK_OWN = 147, LINK_ANALYSER = 158 };

struct buffer {
    size_t n;
    uint8_t p[TRACE_MAX];
};

struct packet {
    bool frame;
    unsigned dir; /* enum tn_dir */
    unsigned point;
    size_t n;
    uint8_t bytes[PACKET_MAX];
};

static const char *out_dir;
static struct buffer rules, pcap[3], ng;
static const unsigned link_of[3] = {LINK_PCI_EXP, LINK_OWN, LINK_ANALYSER};
static unsigned trace_n, packet_n;
static enum { PCIE = 1, EXANET = 2, TNW = 5 } fabric; /* of the vectors */

static void put(struct buffer *b, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n && b->n < sizeof b->p; i++)
        b->p[b->n++] = (uint8_t)(v >> (8 * i));
}

static void put_bytes(struct buffer *b, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put(b, ((const uint8_t *)p)[i], 1);
}

static void put_be(struct buffer *b, uint64_t v, unsigned n)
{
    while (n--)
        put(b, v >> (8 * n), 1);
}

static void write_seed(const char *target, const char *what, unsigned number, const void *p, size_t n)
{
    char path[512];
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", out_dir, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s%u", out_dir, target, what, number);
    f = fopen(path, "wb");
    if (!f || fwrite(p, 1, n, f) != n || fclose(f)) {
        fprintf(stderr, "seeds: %s: %s\n", path, strerror(errno));
        exit(2);
    }
}

static void begin_trace(void)
{
    trace_n++;
    rules.n = ng.n = 0;
    put(&rules, 1, 1); /* extended tags */
    put(&rules, 0, 5);
    put(&rules, fabric == EXANET ? 1 : fabric == TNW ? 2 : 0, 2);
    for (int i = 0; i < 3; i++) {
        pcap[i].n = 0;
        put(&pcap[i], 0xa1b23c4d, 4); /* nanoseconds */
        put(&pcap[i], 0x00040002, 4);
        put(&pcap[i], 0, 8);
        put(&pcap[i], 262144, 4);
        put(&pcap[i], link_of[i], 4);
    }
    put(&ng, 0x0a0d0d0a, 4); /* section header */
    put(&ng, 28, 4);
    put(&ng, 0x1a2b3c4d, 4);
    put(&ng, 1, 4);
    put(&ng, UINT64_MAX, 8);
    put(&ng, 28, 4);
    put(&ng, 1, 4); /* interface */
    put(&ng, 20, 4);
    put(&ng, LINK_PCI_EXP, 4);
    put(&ng, 262144, 4);
    put(&ng, 20, 4);
}

static void end_trace(void)
{
    if (!rules.n)
        return;
    write_seed("rules", "trace", trace_n, rules.p, rules.n);
    for (int i = 0; i < 3; i++)
        if (pcap[i].n > 24)
            write_seed("capture", i == 0 ? "raw" : i == 1 ? "own" : "analyser", trace_n, pcap[i].p,
                       pcap[i].n);
    if (ng.n > 48)
        write_seed("capture", "ng", trace_n, ng.p, ng.n);
}

static void pcap_record(struct buffer *b, size_t head, const struct packet *k)
{
    put(b, packet_n, 4);
    put(b, 0, 4);
    put(b, head + k->n, 4);
    put(b, head + k->n, 4);
}

/* Tenter's own record head: checkers/spec/record.def. */
static void own_record(struct buffer *b, const struct packet *k)
{
    pcap_record(b, 24, k);
    put_be(b, 0x0100u + fabric, 2);
    put_be(b, k->frame ? 2 : 1, 1);
    put_be(b, 0, 1);
    put_be(b, k->point, 2);
    put_be(b, k->dir, 1);
    put_be(b, 0, 1);
    put_be(b, packet_n, 8);
    put_be(b, 0, 4);
    put_be(b, k->n, 4);
    put_bytes(b, k->bytes, k->n);
}

static void ng_record(struct buffer *b, const struct packet *k)
{
    size_t pad = -k->n & 3, total = 32 + k->n + pad;
    put(b, 6, 4); /* enhanced packet */
    put(b, total, 4);
    put(b, 0, 4);
    put(b, packet_n, 8);
    put(b, k->n, 4);
    put(b, k->n, 4);
    put_bytes(b, k->bytes, k->n);
    put(b, 0, (unsigned)pad);
    put(b, total, 4);
}

/* The same packet as a record of each form. */
static void record_seed(const struct packet *k)
{
    static struct buffer b;
    size_t udp = 8 + 6 + k->n;
    b.n = 0;
    if (k->frame) {
        put(&b, 2, 4);
        put(&b, 20 + k->n, 2);
        put(&b, 0, 16);
        put(&b, (uint64_t)(k->dir == 1) << 28, 4);
    } else {
        put(&b, 1, 4);
        put(&b, 14 + 20 + udp, 2);
        put(&b, 0, 12); /* Ethernet addresses */
        put_be(&b, 0x0800, 2);
        put_be(&b, 0x4500, 2);
        put_be(&b, 20 + udp, 2);
        put_be(&b, 0x0000400040110000, 8); /* no fragment; UDP */
        put_be(&b, 0xc0a80a01c0a80a03, 8);
        put_be(&b, 0x30013001, 4); /* ports */
        put_be(&b, udp, 2);
        put(&b, 0, 2 + 6);
    }
    put_bytes(&b, k->bytes, k->n);
    write_seed("record", "packet", packet_n, b.p, b.n);
}

static void decode_seed(const struct packet *k)
{
    char text[128] = "#pcieport 0000:00:1c.0: AER:   TLP Header:";
    size_t at = strlen(text);
    text[0] = 2; /* a kernel log */
    for (size_t i = 0; i < 16; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%02x", i % 4 ? "" : " ",
                               i < k->n ? k->bytes[i] : 0);
    text[at++] = '\n';
    write_seed("decode", "log", packet_n, text, at);
}

/* A TLP each way behind an entry that carries much: 0100h at port 0 is 1B00h, and the
 * first window are the lowest 64 KiB. */
static void model_seed(const struct packet *k)
{
    static struct buffer b;
    static const uint8_t entry[] = {1, 1,          /* functions, ports */
                                    1, 0, 0,       /* load, index, window */
                                    0, 0x00, 0x01, /* port, UID */
                                    0x00, 0x1b,    /* OID */
                                    0, 0, 0, 0, 0x00, 0x90, 0, 0, 16};
    b.n = 0;
    put_bytes(&b, entry, sizeof entry);
    put(&b, 2, 1); /* a TLP from the user side, port 0 */
    put(&b, 0, 1);
    put(&b, k->n, 2);
    put_bytes(&b, k->bytes, k->n);
    put(&b, 6, 1); /* and from the device */
    put(&b, k->n, 2);
    put_bytes(&b, k->bytes, k->n);
    write_seed("model", "packet", packet_n, b.p, b.n);
}

static void one_packet(const struct packet *k)
{
    static struct buffer b;
    packet_n++;
    put(&rules, k->frame ? 2 : 1, 1);
    put(&rules, k->dir | k->point << 3, 1);
    put(&rules, 4ull << 8, 4); /* no artefact, 15 ns, not snapped */
    put(&rules, k->n, 2);
    put_bytes(&rules, k->bytes, k->n);
    own_record(&pcap[1], k);
    if (fabric != PCIE) {
        b.n = 0;
        put(&b, 0, 2);
        put_bytes(&b, k->bytes, k->n);
        write_seed(fabric == TNW ? "tnw" : "exa", "packet", packet_n, b.p, b.n);
        return;
    }
    record_seed(k);
    if (k->frame) {
        pcap_record(&pcap[2], 20, k);
        put(&pcap[2], 0, 16);
        put(&pcap[2], (uint64_t)(k->dir == 1) << 28, 4);
        put_bytes(&pcap[2], k->bytes, k->n);
        return;
    }
    pcap_record(&pcap[0], 0, k);
    put_bytes(&pcap[0], k->bytes, k->n);
    ng_record(&ng, k);
    decode_seed(k);
    b.n = 0;
    put(&b, 0, 2);
    put_bytes(&b, k->bytes, k->n);
    write_seed("tlp", "packet", packet_n, b.p, b.n);
    model_seed(k);
}

static void packet_line(char *line)
{
    static struct packet k;
    char *word = strtok(line, " \n");
    bool dws = strcmp(word, "tlp") == 0, words = strcmp(word, "exa") == 0 || fabric == TNW;
    if (strcmp(word, "cycle") == 0)
        return; /* of the channel: no packet */
    k.frame = strcmp(word, "frame") == 0 || strcmp(word, "words") == 0;
    k.point = 0;
    k.dir = 0;
    k.n = 0;
    while ((word = strtok(NULL, " \n")) != NULL) {
        unsigned long v;
        if (strncmp(word, "dir=", 4) == 0)
            k.dir = strcmp(word + 4, "up") == 0 ? 1 : 2;
        if (fabric == TNW && strncmp(word, "point=", 6) == 0)
            k.point = (unsigned)strtoul(word + 6, NULL, 10) & 3;
        if (strchr(word, '=') || strcmp(word, "fault") == 0)
            continue;
        for (; words && *word && k.n < PACKET_MAX; word += 2) {
            const char two[] = {word[0], word[1], 0};
            k.bytes[k.n++] = (uint8_t)strtoul(two, NULL, 16);
        }
        if (words)
            continue;
        v = strtoul(word, NULL, 16);
        for (int bit = dws ? 24 : 0; bit >= 0 && k.n < PACKET_MAX; bit -= 8)
            k.bytes[k.n++] = (uint8_t)(v >> bit);
    }
    one_packet(&k);
}

static void vectors(const char *path)
{
    static char line[LINE_BYTES];
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "seeds: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    fabric = strstr(path, "/exanet/") ? EXANET : strstr(path, "/tnw/") ? TNW : PCIE;
    while (fgets(line, sizeof line, f))
        if (line[0] == ' ') {
            packet_line(line + strspn(line, " "));
        } else if (line[0] == 'g' || line[0] == 'b') {
            end_trace();
            begin_trace();
        }
    end_trace();
    rules.n = 0;
    fclose(f);
}

/* One of each thing that the expression parser knows. */
static void filters(void)
{
    static const char *const texts[] = {
        "type == MWr && addr >= 0xfee00000", "!(tag<32)||len>1", "status", "type!=CplD",
        "requester == 0x100 && (first_be==15 || last_be != 0)", "byte_count<=4096", "code==0x19",
        "!!ep", "td && tc>0 && attr==1", "bytes>=16 && packet<100 && cycle>0", "dir==1||port==0",
        "type==Write && src==1.2.3.0 || dst!=127.127.63.3", "tid<5 && seq>=6 && err==0 && !notify",
        "vc==5 && offset<0x100 || code==NACK && fb_seq!=3", "type==Stray",
    };
    static const uint8_t tlp[] = {0, 0x40, 0, 0, 1, 1, 0, 0, 15, 0xfe, 0xe0, 0, 0, 0, 0, 0, 1};
    static struct buffer b;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        b.n = 0;
        put_bytes(&b, texts[i], strlen(texts[i]));
        put_bytes(&b, tlp, sizeof tlp);
        write_seed("filter", "text", i, b.p, b.n);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: seeds OUT FILE.vec...\n");
        return 2;
    }
    out_dir = argv[1];
    for (int i = 2; i < argc; i++)
        vectors(argv[i]);
    filters();
    write_seed("decode", "words", 1, "\00140000001\n0000000f\nfee00000", 27);
    printf("%u traces, %u packets\n", trace_n, packet_n);
    return 0;
}
