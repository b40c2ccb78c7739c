/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_link.def the pins of a link's end fall into.
 */
#include <tn/tnw/tnw_cover.h>

#include <string.h>

enum { NO_LANES = TNW_CLASSES, LANES = 4, OUTSIDE = 0, HEADER, PAYLOAD, CRC };
enum { SEND = TN_TNW_SEND, RESTART = TN_TNW_RESTART, RESEND = TN_TNW_RESEND, WAIT = TN_TNW_WAIT };
enum { BACKOFF = TN_TNW_BACKOFF, CODE_INIT = TNW_INIT, CODE_READY = TNW_READY };
enum { FIRST_IN, FILLS, LAST_OUT };
enum { SAID_NOTHING, SAID_INIT, SAID_READY, SAID_MORE };
enum { S_NONE, S_FEEDBACK, S_SET, S_RESTART, S_INIT, S_READY };

#define COVER_DEF "../tnw/model/link/cover_link.def"
#include "../../../base/cover_plan.h"
const struct tn_cover_plan tn_tnw_cover_plan = COVER_PLAN;

struct tn_tnw_cover {
    struct tn_cover *counts;
    unsigned room;         /* of a FIFO */
    unsigned words;        /* 1 START is in, ... 34; 0 outside */
    bool ended;            /* the word before was a packet's last */
    bool close;            /* the packet under way, or judged last, began right behind another */
    unsigned level[TNW_VCS];
    unsigned state;        /* of the sender, a cycle ago */
    bool known;            /* that holds */
    unsigned said;
    unsigned sending;      /* words of a packet still to be sent */
};

struct tn_tnw_cover *tn_tnw_cover_new(const struct tn_tnw_params *p)
{
    struct tn_tnw_cover *c = tn_cover_state_new(&tn_tnw_cover_plan, sizeof *c);
    if (c)
        c->room = 1u << p->rx_pkts_log2;
    return c;
}

static void feedback(struct tn_tnw_cover *c, struct tnw_word w, bool set)
{
    const struct tnw_ctl ctl = tnw_ctl_decode(w.data);
    const bool good = tnw_ctl_good(&ctl);
    HIT(c, FEEDBACK, ctl.code, set, !good);
    if (set && good && (ctl.code == TNW_INIT || ctl.code == TNW_READY))
        HIT(c, BRING_UP, ctl.code, c->said);
}

static void received(struct tn_tnw_cover *c, const struct tn_tnw_in *in)
{
    const unsigned kind = in->rx_up ? tnw_classify(in->rx) : NO_LANES;
    const unsigned framing = c->words == 0               ? OUTSIDE
                             : c->words == 1             ? HEADER
                             : c->words < TNW_WORDS - 1  ? PAYLOAD
                                                         : CRC;
    HIT(c, RECEIVED, kind, kind == NO_LANES && framing != OUTSIDE ? (unsigned)PAYLOAD : framing);
    if (framing == OUTSIDE && (kind == TNW_START || kind == TNW_SET))
        feedback(c, in->rx, kind == TNW_SET);
    if (kind == TNW_START)
        c->close = c->ended;
    c->ended = framing == CRC && kind == TNW_DATA;
    if (kind == TNW_START)
        c->words = 1;
    else
        c->words = c->words && kind == TNW_DATA && framing != CRC ? c->words + 1 : 0;
    if (in->rx_up && in->rx_code_n && in->rx_code_n <= LANES)
        HIT(c, SYMBOLS, 0, in->rx_code_n - 1u);
    if (in->rx_up && in->rx_disp_n && in->rx_disp_n <= LANES)
        HIT(c, SYMBOLS, 1, in->rx_disp_n - 1u);
}

static void level(struct tn_tnw_cover *c, const struct tn_tnw_in *in, const struct tn_tnw_out *out)
{
    if (out->obs_rx_valid && out->obs_rx_cause == TN_TNW_TAKEN) {
        const unsigned n = ++c->level[out->obs_rx_vc];
        if (n == 1)
            HIT(c, LEVELS, out->obs_rx_vc, FIRST_IN);
        if (n == c->room)
            HIT(c, LEVELS, out->obs_rx_vc, FILLS);
    }
    if (in->rcv_take && c->level[in->rcv_vc] && --c->level[in->rcv_vc] == 0)
        HIT(c, LEVELS, in->rcv_vc, LAST_OUT);
    if (out->flush)
        memset(c->level, 0, sizeof c->level);
}

static void sent(struct tn_tnw_cover *c, const struct tn_tnw_out *out)
{
    const enum tnw_class kind = tnw_classify(out->tx);
    const unsigned code = tnw_ctl_decode(out->tx.data).code;
    if (c->sending) {
        c->sending--;
        return;
    }
    if (kind == TNW_START) {
        HIT(c, SENDS, code == TNW_NONE ? S_NONE : S_FEEDBACK);
        c->sending = TNW_WORDS - 1;
        c->said = SAID_MORE;
    } else if (kind == TNW_SET) {
        HIT(c, SENDS, code == TNW_INIT      ? S_INIT
                      : code == TNW_READY   ? S_READY
                      : code == TNW_RESTART ? S_RESTART
                                            : S_SET);
        c->said = code == TNW_INIT ? SAID_INIT : code == TNW_READY ? SAID_READY : SAID_MORE;
    }
}

void tn_tnw_cover_cycle(struct tn_tnw_cover *c, const struct tn_tnw_in *in, const struct tn_tnw_out *out)
{
    if (in->rst) {
        struct tn_cover *counts = c->counts;
        *c = (struct tn_tnw_cover){.counts = counts, .room = c->room};
        return;
    }
    received(c, in);
    if (out->obs_rx_valid && out->obs_rx_cause && out->obs_rx_cause <= TN_TNW_TAKEN)
        HIT(c, JUDGED, out->obs_rx_cause - 1u, c->close);
    level(c, in, out);
    if (c->known && c->state != out->obs_tx_state && out->obs_tx_state <= BACKOFF && !out->flush)
        HIT(c, STATES, c->state, out->obs_tx_state);
    c->known = !out->flush && out->obs_tx_state <= BACKOFF;
    c->state = out->obs_tx_state;
    if (out->obs_unacked <= TNW_WINDOW)
        HIT(c, WINDOW, out->obs_unacked);
    if (out->flush) {
        c->said = SAID_NOTHING;
        c->sending = 0;
    }
    sent(c, out);
}
