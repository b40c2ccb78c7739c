/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The lanes of the cluster in waveforms (cl_link.md section 1), as records of runs.
 */
#include <tn/cluster/cluster.h>
#include <tn/wave.h>

#include <string.h>

enum pin { K, DATA, ERR };
enum { RUN = 2 * CL_WORDS_MAX }; /* words of a run that are kept */

static const struct tn_wave_pin out_pins[] = {{"wire_tx_k", 1, 1, false, false},
                                              {"wire_tx_data", 16, 16, false, true},
                                              {NULL, 0, 0, false, false}},
                                in_pins[] = {{"wire_rx_k", 1, 1, false, false},
                                             {"wire_rx_data", 16, 16, false, true},
                                             {"wire_rx_err", 1, 1, true, false},
                                             {NULL, 0, 0, false, false}};

/* The run under way. */
struct lane {
    bool comma; /* a comma word was seen: what stands before the first one is no run */
    struct tn_wave_time first;
    unsigned n; /* words so far */
    uint8_t word[RUN * CL_FRAME_WORD];
};

static bool edge(struct tn_wave_channel *ch)
{
    struct lane *l = tn_wave_state(ch);
    if (tn_wave_bit(ch, K, 0) == 1) {
        const unsigned n = l->n < RUN ? l->n : RUN;
        struct tn_event ev = {.fabric = TN_FABRIC_CLUSTER,
                              .unit = TN_UNIT_FRAME,
                              .span = l->n - 1,
                              .bytes = l->word,
                              .len = n * CL_FRAME_WORD,
                              .orig_len = l->n * CL_FRAME_WORD};
        if (l->n && l->comma)
            tn_wave_packet(ch, &ev, &l->first);
        l->n = 0;
        l->comma = true;
        return false;
    }
    tn_wave_transfer(ch);
    if (l->n == 0)
        l->first = tn_wave_now(ch);
    if (l->n < RUN) {
        uint8_t *p = l->word + (size_t)l->n * CL_FRAME_WORD;
        const uint16_t word = (uint16_t)tn_wave_number(ch, DATA);
        cl_frame_put(&word, 1, p);
        p[0] = tn_wave_has(ch, ERR) && tn_wave_bit(ch, ERR, 0) == 1 ? CL_INVALID : 0;
    }
    l->n++;
    return true;
}

/* The run under way is forgotten. */
static void flush(struct tn_wave_channel *ch)
{
    memset(tn_wave_state(ch), 0, sizeof(struct lane));
}

static bool reset(struct tn_wave_channel *ch, bool first)
{
    if (first)
        flush(ch);
    return false;
}

#define KIND(way, row, to)                                                                         \
    {                                                                                              \
        .name = "cl-" #way, .text = "words of a lane of the cluster", .link = "cl-lane",           \
        .pins = row, .dir = to, .state_size = sizeof(struct lane), .edge = edge, .reset = reset,   \
        .flush = flush                                                                             \
    }
static const struct tn_wave_kind out = KIND(out, out_pins, TN_DIR_UP),
                                 in = KIND(in, in_pins, TN_DIR_DOWN);
extern const struct tn_wave_kind *const tn_waves_cluster[];
const struct tn_wave_kind *const tn_waves_cluster[] = {&out, &in, NULL};
