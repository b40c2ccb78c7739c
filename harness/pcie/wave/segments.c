/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs in segments, as the public verilog-pcie cores have them: each segment has a header of 128
 * bits with DW0 at its top, a piece of the data, and bits of valid, sop and eop. The header stands
 * with sop; a payload is as long as strb says, a bit for each DW, or else its Length.
 */
#include "../../axi/wave/port.h"
#include "inside.h"

#include <tn/pcie/tlp.h>

#include <string.h>

enum pin { HDR, VALID, SOP, EOP, READY, DATA, STRB, READ_EN, SEG_OFFSET, SEG_COUNT, READ_SEG_COUNT, ERROR };

static const struct tn_wave_pin pins[] = {
    [HDR] = {"tlp_hdr", 128, 1024, false, true},
    [VALID] = {"tlp_valid", 1, 8, false, false},
    [SOP] = {"tlp_sop", 1, 8, false, false},
    [EOP] = {"tlp_eop", 1, 8, false, false},
    [READY] = {"tlp_ready", 1, 1, true, false},
    [DATA] = {"tlp_data", 32, 2048, true, false},
    [STRB] = {"tlp_strb", 1, 64, true, false},
    [READ_EN] = {"read_en", 1, 1, true, false},
    [SEG_OFFSET] = {"seg_offset", 1, 4, true, false},
    [SEG_COUNT] = {"seg_count", 1, 4, true, false},
    [READ_SEG_COUNT] = {"read_seg_count", 1, 4, true, false},
    [ERROR] = {"tlp_error", 4, 32, true, false},
    {NULL, 0, 0, false, false},
};

struct stream {
    struct tn_wave_axi_channel known;
    bool open;          /* a packet has begun */
    bool strobes;       /* a strobe was seen: they are not tied to 0 */
    uint32_t len, want; /* bytes kept; bytes of the whole TLP */
    struct tn_wave_time when;
    uint8_t bytes[16 + TN_TLP_MAX_PAYLOAD];
};

/* Whether rx or tx is a word of the channel's name. */
static bool has_word(const struct tn_wave_channel *ch, const char *word)
{
    const char *path = tn_wave_signal_of(ch, HDR), *name = strrchr(path, '.');
    name = name ? name + 1 : path;
    for (const char *at = strstr(name, word); at; at = strstr(at + 1, word))
        if ((at == name || at[-1] == '_') && at[strlen(word)] == '_')
            return true;
    return false;
}

/* The segments of a header vector. */
static unsigned segments(const struct tn_wave_channel *ch)
{
    return tn_wave_width(ch, HDR) / 128;
}

/* Whether segments are taken by read_en and not by ready. */
static bool is_read(const struct tn_wave_channel *ch)
{
    return !tn_wave_has(ch, READY) && tn_wave_has(ch, READ_EN);
}

static const char *unread(const struct tn_wave_channel *ch)
{
    unsigned n = segments(ch);
    if (n == 0 || tn_wave_width(ch, HDR) % 128 || tn_wave_width(ch, VALID) != n ||
        tn_wave_width(ch, SOP) != n || tn_wave_width(ch, EOP) != n)
        return "the widths of its headers, valid, sop and eop are not those of as many segments";
    if (tn_wave_width(ch, DATA) % (32 * n))
        return "its segments do not have whole DWs";
    if (tn_wave_has(ch, STRB) && tn_wave_has(ch, DATA) && tn_wave_width(ch, STRB) != tn_wave_width(ch, DATA) / 32)
        return "its strobes are not one for each DW";
    if (is_read(ch) && n > 1 && !(tn_wave_has(ch, SEG_OFFSET) && tn_wave_has(ch, READ_SEG_COUNT)))
        return "it is taken by read_en, without seg_offset and read_seg_count";
    if (!tn_wave_has(ch, READY) && !is_read(ch) && tn_wave_has(ch, SEG_COUNT))
        return "seg_count without read_en does not say what is taken";
    return NULL;
}

static bool fits_rx(const struct tn_wave_channel *ch)
{
    return has_word(ch, "rx");
}

static bool fits_tx(const struct tn_wave_channel *ch)
{
    return has_word(ch, "tx");
}

/* Names that say no direction, as those of buffers and multiplexers. */
static bool fits_segments(const struct tn_wave_channel *ch)
{
    return !has_word(ch, "rx") && !has_word(ch, "tx");
}

/* A header: its Fmt says how many DWs it has, and its Length how many follow. */
static void begin(struct tn_wave_channel *ch, struct stream *s, unsigned segment)
{
    uint8_t b[16];
    uint32_t length;
    tn_wave_bytes(ch, HDR, 16 * segment, 16, b);
    for (unsigned i = 0; i < 16; i++)
        s->bytes[i] = b[15 - i];
    length = (s->bytes[2] & 3u) << 8 | s->bytes[3];
    s->len = tn_wave_core(ch)      ? tn_inside_header(s->bytes)
             : s->bytes[0] >> 5 & 1 ? 16
                                    : 12;
    s->want = s->len + (s->bytes[0] >> 6 & 1 ? 4 * (length ? length : 1024) : 0);
    s->open = true;
    s->when = tn_wave_now(ch);
}

