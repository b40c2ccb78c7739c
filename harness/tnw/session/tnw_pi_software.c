/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Software of a host on TNW's processor interface alone: sends by Pput, through write-combining
 * buffers, and by Nget, and lets reception write. A window is polled, one register read at a time,
 * until DONE says that its message left (tnw_pi.md 4); Nget and reception give notifications.
 */
#include "tnw_pi_session.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum {
    QUEUE = 100, /* TLPs, and writes of reception, that wait at most */
    REQUESTER = 9,
    POLL_CYC = 40,
    ANSWER_CYC = 2000, /* the host's own timeout for a register read */
    WINDOW_REGS = 4,
    ITEM_UNITS = TNW_PAYLOAD / TN_TNW_PI_BEAT,
    NGET_UNITS = 0x800000, /* offsets from here on are Nget's */
    MESSAGE_UNITS = TN_TORUS_MESSAGE / TN_TNW_PI_BEAT,
    WINDOWS_APART =
        2, /* messages of a window, in N items: none is taken for what follows another */
};

void tn_pi_post(struct tn_pi_run *r, const struct tn_torus_message *m, enum tn_pi_kind kind,
                unsigned id)
{
    struct tn_block_post *p = &r->post[r->want];
    const uint32_t units = 1u << r->par.off_log2,
                   apart = WINDOWS_APART * ITEM_UNITS << r->par.item_log2;
    p->m = *m;
    p->id = id;
    if (kind == TN_PI_PUT)
        p->offset = r->window[id].used++ * apart % units;
    else if (kind == TN_PI_GET)
        p->offset = NGET_UNITS + MESSAGE_UNITS * r->want;
    r->kind[r->want++] = kind;
}

static bool put(struct tn_pi_run *r, unsigned k)
{
    const struct tn_block_post *p = &r->post[k];
    struct tn_pi_window *w = &r->window[p->id];
    const uint64_t addr = PI_BAR2 + ((uint64_t)p->id << tn_tnw_pi_window_log2(&r->par)) +
                          (uint64_t)p->offset * TN_TNW_PI_BEAT;
    const uint64_t last = r->par.last_en ? 1ull << (r->par.off_log2 + 4) : 0;
    if (w->busy || tn_tnw_host_waiting(r->host) > QUEUE)
        return false;
    for (uint32_t b = 0; b < p->m.len; b += TN_TNW_PI_BEAT)
        tn_tnw_combiner_store(r->combiner, addr + b + (b + TNW_PAYLOAD >= p->m.len ? last : 0),
                              p->m.data + b);
    tn_tnw_combiner_fence(r->combiner);
    w->busy = true;
    w->now = k;
    return true;
}

static bool get(struct tn_pi_run *r, unsigned k)
{
    const struct tn_block_post *p = &r->post[k];
    const unsigned link = p->id / TNW_VCS;
    const uint64_t source = tn_block_place(k), note = tn_block_note(k);
    const uint32_t reg[TN_TNW_GET_RW] = {
        (uint32_t)source, (uint32_t)(source >> 32), p->m.len, k, p->id % TNW_VCS << 29 | p->offset,
        (uint32_t)note,   (uint32_t)(note >> 32)};
    if (r->gets[link] == 1u << r->par.desc_log2 || tn_tnw_host_waiting(r->host) > QUEUE)
        return false;
    tn_memory_poke(tn_tnw_host_memory(r->host), source, p->m.data, p->m.len);
    tn_tnw_host_write(r->host, PI_BAR0 + tn_tnw_get_addr(link, 0), (const uint8_t *)reg,
                      sizeof reg);
    r->gets[link]++;
    return true;
}

static bool write_message(struct tn_pi_run *r, unsigned k)
{
    const struct tn_block_post *p = &r->post[k];
    const struct tnw_note n = {.link = (uint8_t)(p->id / TNW_VCS),
                               .vc = p->id % TNW_VCS,
                               .valid = true,
                               .bytes = p->m.len,
                               .tag = k};
    uint8_t note[TNW_NOTE];
    if (tn_tnw_host_m_wr_waiting(r->host) > QUEUE)
        return false;
    for (uint32_t b = 0; b < p->m.len; b += TNW_PAYLOAD)
        tn_tnw_host_m_wr(r->host, tn_block_place(k) + b, p->m.data + b,
                         TNW_PAYLOAD / TN_TNW_PI_BEAT);
    tnw_note_encode(&n, note);
    tn_tnw_host_m_wr(r->host, tn_block_note(k), note, 1);
    return true;
}

static void begin(struct tn_pi_run *r)
{
    while (r->begun < r->want && tn_sim_cycle() >= r->s->start + r->post[r->begun].m.due) {
        const unsigned k = r->begun;
        const bool could = r->kind[k] == TN_PI_PUT   ? put(r, k)
                           : r->kind[k] == TN_PI_GET ? get(r, k)
                                                     : write_message(r, k);
        if (!could)
            return;
        r->begun++;
    }
}

