/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer: a process of each protection domain writes the messages that the capture has
 * of it to its channel, one after the other, and looks at STATUS until it says how each ended.
 * The far side acknowledges what comes whole, refuses payloads with a wrong CRC, and does not
 * answer what it cannot trust.
 */
#include "exa_ni_session.h"

#include "../dut/exa_duts.h"

#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { CHANS = 64, POLL_CYC = 40, FAR_CYC = 30, TIMEOUT_CYC = 250, RETRIES = 3, BYTES = 76, NUMBERS = EXA_NUMBER_MOD };
enum { MSG = 64, BAD_PAYLOAD = 3, BOUND = 1u << 31 };

struct process {
    struct tn_ni ni;
    struct channel {
        struct tn_ni_message *m; /* under way */
        unsigned posted;
        uint64_t look_at;
    } chan[CHANS];
    unsigned at; /* channel of the access under way */
};

static struct process *of(struct tn_ni *ni)
{
    return (struct process *)ni; /* its first member */
}

static struct tn_exn *model(uint32_t own, tn_verdict_fn *fn, void *ctx)
{
    return tn_exp_new((unsigned)tn_sim_param("CHAN_N"), own, fn, ctx);
}

static unsigned places(void)
{
    return (unsigned)tn_sim_param("CHAN_N");
}

static bool wanted(const struct exa_packet *k)
{
    return exa_is_message(k) && k->size > 0 &&
           ((k->type == EXA_WRITE && k->size <= MSG) || k->type == EXA_READ_REQ);
}

/* What must leave, but for the number: that is the channel's next. */
static void adapt(struct tn_ni *ni, struct exa_packet *k)
{
    k->src = tn_ni_own(ni);
    k->tid = exa_message_tid(tn_ni_place(ni, k->pdid));
    k->seq = 0;
    k->first = k->last = k->notify = 0;
}

static void prepare(struct tn_ni *ni)
{
    tn_ni_set(ni, TN_EXP_TIMEOUT, TIMEOUT_CYC);
    tn_ni_set(ni, TN_EXP_RETRY_MAX, RETRIES);
    for (unsigned c = 0; c < tn_ni_domains(ni); c++)
        tn_ni_set(ni, TN_NI_BIND + 4 * c, BOUND | tn_ni_pdid(ni, c));
}

/* Message, destination and CTRL in one burst. */
static void post(struct tn_ni *ni, unsigned c, const struct exa_packet *k)
{
    uint64_t dst = exa_place_bits(k->dst, k->addr);
    uint32_t ctrl = (uint32_t)k->type << 8 | k->size;
    uint8_t all[BYTES] = {0};
    memcpy(all, k->lanes + k->addr % EXA_WORD, k->size);
    memcpy(all + MSG, &dst, sizeof dst);
    memcpy(all + MSG + sizeof dst, &ctrl, sizeof ctrl);
    tn_ni_write(ni, TN_NI_PAGE * c, all, sizeof all, 4);
}

/* The channel's next message that is due, or NULL. */
static struct tn_ni_message *next_of(struct tn_ni *ni, unsigned c)
{
    for (unsigned i = 0; i < tn_ni_message_n(ni); i++) {
        struct tn_ni_message *m = tn_ni_message(ni, i);
        if (!m->entered && m->at <= tn_sim_cycle() && (m->k.tid & EXA_TID_CHAN) == c)
            return m;
    }
    return NULL;
}

static bool work_on(struct tn_ni *ni, unsigned c)
{
    struct process *p = of(ni);
    struct channel *ch = &p->chan[c];
    if (!ch->m) {
        ch->m = next_of(ni, c);
        if (!ch->m)
            return false;
        ch->m->entered = true;
        ch->m->k.seq = (uint16_t)(ch->posted++ % NUMBERS);
        exa_seal(&ch->m->k);
        ch->look_at = tn_sim_cycle() + POLL_CYC;
        post(ni, c, &ch->m->k);
        return true;
    }
    if (tn_sim_cycle() < ch->look_at)
        return false;
    ch->look_at = tn_sim_cycle() + POLL_CYC;
    tn_ni_read(ni, TN_NI_PAGE * c + TN_EXP_STATUS, 4, 2);
    return true;
}

static void ask(struct tn_ni *ni)
{
    struct process *p = of(ni);
    for (unsigned i = 0; i < tn_ni_domains(ni); i++) {
        p->at = (p->at + 1) % tn_ni_domains(ni);
        if (work_on(ni, p->at))
            return;
    }
}

