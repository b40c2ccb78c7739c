/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Symbols of TNW's links in waveforms: four lanes of 8b/10b in 40 bits, as tnw_link has them, as
 * records of link frames.
 */
#include <tn/tnw/tnw_pcs.h>
#include <tn/tnw/tnw_record.h>
#include <tn/wave.h>

enum pin { SYM };

static const struct tn_wave_pin out_pins[] = {{"tx_sym", 40, 40, false, true},
                                              {NULL, 0, 0, false, false}},
                                in_pins[] = {{"rx_sym", 40, 40, false, true},
                                             {NULL, 0, 0, false, false}};

struct line {
    struct tn_wave_channel *ch;
    struct tn_tnw_decoder *decoder;
    struct tn_tnw_recorder recorder;
    struct tn_wave_time first; /* of the record under way */
    uint64_t word;             /* words so far: they stand for the recorder's cycles */
};

static void on_record(void *ctx, const struct tn_event *ev)
{
    struct line *l = ctx;
    struct tn_event mine = *ev;
    struct tn_wave_time when = ev->cycle == l->word ? tn_wave_now(l->ch) : l->first;
    tn_wave_packet(l->ch, &mine, &when);
}

/* Words of a packet under way are forgotten. */
static void flush(struct tn_wave_channel *ch)
{
    struct line *l = tn_wave_state(ch);
    tn_tnw_decoder_free(l->decoder);
    *l = (struct line){0};
}

/* Words count while the lanes are up; the decoder gives them without delay. */
static bool edge(struct tn_wave_channel *ch)
{
    struct line *l = tn_wave_state(ch);
    struct tn_tnw_pcs_rx rx;
    uint64_t sym;
    if (!l->decoder) {
        l->decoder = tn_tnw_decoder_new();
        l->ch = ch;
        l->recorder.fn = on_record;
        l->recorder.ctx = l;
    }
    tn_wave_bits(ch, SYM, 0, 40, &sym);
    if (!l->decoder)
        return false;
    rx = tn_tnw_decode_bits(l->decoder, sym);
    l->word++;
    if (!rx.up)
        return true;
    tn_wave_transfer(ch);
    tn_tnw_recorder_word(&l->recorder, l->word, rx.word, rx.code_n || rx.disp_n);
    if (l->recorder.n && l->recorder.first == l->word)
        l->first = tn_wave_now(ch);
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    if (first)
        flush(ch);
    return false;
}

#define KIND(way, row)                                                                             \
    {                                                                                              \
        .name = "tnw-" #way, .text = "symbols of a TNW link", .link = "tnw-symbols", .pins = row,  \
        .state_size = sizeof(struct line), .edge = edge, .reset = reset, .flush = flush            \
    }
static const struct tn_wave_kind out = KIND(out, out_pins), in = KIND(in, in_pins);
extern const struct tn_wave_kind *const tn_waves_tnw[];
const struct tn_wave_kind *const tn_waves_tnw[] = {&out, &in, NULL};
