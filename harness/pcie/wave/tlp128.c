/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs in beats of 128 bits, as the contracts of Tenter's blocks have them: byte i of a beat is
 * data[8i+7:8i], and keep has a bit for each DW.
 */
#include "../../axi/wave/port.h"

#include <tn/pcie/tlp.h>
#include <tn/wave.h>

#include <string.h>

enum pin { VALID, READY, DATA, KEEP, LAST, PORT };

static const struct tn_wave_pin pins[] = {
    [VALID] = {"valid", 1, 1, false, true},
    [READY] = {"ready", 1, 1, false, false},
    [DATA] = {"data", 128, 128, false, false},
    [KEEP] = {"keep", 4, 4, false, false},
    [LAST] = {"last", 1, 1, false, false},
    [PORT] = {"port", 1, 8, true, false},
    {NULL, 0, 0, false, false},
};

struct stream {
    struct tn_wave_axi_channel known;
    bool begun, lost; /* lost: the waveform began amid a packet */
    uint8_t port;
    uint32_t len; /* bytes seen; those beyond the room are counted, and not kept */
    struct tn_wave_time when;
    uint8_t bytes[TN_TLP_MAX];
};

/* Whether the stream is named so, and a link behind it: "s_usr". */
static bool is(const struct tn_wave_channel *ch, const char *way)
{
    const char *path = tn_wave_signal_of(ch, VALID), *name = strrchr(path, '.');
    name = name ? name + 1 : path;
    return strncmp(name, way, 2) == 0 && strncmp(name + 2, "valid", 5) != 0;
}

static bool fits_in(const struct tn_wave_channel *ch)
{
    return is(ch, "s_");
}

static bool fits_out(const struct tn_wave_channel *ch)
{
    return is(ch, "m_");
}

static void beat(struct tn_wave_channel *ch, struct stream *s)
{
    uint64_t keep = tn_wave_number(ch, KEEP);
    if (s->len == 0) {
        s->when = tn_wave_now(ch);
        s->port = (uint8_t)tn_wave_number(ch, PORT);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(keep >> i & 1))
            continue;
        if (s->len + 4 <= sizeof s->bytes)
            tn_wave_bytes(ch, DATA, 4 * i, 4, s->bytes + s->len);
        s->len += 4;
    }
}

static void finish(struct tn_wave_channel *ch, struct stream *s)
{
    struct tn_event ev = {.fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_PACKET,
                          .port = s->port,
                          .bytes = s->bytes,
                          .orig_len = s->len};
    ev.len = s->len < sizeof s->bytes ? s->len : (uint32_t)sizeof s->bytes;
    ev.span = (uint32_t)(tn_wave_now(ch).cycle - s->when.cycle);
    tn_wave_packet(ch, &ev, &s->when);
}

static bool edge(struct tn_wave_channel *ch)
{
    struct stream *s = tn_wave_state(ch);
    bool last = tn_wave_bit(ch, LAST, 0) == 1;
    if (!s->begun)
        s->lost = tn_wave_joined(ch);
    s->begun = true;
    tn_wave_axi_unknown(ch, &s->known, (struct tn_wave_axi_pins){VALID, READY},
                        tn_wave_bit(ch, VALID, 0));
    if (tn_wave_bit(ch, VALID, 0) != 1 || tn_wave_bit(ch, READY, 1) != 1)
        return false;
    tn_wave_transfer(ch);
    if (!s->lost)
        beat(ch, s);
    if (last && !s->lost)
        finish(ch, s);
    if (last) {
        s->lost = false;
        s->len = 0;
    }
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct stream *s = tn_wave_state(ch);
    (void)first;
    s->known.told = false;
    s->begun = true;
    s->lost = false;
    s->len = 0;
    return false;
}

#define KIND(id, way)                                                                              \
    extern const struct tn_wave_kind tn_wave_tlp128_##id;                                          \
    const struct tn_wave_kind tn_wave_tlp128_##id = {.name = "tlp128-" #id,                        \
                                                     .text = "TLPs in beats of 128 bits",          \
                                                     .link = "tlp128",                             \
                                                     .pins = pins,                                 \
                                                     .dir = way,                                   \
                                                     .state_size = sizeof(struct stream),          \
                                                     .fits = fits_##id,                            \
                                                     .edge = edge,                                 \
                                                     .reset = reset}
KIND(in, TN_DIR_DOWN);
KIND(out, TN_DIR_UP);
