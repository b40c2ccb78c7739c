/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The firmware's transactions: numbers, attempts, responses, faults, timers (exa_firmware.md
 * section 5).
 */
#include "firmware.h"

/* Descriptor words 2 and 3 (exa_dma.md section 4). */
enum { NOTIFY = 59, ERROR = 60, DONE = 57, LENGTH = 16, SEQ = 5 };

/* Response codes that another attempt may mend. */
enum { PAGE_FAULT = 1, NO_CONTEXT = 2, PAYLOAD_CRC = 3, FULL = 6 };

/* Timers looked at in a step, and most of them that cost register accesses. */
enum { TIMERS = 64, TIMER_ACTS = 4 };

static uint32_t seq_of(const struct tn_fw_txn *t)
{
    return (uint32_t)t->generation * FW_ATTEMPTS + t->attempt;
}

static struct tn_fw_transfer *transfer_of(struct tn_fw *f, const struct tn_fw_txn *t)
{
    return &f->transfer[t->transfer];
}

/* Says whether the number has a generation that no receiver can take for an older one: 128 of them
 * last ctx_timeout. */
static bool may_turn(const struct tn_fw *f, const struct tn_fw_txn *t, uint64_t now)
{
    return (t->generation + 1) % 128 != 0 || now - t->turned >= f->config.ctx_timeout + FW_LINGER;
}

/* Writes the control message of the transaction for its descriptor's seq. */
static bool write_control(struct tn_fw *f, unsigned tid, const struct tn_fw_txn *t)
{
    volatile uint64_t *w = f->page[t->transfer / TN_FW_CHANNELS][t->transfer % TN_FW_CHANNELS];
    const uint32_t slot = FW_DMA + FW_CONTROL * (t->path + 1u) + FW_CONTROL_SLOT * tid;
    return tn_fw_put64(f, slot, w[TN_FW_PLACE]) && tn_fw_put64(f, slot, w[TN_FW_NOTE]) &&
           tn_fw_put64(f, slot, w[TN_FW_NOTE + 1]);
}

/* Writes descriptor and control message; the last write starts. An access that fails is repaired by
 * the timeout. */
static void write_descriptor(struct tn_fw *f, unsigned tid, const struct tn_fw_txn *t)
{
    const uint32_t desc = FW_DMA + FW_DESC * tid;
    const uint64_t word2 =
        (uint64_t)t->notify << NOTIFY | (uint64_t)t->length << LENGTH | transfer_of(f, t)->pdid;
    const uint64_t word3 = (uint64_t)seq_of(t) << SEQ | t->path;
    bool ok = tn_fw_put128(f, desc, t->src, t->dst);
    if (!t->notify) {
        if (ok)
            tn_fw_put128(f, desc + 16, word2, word3);
        return;
    }
    ok = ok && tn_fw_put64(f, desc + 24, word3) && tn_fw_put(f, desc + 16, (uint32_t)word2) &&
         write_control(f, tid, t);
    if (ok)
        tn_fw_put(f, desc + 20, (uint32_t)(word2 >> 32));
}

/* Returns for how long after its sending a transaction with notification may be sent again: a
 * receiver that has done it still knows that. The last quarter of its memory is for the way there.
 */
static uint64_t remembered(const struct tn_fw *f)
{
    return f->config.done_hold - f->config.done_hold / 4;
}

/* Returns how long an attempt waits for its response. Attempts of what may be done already share
 * what is left of the receiver's memory. */
static uint64_t patience(const struct tn_fw *f, const struct tn_fw_txn *t, uint64_t now)
{
    const uint64_t age = now - t->whole_at;
    if (!t->notify || !t->whole || t->attempt == t->whole_attempt)
        return f->config.txn_timeout;
    return age < remembered(f) ? (remembered(f) - age) / (f->config.max_retries - t->attempt + 1)
                               : 0;
}

