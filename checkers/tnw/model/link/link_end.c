/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One end of a link: its clock, link states, injection and reception ports, reset.
 */
#include "link_end.h"

#include <stdlib.h>
#include <string.h>

static void power_up(struct tn_tnw_end *e)
{
    *e = (struct tn_tnw_end){
        .par = e->par, .bug = e->bug, .used = e->used, .resend_tmo = 512, .full_backoff = 256};
    e->out.tx = tnw_idle();
}

struct tn_tnw_end *tn_tnw_end_new(const struct tn_tnw_params *p, enum tn_tnw_bug bug)
{
    struct tn_tnw_end *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->par = *p;
    e->bug = bug;
    power_up(e);
    return e;
}

void tn_tnw_end_free(struct tn_tnw_end *e)
{
    free(e);
}

const struct tn_tnw_out *tn_tnw_end_out(const struct tn_tnw_end *e)
{
    return &e->out;
}

void tnw_end_enter(struct tn_tnw_end *e, enum tn_tnw_state state)
{
    e->state = state;
    e->since_set = TNW_PERIOD;
    if (state == TN_TNW_FAILED)
        ++*tnw_counter(e, TN_TNW_R_PEER_RESET);
    if (state != TN_TNW_UP)
        return;
    e->expected = 0;
    e->discarding = false;
    e->pending = TNW_NONE;
    e->acks = 0;
    e->tx = TN_TNW_SEND;
    e->timer = 0;
    e->row = 0;
}

/* Resets the link by CTRL.reset, once no take is under way. */
static void reset_link(struct tn_tnw_end *e)
{
    if (!tnw_has(e, TN_TNW_BUG_LOST_NOT_COUNTED))
        *tnw_counter(e, TN_TNW_R_LOST) += e->begun - e->oldest;
    e->drop_item = e->beats > 0;
    e->begun = e->whole = e->next = e->oldest = 0;
    for (unsigned v = 0; v < TNW_VCS; v++) {
        *tnw_counter(e, TN_TNW_R_UNREAD) += e->fifo[v].in - e->fifo[v].out;
        e->fifo[v].in = e->fifo[v].out = e->fifo[v].freed = 0;
    }
    e->reset_due = false;
    e->expected = 0;
    e->discarding = false;
    tnw_end_enter(e, TN_TNW_DOWN);
}

static void inject(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    if (!in->inj_valid)
        return;
    if (e->beats == 0 && e->state == TN_TNW_DOWN) { /* inj_ok was 1 before the flush */
        e->drop_item = true;
        ++*tnw_counter(e, TN_TNW_R_LOST);
    }
    if (e->drop_item) {
        e->drop_item = !in->inj_last;
        e->beats = in->inj_last ? 0 : e->beats + 1;
        return;
    }
    if (e->beats == 0 && e->state != TN_TNW_UP && e->state != TN_TNW_FAILED) {
        ++*tnw_counter(e, TN_TNW_R_LOST); /* an item had begun as the reset came */
        e->drop_item = true;
        e->beats = 1;
        return;
    }
    if (e->beats == 0)
        e->begun++;
    struct tnw_packet *k = &e->item[(e->begun - 1) % (2 * TNW_ITEMS_MAX)];
    memcpy(k->payload + e->beats * TN_TNW_BEAT, in->inj_data, TN_TNW_BEAT);
    e->beats++;
    if (!in->inj_last)
        return;
    k->vc = in->inj_vc;
    k->offset = in->inj_offset;
    e->beats = 0;
    e->whole = e->begun;
}

static bool may_inject(const struct tn_tnw_end *e)
{
    const uint32_t items = 1u << e->par.tx_items_log2;
    if (e->state != TN_TNW_UP || e->reset_due)
        return false;
    return e->begun - e->next < items + tnw_has(e, TN_TNW_BUG_INJ_OK_WITHOUT_ROOM);
}

static void deliver(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    const unsigned late = tnw_has(e, TN_TNW_BUG_BEATS_LATE);
    e->out.rcv_dvalid = false;
    for (unsigned i = 0; i < TNW_TAKES; i++) {
        const unsigned beat = e->take[i].age - 1 - late;
        if (e->take[i].age && beat < TNW_PAYLOAD / TN_TNW_BEAT) {
            e->out.rcv_dvalid = true;
            e->out.rcv_offset = e->take[i].k.offset;
            memcpy(e->out.rcv_data, e->take[i].k.payload + beat * TN_TNW_BEAT, TN_TNW_BEAT);
        }
        if (e->take[i].age == TNW_TAKE_CYCLES)
            e->fifo[e->take[i].vc].freed++;
        if (e->take[i].age)
            e->take[i].age = e->take[i].age < TNW_TAKE_CYCLES ? e->take[i].age + 1 : 0;
    }
    struct tnw_fifo *f = &e->fifo[in->rcv_vc];
    if (!in->rcv_take || f->in == f->out)
        return;
    const bool other = f->in - f->out > 1 && tnw_strikes(e, TN_TNW_BUG_BEATS_OF_ANOTHER);
    e->take[1] = e->take[0];
    e->take[0].k = f->k[(f->out++ + other) % TNW_FIFO_MAX];
    e->take[0].vc = in->rcv_vc;
    e->take[0].age = 1;
}

static void states(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    if (e->was_up && !in->rx_up) {
        ++*tnw_counter(e, TN_TNW_R_ALIGN_LOST);
        if (e->state == TN_TNW_UP && tnw_has(e, TN_TNW_BUG_LANES_LOST_GO_TO_INIT))
            tnw_end_enter(e, TN_TNW_INIT);
    }
    e->was_up = in->rx_up;
    e->out.flush = false;
    if (e->reset_due && !e->take[0].age && !e->take[1].age) {
        reset_link(e);
        e->out.flush = !tnw_has(e, TN_TNW_BUG_NO_FLUSH);
    } else if (e->state == TN_TNW_DOWN && !(e->ctrl & TN_TNW_CTRL_RESET) && in->rx_up) {
        tnw_end_enter(e, TN_TNW_INIT);
    }
}

void tn_tnw_end_clock(struct tn_tnw_end *e, const struct tn_tnw_in *in)
{
    if (in->rst) {
        power_up(e);
        return;
    }
    e->cycle++;
    e->out.obs_rx_valid = e->judged.obs_rx_valid;
    e->out.obs_rx_cause = e->judged.obs_rx_cause;
    e->out.obs_rx_vc = e->judged.obs_rx_vc;
    e->out.obs_rx_seq = e->judged.obs_rx_seq;
    e->judged.obs_rx_valid = false;
    tnw_end_registers(e, in);
    inject(e, in);
    deliver(e, in);
    tnw_end_receive(e, in);
    states(e, in);
    e->out.tx = tnw_end_word(e);
    e->out.inj_ok = may_inject(e);
    e->out.rcv_valid = 0;
    for (unsigned v = 0; v < TNW_VCS; v++)
        if (e->fifo[v].in != e->fifo[v].out && !e->reset_due)
            e->out.rcv_valid |= (uint8_t)(1u << v);
    e->out.obs_tx_state = (uint8_t)e->tx;
    e->out.obs_unacked = (uint8_t)tnw_unacked(e);
}