static void ended(struct tn_pi_run *r, unsigned k)
{
    r->moved = tn_sim_cycle();
    if (r->kind[k] == TN_PI_GET)
        r->gets[r->post[k].id / TNW_VCS]--;
}

/* A message that is sent is right when links took all of it, one by one as it is. */
static void look(struct tn_pi_run *r)
{
    for (unsigned k = 0; k < r->begun; k++) {
        struct tn_block_post *p = &r->post[k];
        const bool open = p->end == TN_BLOCK_OPEN;
        if (open && r->kind[k] == TN_PI_WRITE) {
            tn_block_look(tn_tnw_host_memory(r->host), r->post, k, 0, true);
        } else if (open && r->kind[k] == TN_PI_GET && !p->sent) {
            tn_block_look(tn_tnw_host_memory(r->host), r->post, k, 1, false);
            p->sent = p->end != TN_BLOCK_OPEN;
            if (p->sent)
                ended(r, k);
            if (p->end == TN_BLOCK_RIGHT)
                p->end = TN_BLOCK_OPEN;
        }
        if (open && p->end == TN_BLOCK_OPEN && p->sent && p->done * TNW_PAYLOAD == p->m.len)
            p->end = TN_BLOCK_RIGHT;
        if (open && p->end != TN_BLOCK_OPEN)
            r->moved = tn_sim_cycle();
    }
}

static bool ask(struct tn_pi_run *r, unsigned window)
{
    struct tn_tlp t = {.addr = PI_BAR0 + tn_tnw_pi_addr(window, 0),
                       .length_dw = WINDOW_REGS,
                       .first_be = 15,
                       .last_be = 15,
                       .requester = REQUESTER,
                       .tag = ++r->poll.tag};
    uint8_t bytes[TN_TNW_HOST_TLP];
    tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
    const long n = tn_tlp_encode(&t, NULL, 0, bytes, sizeof bytes);
    return n > 0 && tn_tnw_host_send(r->host, bytes, (size_t)n) == 0;
}

/* One window that waits after the other; a question that is not answered is put again. */
static void look_at_windows(struct tn_pi_run *r)
{
    char found[40];
    if (r->poll.asked && tn_sim_cycle() > r->poll.since + ANSWER_CYC) {
        snprintf(found, sizeof found, "none for window %u", r->poll.window);
        tn_session_say(r->s, true, "TNW-PI-12", "an answer", found);
        r->timeouts++;
        r->poll.asked = false;
    }
    if (r->poll.asked || tn_sim_cycle() < r->poll.since + POLL_CYC)
        return;
    for (unsigned i = 1; i <= TN_TNW_PI_WINDOWS; i++) {
        const unsigned w = (r->poll.window + i) % TN_TNW_PI_WINDOWS;
        if (!r->window[w].busy)
            continue;
        r->poll.window = w;
        r->poll.asked = ask(r, w);
        r->poll.since = tn_sim_cycle();
        return;
    }
}

/* NEXT clears an error: the window takes its next message. */
static void window_failed(struct tn_pi_run *r, unsigned window, uint32_t done)
{
    struct tn_pi_window *w = &r->window[window];
    struct tn_block_post *p = &r->post[w->now];
    if (p->end == TN_BLOCK_OPEN || p->end == TN_BLOCK_RIGHT)
        p->end = TN_BLOCK_TOLD;
    tn_tnw_host_reg_write(r->host, tn_tnw_pi_addr(window, TN_TNW_PI_NEXT), 0);
    w->base = done;
    w->busy = false;
    r->moved = tn_sim_cycle();
}

static void answered(struct tn_pi_run *r, const uint32_t reg[WINDOW_REGS])
{
    struct tn_pi_window *w = &r->window[r->poll.window];
    const uint32_t status = reg[TN_TNW_PI_STATUS / 4], done = reg[TN_TNW_PI_DONE / 4];
    if (status & 1) {
        window_failed(r, r->poll.window, done);
    } else if (done - w->base >= r->post[w->now].m.len / TNW_PAYLOAD) {
        r->post[w->now].sent = true;
        w->base = done;
        w->busy = false;
    }
}

void tn_pi_soft_tlp(struct tn_pi_run *r, const struct tn_tlp *t, const uint8_t *bytes)
{
    uint32_t reg[WINDOW_REGS];
    if (!tn_tlp_is_completion(t->kind) || t->requester != REQUESTER || !r->poll.asked ||
        t->tag != r->poll.tag)
        return;
    r->poll.asked = false;
    r->poll.since = tn_sim_cycle();
    if (t->status != TN_CPL_SC || t->payload_len != sizeof reg) {
        tn_session_say(r->s, true, "TNW-PI-12", "four registers", "an error");
        r->timeouts++;
        return;
    }
    memcpy(reg, bytes + t->payload_off, sizeof reg); /* a little-endian host */
    answered(r, reg);
}

void tn_pi_soft_turn(struct tn_pi_run *r)
{
    look(r);
    look_at_windows(r);
    begin(r);
}
