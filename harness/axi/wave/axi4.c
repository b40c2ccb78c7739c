/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * AXI4 and AXI4-Lite ports: all five channels, or those of reads or of writes alone.
 */
#include "port.h"

enum pin {
    AWVALID, AWREADY, AWADDR, AWID, AWLEN, AWSIZE, AWBURST, AWLOCK, AWCACHE, AWPROT, AWQOS, AWREGION, AWUSER,
    ARVALID, ARREADY, ARADDR, ARID, ARLEN, ARSIZE, ARBURST, ARLOCK, ARCACHE, ARPROT, ARQOS, ARREGION, ARUSER,
    WVALID, WREADY, WDATA, WSTRB, WLAST, WUSER, WID,
    BVALID, BREADY, BID, BRESP, BUSER,
    RVALID, RREADY, RID, RDATA, RRESP, RLAST, RUSER
};
/* Places of an address channel's signals behind its valid. */
enum { VALID, READY, ADDR, ID, LEN, SIZE, BURST, LOCK, CACHE, PROT, QOS, REGION, USER };

#define ROW(ch, s, lo, hi, is_anchor) {ch #s "|" ch "_" #s "|" ch "_bits_" #s "|" ch "_payload_" #s "|" ch "." #s, lo, hi, true, is_anchor}
#define HANDSHAKE(ch) ROW(ch, valid, 1, 1, false), ROW(ch, ready, 1, 1, false)
#define ADDRESS(ch)                                                                                \
    ROW(ch, valid, 1, 1, true), ROW(ch, ready, 1, 1, false), ROW(ch, addr, 1, 64, false), ROW(ch, id, 1, 64, false), ROW(ch, len, 1, 8, false), \
        ROW(ch, size, 3, 3, false), ROW(ch, burst, 2, 2, false), ROW(ch, lock, 1, 2, false), ROW(ch, cache, 4, 4, false), ROW(ch, prot, 3, 3, false), \
        ROW(ch, qos, 4, 4, false), ROW(ch, region, 4, 4, false), ROW(ch, user, 1, 1024, false)
static const struct tn_wave_pin pins[] = {
    ADDRESS("aw"), ADDRESS("ar"),
    HANDSHAKE("w"), ROW("w", data, 8, 1024, false), ROW("w", strb, 1, 128, false), ROW("w", last, 1, 1, false), ROW("w", user, 1, 1024, false), ROW("w", id, 1, 64, false),
    HANDSHAKE("b"), ROW("b", id, 1, 64, false), ROW("b", resp, 2, 2, false), ROW("b", user, 1, 1024, false),
    HANDSHAKE("r"), ROW("r", id, 1, 64, false), ROW("r", data, 8, 1024, false), ROW("r", resp, 2, 2, false), ROW("r", last, 1, 1, false), ROW("r", user, 1, 1024, false),
    {NULL, 0, 0, false, false},
};

struct port {
    bool begun;
    struct tn_wave_axi_channel channel[TN_AXI_CH_N];
};

static bool all(const struct tn_wave_channel *ch, const unsigned *pin, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!tn_wave_has(ch, pin[i]))
            return false;
    return true;
}

static bool writes(const struct tn_wave_channel *ch)
{
    static const unsigned need[] = {AWVALID, AWREADY, AWADDR, WVALID, WREADY, WDATA, BVALID, BREADY};
    return all(ch, need, sizeof need / sizeof *need);
}

static bool reads(const struct tn_wave_channel *ch)
{
    static const unsigned need[] = {ARVALID, ARREADY, ARADDR, RVALID, RREADY, RDATA};
    return all(ch, need, sizeof need / sizeof *need);
}

/* Bytes of the data bus. */
static unsigned bus_of(const struct tn_wave_channel *ch)
{
    return tn_wave_width(ch, tn_wave_has(ch, WDATA) ? WDATA : RDATA) / 8;
}

static bool is_port(const struct tn_wave_channel *ch)
{
    unsigned bus = bus_of(ch);
    return (writes(ch) || reads(ch)) && bus && (bus & (bus - 1)) == 0;
}

