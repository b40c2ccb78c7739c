/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A RoCEv2 packet as a line and as fields: base transport header and ICRC
 * (InfiniBand Architecture 9.2, annex A17). The event holds the IPv4 packet.
 */
#include "exanet.h"

#include <tn/crc.h>

#include <stdbool.h>

enum { UDP = 8, BTH = 12, ICRC = 4 };

/* Operations by the low five bits of the opcode; the upper three are the transport. */
static const char *const operations[32] = {
    "SEND first",
    "SEND middle",
    "SEND last",
    "SEND last with immediate",
    "SEND only",
    "SEND only with immediate",
    "WRITE first",
    "WRITE middle",
    "WRITE last",
    "WRITE last with immediate",
    "WRITE only",
    "WRITE only with immediate",
    "READ request",
    "READ response first",
    "READ response middle",
    "READ response last",
    "READ response only",
    "ACK",
    "ATOMIC ACK",
    "CmpSwap",
    "FetchAdd",
    NULL,
    "SEND last with invalidate",
    "SEND only with invalidate",
};
static const char *const transports[8] = {"RC", "UC", "RD", "UD", "CNP", "XRC", NULL, NULL};

static uint32_t be24(const uint8_t *p)
{
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static const char *operation(uint8_t opcode)
{
    const char *name = opcode == 0x81 ? "congestion notification" : operations[opcode & 31];
    return name && (opcode >> 5 != 4 || opcode == 0x81) ? name : "reserved";
}

static const char *transport(uint8_t opcode)
{
    return transports[opcode >> 5] ? transports[opcode >> 5] : "manufacturer";
}

/* The ICRC as found; *want as computed. False when it was not kept. */
static bool icrc(const struct tn_event *ev, uint32_t *found, uint32_t *want)
{
    const uint8_t *p = ev->bytes + ev->len - ICRC;
    if (ev->len < ev->orig_len)
        return false;
    *found = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    *want = tn_rocev2_icrc(ev->bytes, ev->len - ICRC);
    return true;
}

/* In the order sent, as captures show it. */
static void print_icrc(FILE *f, uint32_t v)
{
    fprintf(f, "%08x", __builtin_bswap32(v));
}

static bool line(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    const uint8_t *b = ev->bytes + 4u * (ev->bytes[0] & 15u) + UDP;
    uint32_t found, want;
    fprintf(f, "RoCEv2 %s %s to QP %06x psn %u", transport(b[0]), operation(b[0]), be24(b + 5),
            be24(b + 9));
    if (!icrc(ev, &found, &want)) {
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
        return true;
    }
    fputs(" icrc ", f);
    print_icrc(f, found);
    if (found != want) {
        fputs(" [ICRC wrong, computed ", f);
        print_icrc(f, want);
        fputc(']', f);
    }
    return true;
}

static void print_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    unsigned at = 4u * (ev->bytes[0] & 15u) + UDP;
    const uint8_t *b = ev->bytes + at;
    uint32_t found, want;
    const struct {
        unsigned byte, high, low;
        const char *name;
        uint32_t value;
        const char *text;
    } fields[] = {
        {0, 7, 0, "opcode", b[0], operation(b[0])},
        {1, 7, 7, "se", b[1] >> 7, "Solicited event"},
        {1, 6, 6, "migreq", b[1] >> 6 & 1u, "Migration request"},
        {1, 5, 4, "pad", b[1] >> 4 & 3u, "Bytes of padding"},
        {1, 3, 0, "tver", b[1] & 15u, "Transport header version"},
        {2, 7, 0, "pkey", (uint32_t)b[2] << 8 | b[3], "Partition key"},
        {4, 7, 0, "resv8a", b[4], "Reserved, ones in the ICRC"},
        {5, 7, 0, "dest_qp", be24(b + 5), "Destination queue pair"},
        {8, 7, 7, "ack", b[8] >> 7, "Acknowledge request"},
        {8, 6, 0, "r6", b[8] & 127u, "Reserved"},
        {9, 7, 0, "psn", be24(b + 9), "Packet sequence number"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        fprintf(f, "        byte %2u bit %u..%u  %-11s %xh  %s\n", at + fields[i].byte,
                fields[i].high, fields[i].low, fields[i].name, fields[i].value, fields[i].text);
    if (!icrc(ev, &found, &want))
        return;
    fprintf(f, "        byte %2u bit 7..0  icrc        ", ev->len - ICRC);
    print_icrc(f, found);
    fputs(found == want ? "h  right\n" : "h  wrong, computed ", f);
    if (found != want) {
        print_icrc(f, want);
        fputs("h\n", f);
    }
}

static void json(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    (void)par;
    const uint8_t *b = ev->bytes + 4u * (ev->bytes[0] & 15u) + UDP;
    uint32_t found, want;
    fprintf(f, ",\"type\":\"RoCEv2\",\"opcode\":%u,\"dest_qp\":%u,\"psn\":%u", b[0], be24(b + 5),
            be24(b + 9));
    if (icrc(ev, &found, &want))
        fprintf(f, ",\"icrc_ok\":%s", found == want ? "true" : "false");
}

const struct tn_face tn_face_rocev2 = {
    .name = "rocev2",
    .fabric = TN_FABRIC_ROCEV2,
    .show = {.line = line, .fields = print_fields, .json = json},
};
