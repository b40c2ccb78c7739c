/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of a tnw_pcs's pins: the encoder to the cycle, the receiver with the delay that it shows
 * when rx_up rises, at most 6.
 */
#include <tn/judge.h>
#include <tn/tnw/tnw_pcs.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LATENCY = 6,
    FALL = LATENCY + 8, /* rx_up falls by borders, or by words that the lanes still hold */
    PAST = 24,
    TX_LATENCY = 2,
};

static const char *const rules[] = {"TNW-SYM-1", "TNW-SYM-2", "TNW-PCS-1", "TNW-PCS-2",
                                    "TNW-PCS-3", "TNW-PCS-4", "TNW-PCS-5", NULL};
enum { SYM_1, SYM_2, PCS_1, PCS_2, PCS_3, PCS_4, PCS_5 };

struct tn_tnw_pcs_judge {
    struct tn_judge judge;
    struct tn_tnw_encoder encoder;
    struct tn_tnw_decoder *decoder;
    struct tn_tnw_pcs_rx past[PAST]; /* [k]: what was due k cycles ago at the earliest */
    uint64_t sym[TX_LATENCY + 1];    /* [k]: of the word of k cycles ago */
    bool idle[TX_LATENCY + 1], in_rst[TX_LATENCY + 1];
    bool up; /* the DUT's, a cycle ago */
    uint8_t sync;
    unsigned delay;
    bool lost; /* the receiver's, after a verdict, until rst */
};

struct tn_tnw_pcs_judge *tn_tnw_pcs_judge_new(tn_verdict_fn *fn, void *ctx)
{
    struct tn_tnw_pcs_judge *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    tn_judge_init(&w->judge, rules, fn, ctx);
    w->decoder = tn_tnw_decoder_new();
    if (w->decoder)
        return w;
    free(w);
    return NULL;
}

void tn_tnw_pcs_judge_free(struct tn_tnw_pcs_judge *w)
{
    if (!w)
        return;
    tn_tnw_decoder_free(w->decoder);
    free(w);
}

uint64_t tn_tnw_pcs_judge_asked(const struct tn_tnw_pcs_judge *w, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_asked(&w->judge, rule) : 0;
}

uint64_t tn_tnw_pcs_judge_broken(const struct tn_tnw_pcs_judge *w, const char *rule)
{
    return tn_judge_knows(rules, rule) ? tn_judge_failed(&w->judge, rule) : 0;
}

static void sender(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_pins *p)
{
    char want[TN_VERDICT_TEXT];
    memmove(&w->sym[1], &w->sym[0], sizeof w->sym - sizeof w->sym[0]);
    memmove(&w->idle[1], &w->idle[0], sizeof w->idle - sizeof w->idle[0]);
    memmove(&w->in_rst[1], &w->in_rst[0], sizeof w->in_rst - sizeof w->in_rst[0]);
    w->in_rst[0] = p->rst;
    w->idle[0] = tnw_classify(p->tx) == TNW_IDLE;
    if (p->rst)
        w->encoder = (struct tn_tnw_encoder){0};
    w->sym[0] = p->rst ? 0 : tn_tnw_encode_word(&w->encoder, p->tx);
    const uint64_t due =
        w->in_rst[1] ? 0 : w->sym[TX_LATENCY]; /* reset clears what was under way */
    w->judge.asked[w->idle[TX_LATENCY] ? SYM_2 : SYM_1] += !p->rst && due;
    if (p->rst || p->tx_sym == due)
        return;
    snprintf(want, sizeof want, "%010" PRIX64, due);
    tn_judge(&w->judge, w->idle[TX_LATENCY] ? SYM_2 : SYM_1, false, want, "%010" PRIX64, p->tx_sym);
}

static bool same_word(const struct tn_tnw_pcs_rx *a, const struct tn_tnw_pcs_rx *b)
{
    return a->word.data == b->word.data && a->word.flags == b->word.flags &&
           a->code_n == b->code_n && a->disp_n == b->disp_n;
}

static void judge_word(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_rx *rx)
{
    const struct tn_tnw_pcs_rx *due = &w->past[w->delay];
    char want[TN_VERDICT_TEXT];
    w->judge.asked[PCS_2]++;
    w->judge.asked[PCS_4]++;
    if (same_word(rx, due))
        return;
    bool shifted = false;
    for (unsigned k = 0; k < PAST && !rx->code_n && !rx->disp_n; k++)
        shifted = shifted || (w->past[k].up && same_word(rx, &w->past[k]));
    snprintf(want, sizeof want, "%X %08" PRIX32 ", %u code, %u disparity errors", due->word.flags,
             due->word.data, due->code_n, due->disp_n);
    tn_judge(&w->judge, shifted ? PCS_4 : PCS_2, false, want,
             "%X %08" PRIX32 ", %u code, %u disparity errors", rx->word.flags, rx->word.data,
             rx->code_n, rx->disp_n);
    w->lost = true;
}