static bool bursts(const struct tn_wave_channel *ch)
{
    return tn_wave_has(ch, AWLEN) || tn_wave_has(ch, ARLEN) || tn_wave_has(ch, WLAST) || tn_wave_has(ch, RLAST) ||
           tn_wave_has(ch, AWBURST) || tn_wave_has(ch, ARBURST);
}

/* AXI3 has locks of 2 bits, lengths of 4, and an ID with write data. */
static bool axi3(const struct tn_wave_channel *ch)
{
    return tn_wave_width(ch, AWLOCK) == 2 || tn_wave_width(ch, ARLOCK) == 2 || tn_wave_width(ch, AWLEN) == 4 ||
           tn_wave_width(ch, ARLEN) == 4 || tn_wave_has(ch, WID);
}

static bool fits_full(const struct tn_wave_channel *ch)
{
    return is_port(ch) && bursts(ch) && !axi3(ch);
}

static bool fits_lite(const struct tn_wave_channel *ch)
{
    return is_port(ch) && !bursts(ch);
}

/* The value of a signal, or the one that it has when the port lacks it. */
static uint32_t value(const struct tn_wave_channel *ch, unsigned pin, uint32_t lacking)
{
    return tn_wave_has(ch, pin) ? (uint32_t)tn_wave_number(ch, pin) : lacking;
}

/* Whether one of an address channel's signals that have a meaning is unknown. */
static bool address_unknown(const struct tn_wave_channel *ch, unsigned first)
{
    uint64_t v;
    for (unsigned i = ADDR; i <= REGION; i++)
        if (!tn_wave_bits(ch, first + i, 0, 64, &v))
            return true;
    return false;
}

static void address(const struct tn_wave_channel *ch, unsigned first, struct tn_axi_seen *y)
{
    const unsigned rest[] = {first + REGION, first + USER};
    bool lite = !bursts(ch);
    uint64_t addr = tn_wave_number(ch, first + ADDR), low = lite ? addr % y->bus : 0;
    uint32_t size = 0;
    while (1u << size < y->bus)
        size++;
    addr -= low; /* AXI4-Lite transfers are as wide as the bus */
    y->word[0] = (uint32_t)addr;
    y->word[1] = (uint32_t)(addr >> 32);
    y->word[2] = value(ch, first + ID, 0) % 65536 | (tn_wave_axi_digest(ch, rest, 2, 16) ^ (uint32_t)low) << 16;
    y->word[3] = value(ch, first + LEN, 0) | value(ch, first + SIZE, size) << 8 | value(ch, first + BURST, 1) << 11 |
                 value(ch, first + LOCK, 0) << 13 | value(ch, first + CACHE, 0) << 14 | value(ch, first + PROT, 0) << 18 |
                 value(ch, first + QOS, 0) << 21;
    y->unknown = address_unknown(ch, first) ? 1u << 16 : 0;
}

static void write_beat(const struct tn_wave_channel *ch, struct tn_axi_seen *y)
{
    const unsigned rest[] = {WUSER};
    uint64_t strb, last;
    bool wide, known = tn_wave_bits(ch, WSTRB, 0, 64, &strb);
    y->unknown = tn_wave_axi_data(ch, WDATA, WSTRB, y->word, &wide);
    known &= tn_wave_bits(ch, WLAST, 0, 1, &last);
    strb = tn_wave_has(ch, WSTRB) ? strb & 0xffff : y->bus < 16 ? (1u << y->bus) - 1 : 0xffff;
    last = tn_wave_has(ch, WLAST) ? last : 1;
    y->word[4] = (uint32_t)(strb | last << 16) | tn_wave_axi_digest(ch, rest, 1, 15) << 17;
    y->unknown |= !known || wide ? 1u << 16 : 0;
}

static void answer(const struct tn_wave_channel *ch, struct tn_axi_seen *y)
{
    const bool r = y->channel == TN_AXI_CH_R;
    const unsigned rest[] = {r ? RUSER : BUSER};
    uint64_t id, resp, last = 0;
    bool wide = false, known = tn_wave_bits(ch, r ? RID : BID, 0, 16, &id);
    known &= tn_wave_bits(ch, r ? RRESP : BRESP, 0, 2, &resp);
    if (r) {
        y->unknown = tn_wave_axi_data(ch, RDATA, RDATA, y->word, &wide);
        known &= tn_wave_bits(ch, RLAST, 0, 1, &last);
        last = tn_wave_has(ch, RLAST) ? last : 1;
    }
    y->word[4] = (uint32_t)(id | resp << 16 | last << 18) | tn_wave_axi_digest(ch, rest, 1, 13) << 19;
    y->unknown |= known ? 0 : 1u << 16;
}