static void start(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    t->state = TN_FW_T_SENT;
    t->over = false;
    t->nack = 0;
    t->active_at = t->begun_at = tn_fw_now(f);
    t->look_at = t->active_at + patience(f, t, t->active_at) / 4;
    f->stats.started++;
    f->stats.retries += t->attempt > 0;
    write_descriptor(f, tid, t);
}

unsigned tn_fw_share(const struct tn_fw *f)
{
    const unsigned share = f->tid_n / TN_FW_PAGES;
    return share > f->config.outstanding ? share : f->config.outstanding;
}

bool tn_fw_open(struct tn_fw *f, unsigned transfer)
{
    struct tn_fw_transfer *x = &f->transfer[transfer];
    const unsigned tid = f->free[f->free_head];
    struct tn_fw_txn *t = &f->txn[tid];
    const uint64_t now = tn_fw_now(f), dst = x->dst + x->cut;
    const uint32_t room = TN_FW_BLOCK - dst % TN_FW_BLOCK;
    if (f->free_n == 0 || f->page_tids[transfer / TN_FW_CHANNELS] >= tn_fw_share(f) || now < f->ready_at || !may_turn(f, t, now))
        return false;
    f->free_head = (f->free_head + 1) % f->tid_n;
    f->free_n--;
    f->live[f->live_n++] = (uint16_t)tid;
    f->page_tids[transfer / TN_FW_CHANNELS]++;
    t->generation = (uint16_t)((t->generation + 1) % TN_FW_GENERATIONS);
    if (t->generation % 128 == 0)
        t->turned = now;
    t->attempt = t->backoffs = 0;
    t->whole = false;
    t->transfer = (uint16_t)transfer;
    t->pdid = x->pdid;
    t->src = x->src + x->cut;
    t->dst = dst;
    t->length = (uint16_t)(x->length - x->cut < room ? x->length - x->cut : room);
    t->notify = x->notify && x->cut + t->length == x->length;
    t->path = (uint8_t)(f->path_next++ % f->config.paths);
    x->cut += t->length;
    x->under_way++;
    start(f, tid);
    return true;
}

/* The number becomes free. */
static void set_free(struct tn_fw *f, unsigned tid)
{
    unsigned i = 0;
    while (f->live[i] != tid)
        i++;
    f->live[i] = f->live[--f->live_n];
    f->txn[tid].state = TN_FW_T_FREE;
    f->page_tids[f->txn[tid].transfer / TN_FW_CHANNELS]--;
    f->free[(f->free_head + f->free_n++) % f->tid_n] = (uint16_t)tid;
}

/* The transaction is over. */
static void end(struct tn_fw *f, unsigned tid, unsigned err)
{
    const struct tn_fw_txn *t = &f->txn[tid];
    set_free(f, tid);
    tn_fw_txn_ended(f, t->transfer, err ? 0 : t->length, err);
}

/* The ExaDMA has the attempt for too long: the transfer has failed, but the number is not free. */
static void give_up(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    t->state = TN_FW_T_STUCK;
    t->look_at = tn_fw_now(f) + f->config.txn_timeout;
    f->stuck_n++;
    f->page_stuck[t->transfer / TN_FW_CHANNELS]++;
    f->stats.stuck++;
    tn_fw_txn_ended(f, t->transfer, 0, TN_FW_E_NOT_SENT);
}

void tn_fw_end_waiting(struct tn_fw *f, unsigned transfer)
{
    for (unsigned i = f->live_n; i-- > 0;) {
        const struct tn_fw_txn *t = &f->txn[f->live[i]];
        if (t->transfer == transfer && (t->state == TN_FW_T_WAIT || t->state == TN_FW_T_PAGE))
            end(f, f->live[i], transfer_of(f, t)->err);
    }
}