/* Whether the lanes were aligned in all, or not in some, of the last n cycles. */
static bool up_for(const struct tn_tnw_pcs_judge *w, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        if (!w->past[k].up)
            return false;
    return true;
}

static void judge_up(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_rx *rx)
{
    bool down = false; /* in all of the cycles that a fall may take */
    for (unsigned k = 0; k < FALL; k++)
        down = down || w->past[k].up;
    down = !down;
    w->judge.asked[PCS_3] += rx->up != w->up;
    w->judge.asked[PCS_5] += rx->up && !w->up;
    if (rx->up && !w->up) {
        unsigned k = 0;
        while (k < PAST - 1 && !(w->past[k].up && !w->past[k + 1].up))
            k++;
        w->delay = k;
        if (k > LATENCY) {
            tn_judge(&w->judge, k == PAST - 1 ? PCS_3 : PCS_4, false,
                     "rx_up with the second column of /A/ in agreement, at most 6 later",
                     "rx_up at another time");
            w->lost = true;
        }
    } else if (rx->up && down) {
        tn_judge(&w->judge, PCS_3, false, "rx_up falls", "rx_up is still 1");
        w->lost = true;
    } else if (!rx->up && w->up && up_for(w, w->delay + 1)) {
        tn_judge(&w->judge, PCS_3, false, "rx_up stays", "rx_up fell");
        w->lost = true;
    } else if (!rx->up && !w->up && up_for(w, FALL + 1)) {
        tn_judge(&w->judge, PCS_5, false, "rx_up: borders and two columns of /A/ came",
                 "rx_up is 0");
        w->lost = true;
    }
}

static void receiver(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_pins *p)
{
    const struct tn_tnw_pcs_rx *rx = &p->rx;
    uint8_t was = 0, was_not = 0;
    memmove(&w->past[1], &w->past[0], sizeof w->past - sizeof w->past[0]);
    w->past[0] = tn_tnw_decode_bits(w->decoder, p->rx_sym);
    for (unsigned k = 0; k <= LATENCY; k++) {
        was |= w->past[k].sync;
        was_not |= (uint8_t)~w->past[k].sync;
    }
    if (w->lost)
        return;
    w->judge.asked[PCS_1] += rx->sync != w->sync;
    w->sync = rx->sync;
    if ((rx->sync & ~was) || (~rx->sync & 15 & ~was_not)) {
        tn_judge(&w->judge, PCS_1, false, "borders by four commas, until four invalid symbols",
                 "obs_sync %X, of the line %X", rx->sync, w->past[0].sync);
        w->lost = true;
        return;
    }
    judge_up(w, rx);
    if (!w->lost && rx->up && w->past[w->delay].up)
        judge_word(w, rx);
    if (!rx->up &&
        (rx->word.data != 0xfefefefe || rx->word.flags != 15 || rx->code_n || rx->disp_n))
        tn_judge(&w->judge, PCS_3, false, "FE on all lanes and no counts without rx_up",
                 "%X %08" PRIX32, rx->word.flags, rx->word.data);
    w->up = rx->up;
}

/* From the second cycle of rst on: no lanes, whatever there was before. */
static void in_reset(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_rx *rx)
{
    if (rx->up || rx->sync || rx->word.data != 0xfefefefe || rx->word.flags != 15 || rx->code_n ||
        rx->disp_n)
        tn_judge(&w->judge, PCS_3, false, "FE on all lanes, no borders and no counts in rst",
                 "%X %08" PRIX32 ", rx_up %d, obs_sync %X, %u code, %u disparity errors",
                 rx->word.flags, rx->word.data, rx->up, rx->sync, rx->code_n, rx->disp_n);
}

void tn_tnw_pcs_judge_cycle(struct tn_tnw_pcs_judge *w, const struct tn_tnw_pcs_pins *p,
                            uint64_t cycle)
{
    w->judge.cycle = cycle;
    sender(w, p);
    if (!p->rst) {
        receiver(w, p);
        return;
    }
    if (w->in_rst[1])
        in_reset(w, &p->rx);
    tn_tnw_decoder_reset(w->decoder);
    memset(w->past, 0, sizeof w->past);
    w->up = w->lost = false;
    w->sync = 0;
}