/* By enum tn_axi_which. */
static const struct tn_wave_axi_pins handshakes[TN_AXI_CH_N] = {
    {AWVALID, AWREADY}, {WVALID, WREADY}, {BVALID, BREADY}, {ARVALID, ARREADY}, {RVALID, RREADY}};

static void beat(const struct tn_wave_channel *ch, struct tn_axi_seen *y)
{
    if (y->channel == TN_AXI_CH_AW || y->channel == TN_AXI_CH_AR)
        address(ch, y->channel == TN_AXI_CH_AW ? AWVALID : ARVALID, y);
    else if (y->channel == TN_AXI_CH_W)
        write_beat(ch, y);
    else
        answer(ch, y);
}

/* Whether an answer is offered; at the first edge before any reset, its request was not seen. */
static bool answers(const struct tn_wave_channel *ch)
{
    return tn_wave_bit(ch, BVALID, 0) == 1 || tn_wave_bit(ch, RVALID, 0) == 1;
}

/* Traffic under way, or IDs wider than the rules keep them: answers are not judged. */
static void begin(struct tn_wave_channel *ch, struct port *p)
{
    bool wide = tn_wave_width(ch, AWID) > 16 || tn_wave_width(ch, ARID) > 16;
    bool amid = tn_wave_joined(ch) || (!tn_wave_was_reset(ch) && answers(ch));
    if (!p->begun && (wide || amid) && tn_wave_checker(ch))
        tn_checker_axi_join(tn_wave_checker(ch));
    p->begun = true;
}

/* Answers come before requests, as the rules demand. */
static bool edge(struct tn_wave_channel *ch)
{
    static const uint8_t order[] = {TN_AXI_CH_B, TN_AXI_CH_R, TN_AXI_CH_AW, TN_AXI_CH_AR, TN_AXI_CH_W};
    struct port *p = tn_wave_state(ch);
    bool again = false;
    begin(ch, p);
    for (unsigned i = 0; i < sizeof order; i++) {
        struct tn_axi_seen y;
        if (!tn_wave_has(ch, handshakes[order[i]].valid) ||
            !tn_wave_axi_see(ch, &p->channel[order[i]], handshakes[order[i]], &y))
            continue;
        y.channel = order[i];
        y.bus = (uint8_t)bus_of(ch);
        if (y.valid)
            beat(ch, &y);
        again |= tn_wave_axi_tell(ch, &p->channel[order[i]], &y);
    }
    return again;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct port *p = tn_wave_state(ch);
    for (uint8_t i = 0; i < TN_AXI_CH_N; i++)
        if (tn_wave_has(ch, handshakes[i].valid))
            tn_wave_axi_rst(ch, &p->channel[i], handshakes[i], i, first);
    p->begun = false;
    return false;
}

static const struct tn_wave_kind axi4 = {.name = "axi4",
                                         .text = "AXI4", .many = true, .once = true, .told_each = tn_wave_axi_each,
                                         .pins = pins,
                                         .state_size = sizeof(struct port),
                                         .fits = fits_full,
                                         .edge = edge,
                                         .reset = reset};
static const struct tn_wave_kind axi4_lite = {.name = "axi4-lite",
                                              .text = "AXI4-Lite", .many = true, .once = true, .told_each = tn_wave_axi_each,
                                              .pins = pins,
                                              .state_size = sizeof(struct port),
                                              .fits = fits_lite,
                                              .edge = edge,
                                              .reset = reset};

extern const struct tn_wave_kind tn_wave_axi_stream;
extern const struct tn_wave_kind *const tn_waves_axi[];
const struct tn_wave_kind *const tn_waves_axi[] = {&axi4, &axi4_lite, &tn_wave_axi_stream, NULL};