/* Begins the next attempt, or ends the transaction. */
static void again(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    const struct tn_fw_transfer *x = transfer_of(f, t);
    const uint64_t now = tn_fw_now(f);
    if (x->err)
        return end(f, tid, x->err);
    if (tn_fw_is_late(f, t->transfer, now))
        return end(f, tid, TN_FW_E_LATE);
    if (t->attempt >= f->config.max_retries)
        return end(f, tid, TN_FW_E_RETRIES);
    if (t->notify && t->whole && now - t->whole_at > remembered(f))
        return end(f, tid, TN_FW_E_UNKNOWN);
    t->attempt++;
    start(f, tid);
}

/* Lets the transaction wait before its next attempt, longer each time; a part of it differs between
 * numbers. */
static void back_off(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    const unsigned doublings = t->backoffs < 31 ? t->backoffs : 31;
    uint64_t wait = (uint64_t)f->config.backoff << doublings;
    if (wait > f->config.backoff_max)
        wait = f->config.backoff_max;
    if (t->notify && t->whole && wait > remembered(f) / 4)
        wait = remembered(f) / 4;
    t->backoffs++;
    t->state = TN_FW_T_WAIT;
    t->at = tn_fw_now(f) + wait - wait / 4 * (tid % 4) / 4;
}

/* The attempt was refused and has left the ExaDMA. After a page fault its receiver has a context
 * that will never be complete; after the other codes a second copy of the packet that was refused
 * may still complete it, but no attempt before it. */
static void refused(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    t->whole = t->nack != PAGE_FAULT;
    t->whole_at = t->active_at;
    t->whole_attempt = t->attempt;
    if (t->nack == PAYLOAD_CRC)
        again(f, tid);
    else if (t->nack == PAGE_FAULT || t->nack == NO_CONTEXT || t->nack == FULL)
        back_off(f, tid);
    else
        end(f, tid, t->nack);
}

static void take_response(struct tn_fw *f, uint32_t r)
{
    const unsigned tid = r >> 3 & 0x3ff, code = r >> 26 & 0xf;
    struct tn_fw_txn *t = &f->txn[tid];
    if (t->state != TN_FW_T_SENT || t->nack || (r >> 13 & 0x1fff) != seq_of(t)) {
        f->stats.stray++;
        return;
    }
    if (code == 0) {
        end(f, tid, TN_FW_OK);
        return;
    }
    f->stats.nacks[code]++;
    t->nack = (uint8_t)code;
    if (t->over)
        refused(f, tid);
    else
        t->look_at = 0;
}

bool tn_fw_take_responses(struct tn_fw *f)
{
    uint32_t r = 0;
    for (unsigned i = 0; i <= TN_FW_TIDS; i++) {
        r = tn_fw_get(f, FW_RT_MAILBOX + FW_RESPONSE);
        if (!(r >> 30 & 1))
            break;
        take_response(f, r);
    }
    return r >> 31;
}

/* A packet of the transaction found no source page, or no source at all: the ExaDMA has stopped it.
 */
static void take_fault(struct tn_fw *f, unsigned tid, unsigned code, uint64_t page)
{
    struct tn_fw_txn *t = &f->txn[tid];
    const uint16_t pdid = transfer_of(f, t)->pdid;
    bool known = false;
    if (code != 2 || transfer_of(f, t)->err) {
        end(f, tid, code == 1 ? TN_FW_E_PROTECTION : TN_FW_E_DECODE);
        return;
    }
    for (unsigned i = 0; i < f->live_n; i++) {
        const struct tn_fw_txn *o = &f->txn[f->live[i]];
        known |= o->state == TN_FW_T_PAGE && o->page == page && transfer_of(f, o)->pdid == pdid;
    }
    f->stats.faults++;
    t->state = TN_FW_T_PAGE;
    t->page = page;
    t->at = f->config.serve_timeout ? tn_fw_now(f) + f->config.serve_timeout : UINT64_MAX;
    if (!known && f->ops.fault)
        f->ops.fault(f->ctx, pdid, page);
}

