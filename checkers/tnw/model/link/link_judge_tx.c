/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Words that a link's end sends: their form, and what its link state lets it send
 * (tnw.md sections 1 to 4, tnw_link.md sections 4, 6).
 */
#include "link_judge.h"

#include <stdio.h>

static const char *const state_names[] = {"DOWN", "INIT", "READY", "UP", "FAILED"};

/* Whether the end may still act as in state s. */
static bool acts_as(const struct tn_tnw_link_judge *w, enum tn_tnw_state s)
{
    return (w->state == s && (w->t > w->since || w->since == 0)) ||
           (w->left_at[s] && w->t <= w->left_at[s] + TNW_EFFECT);
}

static bool form(struct tn_tnw_link_judge *w, const struct tnw_ctl *c, bool set)
{
    const bool numbered = c->code != TNW_NONE && c->code != TNW_INIT && c->code != TNW_READY;
    const bool set_only = c->code == TNW_RESTART || c->code >= TNW_INIT;
    bool ok = tn_judge(&w->judge, TNW_FB_1, tnw_ctl_good(c), "the feedback's CRC-8",
                       "%02X for %02X", c->crc, tnw_ctl_want_crc(c));
    ok = tn_judge(&w->judge, TNW_FB_2, c->code != 7 && (!set || c->code) && (numbered || !c->seq),
                  "codes 0 to 6, NONE in START alone, seq 0 with NONE, INIT, READY",
                  "code %u, seq %u in a %s", c->code, c->seq, set ? "SET" : "START") &&
         ok;
    ok = tn_judge(&w->judge, TNW_FB_3, set || !set_only || c->code == 7,
                  "RESTART, INIT and READY in a SET", "%s in a START", tnw_code_name(c->code)) &&
         ok;
    ok = tn_judge(&w->judge, TNW_FB_4, c->rsv == 0, "reserved bits 0", "%02X", c->rsv) && ok;
    return ok;
}

/* INIT and READY: every 32 cycles in their states, and in no other. */
static void state_set(struct tn_tnw_link_judge *w, const struct tnw_ctl *c)
{
    const enum tn_tnw_state s = c->code == TNW_INIT ? TN_TNW_INIT : TN_TNW_READY;
    const bool lanes = w->state == TN_TNW_UP && w->align_lost_at > w->since;
    if (w->state == TN_TNW_DOWN && s == TN_TNW_INIT && !w->reset_at &&
        !(w->ctrl & TN_TNW_CTRL_RESET) && tnw_w_was_up(w)) {
        tnw_w_enter(w, s); /* by an rx_up of some cycles ago */
        w->use_from = w->t;
        w->set_at = w->t;
        return;
    }
    const enum tnw_rule rule = w->state == TN_TNW_FAILED ? TNW_LNK_5
                               : lanes                   ? TNW_LNK_4
                                                         : TNW_LNK_1;
    if (!tn_judge(&w->judge, rule, acts_as(w, s), "INIT in INIT, READY in READY", "%s in %s",
                  tnw_code_name(c->code), state_names[w->state])) {
        w->tx_lost = true;
        return;
    }
    if (w->state != s)
        return;
    tn_judge(&w->judge, TNW_LNK_1, !w->set_at || w->t == w->set_at + TNW_REPEAT,
             "a SET every 32 cycles", "%u", (unsigned)(w->t - w->set_at));
    w->set_at = w->t;
}

/* The SET that INIT and READY want by now. */
static void missing_set(struct tn_tnw_link_judge *w)
{
    const uint64_t due = w->set_at ? w->set_at + TNW_REPEAT : w->since + w->set_due;
    if ((w->state != TN_TNW_INIT && w->state != TN_TNW_READY) || w->reset_at || w->tx_lost)
        return;
    if (!tn_judge(&w->judge, TNW_LNK_1, w->t != due, "a SET with INIT or READY in time",
                  "none in cycle %u of %s", (unsigned)(w->t - w->since), state_names[w->state]))
        w->tx_lost = true;
}

