/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case of ExaNet's mailbox on a bench of fewer mailboxes: they count modulo MBOX_N, as long as no two of the case fall
 * together and each has slots for the packets that the case sends it.
 */
#include "exa_fit.h"

#include <tn/exanet/exa.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

enum { WRITTEN_SLOTS = 8, BOXES = 64, PAGE = 0x1000, KERNEL = 0x40000, BINDS_END = 0x40100, WAITING = 0x40410, DECERR = 3 };

static bool is_access(const struct tn_case_step *s)
{
    return s->op == TN_CASE_WRITE || s->op == TN_CASE_EXPECT_REG ||
           (s->op == TN_CASE_EXPECT_ERROR && s->response != DECERR);
}

/* The mailbox of an access, or -1. */
static int box_of(const struct tn_case_step *s)
{
    if (!is_access(s))
        return -1;
    return s->addr < KERNEL ? (int)(s->addr / PAGE) : s->addr < BINDS_END ? (int)((s->addr - KERNEL) / 4) : -1;
}

static unsigned box_of_packet(const struct exa_packet *k)
{
    return k->addr >> 12 & (BOXES - 1);
}

static bool is_good(const struct exa_packet *k)
{
    return k->hdr_crc == exa_want_hdr_crc(k) && k->has_footer && k->ftr_crc == exa_want_ftr_crc(k) && k->size > 0;
}

/* The packet to mailbox `to`; a header CRC that was wrong is wrong by the same bits. */
static void redirect(uint8_t *header, struct exa_packet *k, unsigned to)
{
    uint8_t bytes[EXA_KEEP_MAX];
    const uint16_t wrong = k->hdr_crc ^ exa_want_hdr_crc(k);
    k->addr = (k->addr & ~((uint64_t)(BOXES - 1) << 12)) | (uint64_t)to << 12;
    k->hdr_crc = exa_want_hdr_crc(k) ^ wrong;
    if (exa_encode(k, bytes, sizeof bytes) > 0)
        memcpy(header, bytes, EXA_WORD);
}

/* What a case uses: the mailbox that each one of the bench stands for, and the packets of each. */
struct used {
    unsigned boxes;
    int at[BOXES];
    unsigned sent[BOXES];
    bool apart;
};

static void use(struct used *u, unsigned m)
{
    int *place = &u->at[m % u->boxes];
    u->apart = u->apart && (*place < 0 || *place == (int)m);
    *place = (int)m;
}

static void fold_packets(struct tn_case_tlp *words, unsigned boxes)
{
    size_t at = 0, first;
    uint32_t len;
    while (tn_run_exa_next(words, &at, &first, &len)) {
        struct exa_packet k;
        uint8_t *header = words->bytes + EXA_WORD * first;
        exa_decode(header, len, len, &k);
        if (box_of_packet(&k) >= boxes)
            redirect(header, &k, box_of_packet(&k) % boxes);
    }
}

static void use_packets(const struct tn_case_tlp *words, unsigned count, struct used *u)
{
    size_t at = 0, first;
    uint32_t len;
    while (tn_run_exa_next(words, &at, &first, &len)) {
        struct exa_packet k;
        exa_decode(words->bytes + EXA_WORD * first, len, len, &k);
        use(u, box_of_packet(&k));
        u->sent[box_of_packet(&k)] += is_good(&k) ? count : 0;
    }
}

static void fold(struct tn_case_step *s, unsigned boxes)
{
    const int m = box_of(s);
    if (s->op == TN_CASE_SEND)
        fold_packets(&s->tlp[0], boxes);
    if (s->op == TN_CASE_EXPECT_REG && s->addr == WAITING && s->mask == 0xffffffff) {
        uint32_t value = 0;
        for (unsigned b = 0; b < 32; b++)
            value |= (s->value >> b & 1) << b % boxes;
        s->value = value;
    }
    if (m >= (int)boxes)
        s->addr -= (s->addr < KERNEL ? PAGE : 4) * ((unsigned)m - (unsigned)m % boxes);
}

void tn_run_exa_mailbox_fit(struct tn_case *c, char *why, size_t size)
{
    const unsigned slots = 1u << tn_sim_param("SLOT_LOG2");
    struct used u = {.boxes = (unsigned)tn_sim_param("MBOX_N"), .apart = true};
    memset(u.at, -1, sizeof u.at);
    if (c->fitted)
        return;
    for (unsigned k = 0; k < c->step_n; k++) {
        const struct tn_case_step *s = &c->steps[k];
        if (s->op == TN_CASE_SEND)
            use_packets(&s->tlp[0], s->count, &u);
        else if (box_of(s) >= 0)
            use(&u, (unsigned)box_of(s));
    }
    if (!u.apart)
        snprintf(why, size, "needs more mailboxes than the %u here", u.boxes);
    for (unsigned m = 0; m < BOXES && !why[0]; m++)
        if (slots < WRITTEN_SLOTS && u.sent[m] > slots && !tn_case_asks(c, "EXM-TAKE-3"))
            snprintf(why, size, "sends more packets than the %u slots here", slots);
    for (unsigned k = 0; k < c->step_n && !why[0]; k++)
        fold(&c->steps[k], u.boxes);
    c->fitted = !why[0];
}