void tn_fw_take_faults(struct tn_fw *f)
{
    for (unsigned i = 0; i < TN_FW_TIDS; i++) {
        const uint32_t low = tn_fw_get(f, FW_DMA + FW_FAULT_LO);
        const unsigned tid = low & 0x3ff;
        if (!(low >> FW_VALID_BIT))
            return;
        const uint64_t page = (uint64_t)tn_fw_get(f, FW_DMA + FW_FAULT_HI) * FW_PAGE;
        if (f->txn[tid].state == TN_FW_T_SENT)
            take_fault(f, tid, low >> 10 & 3, page);
    }
}

void tn_fw_fault_served(struct tn_fw *f, uint16_t pdid, uint64_t page)
{
    for (unsigned i = 0; i < f->live_n; i++) {
        struct tn_fw_txn *t = &f->txn[f->live[i]];
        if (t->state != TN_FW_T_PAGE || transfer_of(f, t)->pdid != pdid ||
            t->page != page / FW_PAGE * FW_PAGE)
            continue;
        t->state = TN_FW_T_WAIT;
        t->at = 0;
    }
}

/* Looks whether the ExaDMA has sent the attempt, or stopped it. */
static void look(struct tn_fw *f, unsigned tid)
{
    struct tn_fw_txn *t = &f->txn[tid];
    const uint64_t now = tn_fw_now(f), word2 = tn_fw_get64(f, FW_DMA + FW_DESC * tid + 16);
    if (word2 >> ERROR & 1) {
        tn_fw_take_faults(f);
        if (t->state == TN_FW_T_SENT)
            back_off(f, tid); /* its entry was lost, or its start was refused */
        return;
    }
    if (!(word2 >> DONE & 1)) {
        t->active_at = now;
        t->look_at = now + patience(f, t, now) / 8;
        if (f->config.send_timeout && now - t->begun_at >= f->config.send_timeout)
            give_up(f, tid);
        return;
    }
    t->over = true;
    if (!t->whole) {
        t->whole = true;
        t->whole_at = t->active_at;
        t->whole_attempt = t->attempt;
    }
    t->at = now + patience(f, t, now);
    if (t->nack)
        refused(f, tid);
}

/* Looks whether the ExaDMA has ended an attempt at last that nobody awaits. */
static void look_at_stuck(struct tn_fw *f, unsigned tid)
{
    const uint64_t word2 = tn_fw_get64(f, FW_DMA + FW_DESC * tid + 16);
    f->txn[tid].look_at = tn_fw_now(f) + f->config.txn_timeout;
    if (!(word2 >> DONE & 1) && !(word2 >> ERROR & 1))
        return;
    f->stuck_n--;
    f->page_stuck[f->txn[tid].transfer / TN_FW_CHANNELS]--;
    set_free(f, tid);
}

/* Does what is due for one transaction. Returns whether something was. */
static bool is_due(struct tn_fw *f, unsigned tid, uint64_t now)
{
    struct tn_fw_txn *t = &f->txn[tid];
    if (t->state == TN_FW_T_SENT && !t->over) {
        if (now < t->look_at)
            return false;
        look(f, tid);
    } else if (t->state == TN_FW_T_STUCK) {
        if (now < t->look_at)
            return false;
        look_at_stuck(f, tid);
    } else if (now < t->at) {
        return false;
    } else if (t->state == TN_FW_T_PAGE) {
        end(f, tid, TN_FW_E_FAULT);
    } else {
        f->stats.timeouts += t->state == TN_FW_T_SENT;
        again(f, tid);
    }
    return true;
}

void tn_fw_do_timers(struct tn_fw *f)
{
    unsigned acts = 0;
    const uint64_t now = tn_fw_now(f);
    for (unsigned i = 0; i < TIMERS && acts < TIMER_ACTS && f->live_n; i++) {
        f->live_next %= f->live_n;
        acts += is_due(f, f->live[f->live_next++], now);
    }
}