/* A word of the protocol where no packet is under way. */
static void in_up(struct tn_tnw_link_judge *w, enum tnw_class kind, const struct tnw_ctl *c)
{
    const bool restart = kind == TNW_SET && c->code == TNW_RESTART;
    const bool control = kind == TNW_START || kind == TNW_SET;
    if (tnw_loose(w) || w->state != TN_TNW_UP) {
        const uint32_t start = kind == TNW_START;
        tnw_count(w, TN_TNW_R_TX_PACKETS, 0, start);
        tnw_count(w, TN_TNW_R_TX_RESENT, 0, start);
        tnw_count(w, TN_TNW_R_TX_RESTARTS, 0, restart);
        tnw_count(w, TN_TNW_R_TX_TIMEOUTS, 0, restart);
        return;
    }
    tnw_count(w, TN_TNW_R_TX_RESTARTS, restart, restart);
    if (!tnw_states_sent(w,
                         restart             ? TNW_SENT_RESTART
                         : kind == TNW_START ? TNW_SENT_START
                         : kind == TNW_SET   ? TNW_SENT_SET
                                             : TNW_SENT_IDLE,
                         control ? c->seq : 0))
        return;
    if (!restart)
        tnw_pend_sent(w, control ? c->code : TNW_NONE, control ? c->seq : 0);
}

static void free_word(struct tn_tnw_link_judge *w, struct tnw_word word)
{
    const enum tnw_class kind = tnw_classify(word);
    const struct tnw_ctl c = tnw_ctl_decode(word.data);
    const bool control = kind == TNW_START || kind == TNW_SET;
    if (kind == TNW_START)
        w->left = TNW_WORDS - 1;
    if (w->tx_lost)
        return;
    if (!tn_judge(&w->judge, TNW_PKT_1, kind != TNW_DATA, "no DATA outside packets", "%08X",
                  word.data) ||
        (control && !form(w, &c, kind == TNW_SET))) {
        w->tx_lost = true;
        return;
    }
    if (kind == TNW_SET && (c.code == TNW_INIT || c.code == TNW_READY)) {
        state_set(w, &c);
        return;
    }
    if (control) {
        const enum tnw_rule rule = w->state == TN_TNW_FAILED ? TNW_LNK_5 : TNW_LNK_2;
        if (!tn_judge(&w->judge, rule, acts_as(w, TN_TNW_UP),
                      "packets and codes 0 to 4 in UP alone", "a %s in %s", tnw_class_name(kind),
                      state_names[w->state])) {
            w->tx_lost = true;
            return;
        }
    }
    if (w->state == TN_TNW_UP || control)
        in_up(w, kind, &c);
    if (kind == TNW_IDLE)
        missing_set(w);
}

static void packet_word(struct tn_tnw_link_judge *w, struct tnw_word word)
{
    const unsigned n = TNW_WORDS - 1 - w->left;
    struct tnw_packet k;
    if (!tn_judge(&w->judge, TNW_PKT_1, word.flags == 0, "34 words of DATA behind a START",
                  "%X %08X as word %u", word.flags, word.data, n + 1)) {
        w->tx_lost = true;
        w->left = 0;
        return;
    }
    w->sent[n] = word;
    w->left--;
    if (w->left == 0) {
        tnw_words_packet(w->sent, TNW_WORDS - 1, &k);
        tn_judge(&w->judge, TNW_PKT_2, k.crc == tnw_want_crc(&k), "CRC-32 of header and payload",
                 "%08X", k.crc);
    } else if (!w->tx_lost && !tnw_loose(w) && w->state == TN_TNW_UP && w->may_n) {
        tnw_states_word(w, n);
    }
}

void tnw_w_sent(struct tn_tnw_link_judge *w)
{
    const struct tnw_word word = tnw_pins(w, w->t)->out.tx;
    const bool under_way = w->left > 0;
    if (w->state == TN_TNW_UP && !w->tx_lost && !tnw_loose(w))
        tnw_states_move(w);
    const bool ok = tn_judge(&w->judge, TNW_WRD_1, tnw_classify(word) != TNW_BAD,
                             "START, SET, IDLE or DATA", "%X %08X", word.flags, word.data);
    if (!ok) {
        w->tx_lost = true;
        w->left = 0;
        return;
    }
    if (under_way)
        packet_word(w, word);
    else
        free_word(w, word);
    w->behind_crc = under_way && w->left == 0;
}
