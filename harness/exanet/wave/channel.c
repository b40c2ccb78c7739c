/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet channels in waveforms: packets, by the rules that each shows by itself, and the channel's
 * own rules EXA-CHN-*.
 */
#include <tn/exanet/exa.h>
#include <tn/exanet/exa_channel.h>
#include <tn/wave.h>

#include <string.h>

enum pin { HV, HR, PV, PR, FV, FR, DATA };
enum { HDR = 1, PLD = 2, FTR = 4, KEEP = 2 * EXA_KEEP_MAX };

static const struct tn_wave_pin pins[] = {
    [HV] = {"hdr_valid", 1, 1, false, true},   [HR] = {"hdr_ready", 1, 1, false, false},
    [PV] = {"pld_valid", 1, 1, false, false},  [PR] = {"pld_ready", 1, 1, false, false},
    [FV] = {"ftr_valid", 1, 1, false, false},  [FR] = {"ftr_ready", 1, 1, false, false},
    [DATA] = {"data", 128, 128, false, false}, {NULL, 0, 0, false, false},
};

struct channel {
    bool begun, lost; /* lost: the waveform began amid a packet */
    bool waiting;     /* a word was offered and not taken */
    bool open;        /* a packet has begun */
    bool doubtful;    /* its header is wrong: nothing follows from it */
    uint32_t len, orig_len;
    struct tn_wave_time when, last;
    uint8_t bytes[KEEP];
};

static void finish(struct tn_wave_channel *ch, struct channel *s, bool malformed)
{
    struct tn_event ev = {.fabric = TN_FABRIC_EXANET,
                          .unit = TN_UNIT_PACKET,
                          .bytes = s->bytes,
                          .len = s->len,
                          .orig_len = s->orig_len};
    ev.flags = malformed || s->orig_len / EXA_WORD > EXA_WORDS + 2 ? TN_EV_MALFORMED : 0;
    ev.span = (uint32_t)(s->last.cycle - s->when.cycle);
    s->open = false;
    tn_wave_packet(ch, &ev, &s->when);
}

/* A word of the open packet, as captures have it. */
static void append(struct tn_wave_channel *ch, struct channel *s, const struct tn_exa_cycle *y)
{
    if (s->len + EXA_WORD <= KEEP) {
        if (y->valid == PLD)
            memcpy(s->bytes + s->len, y->data, EXA_WORD);
        else
            exa_word_turn(y->data, s->bytes + s->len);
        s->len += EXA_WORD;
    }
    s->orig_len += EXA_WORD;
    s->last = tn_wave_now(ch);
}

static void header(struct tn_wave_channel *ch, struct channel *s, const struct tn_exa_cycle *y)
{
    struct exa_packet k;
    if (s->open)
        finish(ch, s, !s->doubtful);
    s->open = true;
    s->lost = false;
    s->when = tn_wave_now(ch);
    s->len = s->orig_len = 0;
    append(ch, s, y);
    exa_decode(s->bytes, EXA_WORD, EXA_WORD, &k);
    s->doubtful = k.hdr_crc != exa_want_hdr_crc(&k);
    if (!s->doubtful && exa_form(&k) == EXA_H)
        finish(ch, s, false);
}

/* A word went over. */
static void word(struct tn_wave_channel *ch, struct channel *s, const struct tn_exa_cycle *y)
{
    tn_wave_transfer(ch);
    if (y->valid == HDR) {
        header(ch, s, y);
    } else if (s->open) {
        append(ch, s, y);
        if (y->valid == FTR)
            finish(ch, s, false);
    }
}

/* The valids or readies as a set. Returns false when one is unknown. */
static bool set_of(const struct tn_wave_channel *ch, unsigned first, uint8_t *set)
{
    int h = tn_wave_bit(ch, first, 0), p = tn_wave_bit(ch, first + 2, 0),
        f = tn_wave_bit(ch, first + 4, 0);
    *set = (uint8_t)((h == 1 ? HDR : 0) | (p == 1 ? PLD : 0) | (f == 1 ? FTR : 0));
    return h >= 0 && p >= 0 && f >= 0;
}

static bool edge(struct tn_wave_channel *ch)
{
    struct channel *s = tn_wave_state(ch);
    const struct tn_wave_time now = tn_wave_now(ch);
    struct tn_checker *c = tn_wave_packet_checker(ch);
    struct tn_exa_cycle y = {.cycle = now.cycle, .time_ns = now.time_ns};
    bool known = set_of(ch, HV, &y.valid);
    known &= set_of(ch, HR, &y.ready);
    if (!s->begun)
        s->lost = tn_wave_joined(ch);
    s->begun = true;
    y.valid_unknown = !known && tn_wave_was_reset(ch);
    y.data_unknown = !tn_wave_bytes(ch, DATA, 0, EXA_WORD, y.data);
    s->lost &=
        y.valid != HDR; /* a waveform that begins amid a packet is judged from the next header on */
    if (c && !s->lost && (y.valid || y.valid_unknown || s->waiting))
        tn_checker_exa_cycle(c, &y);
    s->waiting = y.valid && !(y.valid & y.ready);
    if ((y.valid & y.ready) && (y.valid & (y.valid - 1)) == 0)
        word(ch, s, &y);
    return (y.valid & y.ready) != 0;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    struct channel *s = tn_wave_state(ch);
    (void)first;
    s->begun = true;
    s->open = s->lost = s->waiting = false;
    return false;
}

extern const struct tn_wave_kind tn_wave_exanet_out, tn_wave_exanet_in;
extern const struct tn_wave_kind *const tn_waves_exanet[];
static const struct tn_wave_kind kind = {
    .name = "exanet",
    .text = "an ExaNet channel",
    .pins = pins,
    .rules = "EXA-FRM-*,EXA-TYP-*,EXA-CRC-*,EXA-LEN-*,EXA-RSV-*,EXA-CHN-*",
    .state_size = sizeof(struct channel),
    .edge = edge,
    .reset = reset};
const struct tn_wave_kind *const tn_waves_exanet[] = {&kind, &tn_wave_exanet_out,
                                                      &tn_wave_exanet_in, NULL};
