/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The word wires of APEnet's torus links in waveforms (ape_link.md section 1), as records of link
 * words: one a packet with what stands before it, or of so many words. Wires without k are those of
 * a line in band.
 */
#include <tn/apenet/apenet.h>
#include <tn/wave.h>

#include <string.h>

enum pin { VALID, DATA, MARK };
enum { RUN = APE_LINE_MAX };

static const struct tn_wave_pin out_pins[] = {{"wire_tx_valid", 1, 1, false, false},
                                              {"wire_tx_data", 128, 128, false, true},
                                              {"wire_tx_k", 1, 1, true, false},
                                              {NULL, 0, 0, false, false}},
                                in_pins[] = {{"wire_rx_valid", 1, 1, false, false},
                                             {"wire_rx_data", 128, 128, false, true},
                                             {"wire_rx_k", 1, 1, true, false},
                                             {NULL, 0, 0, false, false}};

/* The words since the last record. */
struct wire {
    bool synced; /* the place of a word in its packet is known */
    struct ape_line line;
    struct tn_wave_time first;
    size_t n;
    uint8_t word[RUN][APE_LINK_WORD];
};

static void record(struct tn_wave_channel *ch)
{
    struct wire *w = tn_wave_state(ch);
    struct tn_event ev = {.fabric = TN_FABRIC_APENET,
                          .unit = TN_UNIT_FRAME,
                          .span = (uint32_t)w->n - 1,
                          .bytes = w->word[0],
                          .len = (uint32_t)(w->n * APE_LINK_WORD)};
    ev.orig_len = ev.len;
    if (w->n)
        tn_wave_packet(ch, &ev, &w->first);
    w->n = 0;
}

static void keep(struct wire *w, uint8_t lead, const uint8_t word[APE_WORD])
{
    w->word[w->n][0] = lead;
    memcpy(w->word[w->n++] + 1, word, APE_WORD);
}

/* A waveform, or a window of it, may begin within a packet: words count from the first MAGIC and
 * START on. Returns whether the word counts. */
static bool sync(struct wire *w, bool in_band, bool k, const uint8_t word[APE_WORD])
{
    const uint8_t lead = ape_line_lead(&w->line, in_band, k);
    const bool start = w->line.after && (in_band || k) && ape_is(word, ape_start);
    if (w->synced)
        return true;
    w->synced = start;
    if (start) {
        keep(w, in_band ? APE_LEAD_IN_BAND : APE_LEAD_CONTROL, ape_magic);
        return true;
    }
    ape_line_word(&w->line, lead, word);
    w->line.state = APE_BETWEEN;
    return false;
}

static bool edge(struct tn_wave_channel *ch)
{
    struct wire *w = tn_wave_state(ch);
    const bool in_band = !tn_wave_has(ch, MARK), k = tn_wave_bit(ch, MARK, 0) == 1;
    uint8_t bytes[APE_WORD], word[APE_WORD];
    if (tn_wave_bit(ch, VALID, 0) != 1) {
        record(ch);
        return false;
    }
    tn_wave_transfer(ch);
    tn_wave_bytes(ch, DATA, 0, APE_WORD, bytes);
    if (w->n == 0)
        w->first = tn_wave_now(ch);
    ape_turn(bytes, word);
    if (!sync(w, in_band, k, word))
        return true;
    const uint8_t lead = ape_line_lead(&w->line, in_band, k);
    keep(w, lead, word);
    ape_line_word(&w->line, lead, word);
    if (w->line.done || w->n == RUN)
        record(ch);
    return true;
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    if (first)
        memset(tn_wave_state(ch), 0, sizeof(struct wire));
    return false;
}

#define KIND(way, row)                                                                             \
    {                                                                                              \
        .name = "ape-" #way, .text = "words of an APEnet link", .link = "ape-words", .pins = row,  \
        .state_size = sizeof(struct wire), .edge = edge, .reset = reset, .flush = record           \
    }
static const struct tn_wave_kind out = KIND(out, out_pins), in = KIND(in, in_pins);
extern const struct tn_wave_kind *const tn_waves_apenet[];
const struct tn_wave_kind *const tn_waves_apenet[] = {&out, &in, NULL};