/* How STATUS says that the message ended. */
static void look(struct tn_ni *ni, struct channel *ch, uint32_t status)
{
    unsigned state = status & 15, code = status >> 4 & 15;
    char found[40];
    if (state == TN_EXP_BUSY)
        return;
    ch->m->again = (status >> 8 & 255) != 0;
    ch->m->code = state == TN_EXP_ACKED ? 0 : (int)(state << 4 | code);
    if (state != TN_EXP_ACKED || (status >> 16 & (NUMBERS - 1)) != ch->m->k.seq) {
        snprintf(found, sizeof found, "state %u, code %u, number %u", state, code, status >> 16 & (NUMBERS - 1));
        tn_ni_sign(ni, "EXP-ACK-2", "the message acknowledged", found);
    }
    ch->m = NULL;
}

static void got(struct tn_ni *ni, bool write, unsigned resp, const uint8_t *bytes)
{
    struct process *p = of(ni);
    uint32_t status;
    memcpy(&status, bytes, sizeof status);
    if (resp != TN_AXI_OKAY)
        tn_ni_sign(ni, "AXS-ACC-4", "OKAY",
                   write ? "an error for a message" : "an error for STATUS");
    else if (!write)
        look(ni, &p->chan[p->at], status);
}

/* The far side: what it takes for good goes to its reader, once for each number. */
static void far_side(struct tn_ni *ni, const struct exa_packet *k, unsigned code)
{
    struct exa_packet a = {.pdid = k->pdid, .dst = k->src, .type = EXA_ACK, .addr = exa_peripheral_addr(EXA_P_PACKETIZER, 0),
                           .tid = k->tid, .seq = k->seq % EXA_SEQ_MOD, .code = (uint8_t)(code & 15)};
    exa_seal(&a);
    tn_ni_send(ni, &a, tn_sim_cycle() + FAR_CYC);
}

static bool same(const struct exa_packet *a, const struct exa_packet *b)
{
    uint8_t x[EXA_KEEP_MAX], y[EXA_KEEP_MAX];
    long n = exa_encode(a, x, sizeof x);
    return n > 0 && exa_encode(b, y, sizeof y) == n && memcmp(x, y, (size_t)n) == 0;
}

static void left(struct tn_ni *ni, const struct exa_packet *k, bool flagged)
{
    struct tn_ni_message *m = NULL;
    char found[64];
    if (flagged) {
        bool header = exa_want_hdr_crc(k) == k->hdr_crc, footer = exa_want_ftr_crc(k) == k->ftr_crc;
        if (header && footer && k->has_footer && k->err == 0)
            far_side(ni, k, BAD_PAYLOAD);
        return; /* it will be sent again */
    }
    for (unsigned i = 0; i < tn_ni_message_n(ni) && !m; i++)
        if (tn_ni_message(ni, i)->entered && same(&tn_ni_message(ni, i)->k, k))
            m = tn_ni_message(ni, i);
    if (!m) {
        snprintf(found, sizeof found, "%s, tid %04x, domain %04x", exa_type_name(k->type), k->tid, k->pdid);
        tn_ni_wrong(ni, false, "what a process wrote", found);
    } else if (!m->delivered) {
        tn_ni_delivered(ni, m, NULL);
    }
    far_side(ni, k, 0);
}

/* Each channel has come to an end, and one of them sends again when it is asked to. */
static bool probe(struct tn_ni *ni)
{
    struct process *p = of(ni);
    struct exa_packet k = {.pdid = tn_ni_pdid(ni, 0), .type = EXA_WRITE};
    unsigned mark = tn_ni_mark(ni);
    uint32_t status;
    for (unsigned c = 0; c < tn_ni_domains(ni); c++)
        if (p->chan[c].m)
            return false;
    exa_set_payload(&k, exa_peripheral_addr(EXA_P_MAILBOX, 0), (const uint8_t[16]){0}, 16);
    tn_ni_set(ni, TN_EXP_DST, (uint32_t)k.addr);
    tn_ni_set(ni, TN_EXP_DST + 4, (uint32_t)(k.addr >> 32));
    tn_ni_set(ni, TN_EXP_CTRL, (uint32_t)k.type << 8 | k.size);
    return tn_ni_get(ni, TN_EXP_STATUS, &status) >= 0 &&
           ((status & 15) != TN_EXP_BUSY || tn_ni_heard(ni, mark));
}

static const struct tn_ni_block block = {
    .model = model,
    .rule = "EXP-PKT-1",
    .posts = true,
    .places = places,
    .wanted = wanted,
    .adapt = adapt,
    .prepare = prepare,
    .ask = ask,
    .got = got,
    .left = left,
    .probe = probe,
};

TN_NI_SESSION(exa_packetizer)