/* The DWs of payload that a segment brings, by strb. */
static unsigned strobed(const struct tn_wave_channel *ch, unsigned segment, unsigned dws)
{
    uint64_t strb;
    unsigned n = 0;
    tn_wave_bits(ch, STRB, dws * segment, dws, &strb);
    while (n < dws && strb >> n & 1)
        n++;
    return n;
}

static void data(const struct tn_wave_channel *ch, struct stream *s, unsigned segment)
{
    unsigned bytes = tn_wave_width(ch, DATA) / 8 / segments(ch), left = s->want - s->len, n;
    if (s->strobes && s->bytes[0] >> 6 & 1) {
        n = 4 * strobed(ch, segment, bytes / 4);
        left = (unsigned)sizeof s->bytes - s->len;
    } else {
        n = bytes;
    }
    n = n < left ? n : left;
    tn_wave_bytes(ch, DATA, bytes * segment, n, s->bytes + s->len);
    s->len += n;
}

/* Without a data bus, the payload is not in the waveform: the packet is snapped. */
static void finish(struct tn_wave_channel *ch, struct stream *s)
{
    struct tn_event ev = {.fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_PACKET,
                          .bytes = s->bytes,
                          .len = s->len,
                          .orig_len = tn_wave_has(ch, DATA) ? s->len : s->want};
    ev.span = (uint32_t)(tn_wave_now(ch).cycle - s->when.cycle);
    tn_inside_take(ch, &ev, &s->when);
    s->open = false;
}

/* Whether a completion came from no link: the block ended its request, at a reset of the function
 * or after its time. */
static bool is_no_tlp(const struct tn_wave_channel *ch, unsigned segment)
{
    enum { FUNCTION_RESET = 8, TIMEOUT = 15 };
    uint64_t error;
    tn_wave_bits(ch, ERROR, 4 * segment, 4, &error);
    return tn_wave_core(ch) && (error == FUNCTION_RESET || error == TIMEOUT);
}

static void take(struct tn_wave_channel *ch, struct stream *s, unsigned segment)
{
    uint64_t sop = tn_wave_number(ch, SOP), eop = tn_wave_number(ch, EOP);
    if (sop >> segment & 1)
        begin(ch, s, segment);
    if (sop >> segment & 1 && is_no_tlp(ch, segment))
        s->open = false;
    if (s->open && tn_wave_has(ch, DATA))
        data(ch, s, segment);
    if (s->open && eop >> segment & 1)
        finish(ch, s);
}

/* Taken by read_en: so many segments as read_seg_count says, from seg_offset on, round about. */
static void read(struct tn_wave_channel *ch, struct stream *s, uint64_t valid)
{
    unsigned n = segments(ch), at = n > 1 ? (unsigned)tn_wave_number(ch, SEG_OFFSET) : 0;
    unsigned k = n > 1 ? (unsigned)tn_wave_number(ch, READ_SEG_COUNT) : 1;
    for (unsigned i = 0; i < k && i < n; i++)
        if (valid >> (at + i) % n & 1)
            take(ch, s, (at + i) % n);
}

static bool edge(struct tn_wave_channel *ch)
{
    struct stream *s = tn_wave_state(ch);
    const unsigned ready = is_read(ch) ? READ_EN : READY;
    uint64_t valid;
    bool known = tn_wave_bits(ch, VALID, 0, 64, &valid);
    tn_wave_axi_unknown(ch, &s->known, (struct tn_wave_axi_pins){VALID, ready},
                        known ? valid != 0 : -1);
    if (valid == 0 || tn_wave_bit(ch, ready, 1) != 1)
        return false;
    tn_wave_transfer(ch);
    s->strobes |= tn_wave_number(ch, STRB) != 0;
    if (is_read(ch))
        read(ch, s, valid);
    else
        for (unsigned i = 0; i < segments(ch); i++)
            if (valid >> i & 1)
                take(ch, s, i);
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct stream *s = tn_wave_state(ch);
    (void)first;
    s->open = false;
    return false;
}

#define KIND(id, way)                                                                              \
    extern const struct tn_wave_kind tn_wave_segments_##id;                                        \
    const struct tn_wave_kind tn_wave_segments_##id = {.name = "tlp-" #id,                         \
                                                       .text = "TLPs in segments, verilog-pcie",   \
                                                       .link = "tlp-segments",                     \
                                                       .pins = pins,                               \
                                                       .dir = way,                                 \
                                                       .state_size = sizeof(struct stream),        \
                                                       .many = true,                               \
                                                       .ports_row = READY,                         \
                                                       .core_of = "us",                            \
                                                       .core_skip = "TLP-ADR-1,TLP-FMT-2",         \
                                                       .one_way_skip = "TAG-1,CPL-1,CPL-13",        \
                                                       .once = true,                               \
                                                       .told_each = tn_wave_axi_each,              \
                                                       .fits = fits_##id,                          \
                                                       .unread = unread,                           \
                                                       .flush = tn_inside_flush,                   \
                                                       .edge = edge,                               \
                                                       .reset = reset}
KIND(segments, TN_DIR_UNKNOWN);
KIND(rx, TN_DIR_DOWN);
KIND(tx, TN_DIR_UP);
