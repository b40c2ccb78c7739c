/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of the RDMA receiver's memory port (exa_rdma_rx.md section 3).
 */
#include "rdma_rx_judge.h"

#include <string.h>

/* Returns the oldest write of the way whose address was not seen. */
static struct tn_exv_write *unaddressed(struct tn_exv *m)
{
    for (unsigned i = 0; i < m->writes; i++)
        if (!m->write[i].addressed)
            return &m->write[i];
    return NULL;
}

static bool is_under(void *ctx, const void *way)
{
    const struct tn_exv_write *w = unaddressed((struct tn_exv *)(uintptr_t)way);
    return w && w->bank == *(const unsigned *)ctx;
}

/* Keeps the ways in which the write is under that bank. */
static bool is_of_bank(struct tn_exv_judge *j, unsigned bank)
{
    const bool ok = tn_fork_keep(&j->ways, is_under, &bank);
    for (unsigned i = 0; i < j->ways.n; i++) {
        struct tn_exv_write *w = unaddressed(tn_exv_way(j, i));
        if (w)
            w->addressed = 1;
    }
    return ok;
}

static void address_out(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    const uint64_t n = tn_due_first(&j->row);
    const uint64_t addr = s->word[0] | (uint64_t)s->word[1] << 32;
    if (!tn_exv_ask(j, EXV_WR_2, n != TN_DUE_NONE, "no write: no packet was taken", "an address %llx",
                   (unsigned long long)addr))
        return;
    const struct exv_burst *b = &j->burst[tn_due_place(n)];
    const unsigned bank = s->word[2] & 0xffff;
    const uint32_t shape = (b->words - 1) | 4u << 8 | 1u << 11;
    tn_exv_ask(j, EXV_WR_1, addr == b->addr && is_of_bank(j, bank) && (s->word[3] & 0x1fff) == shape,
              "one burst at the packet's address, under its bank", "address %llx, ID %u, length %u (of %llx, %u)",
              (unsigned long long)addr, s->word[2] & 0xffff, (s->word[3] & 255) + 1, (unsigned long long)b->addr,
              b->words);
    if (bank < TN_EXV_BANKS)
        j->of_bank[bank].number[j->of_bank[bank].in++ % EXV_BURSTS] = n;
    tn_due_done(&j->row, n);
}

static void data_out(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    const struct exv_burst *b = &j->burst[tn_due_place(j->w_at)];
    const unsigned from = j->w_beat * EXA_WORD;
    uint32_t strobes = 0;
    bool same = true;
    if (!tn_exv_ask(j, EXV_WR_2, j->w_at < j->row.in, "no write: no packet was taken", "data"))
        return;
    for (unsigned i = 0; i < EXA_WORD; i++) {
        if (from + i < b->first || from + i >= b->end)
            continue;
        strobes |= 1u << i;
        same = same && b->lanes[from + i] == (s->word[i / 4] >> 8 * (i % 4) & 255);
    }
    j->w_beat++;
    strobes |= (uint32_t)(j->w_beat == b->words) << 16;
    tn_exv_ask(j, EXV_WR_1, same && s->word[4] == strobes, "the packet's bytes and no others", "%s, strobes %05x (of %05x)",
              same ? "its bytes" : "other bytes", s->word[4], strobes);
    if (j->w_beat == b->words) {
        j->w_at++;
        j->w_beat = 0;
    }
}

/* Tells the bytes of a write that the memory took. */
static void tell_bytes(struct tn_exv_judge *j, const struct exv_burst *b)
{
    for (unsigned i = b->first; j->byte && i < b->end; i++)
        j->byte(j->ctx, b->addr + i, b->lanes[i]);
}

static void answered(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    const unsigned bank = s->word[4] & 7, resp = s->word[4] >> 16 & 3;
    if (j->of_bank[bank].out == j->of_bank[bank].in)
        return;
    if (resp < 2)
        tell_bytes(j, &j->burst[tn_due_place(j->of_bank[bank].number[j->of_bank[bank].out % EXV_BURSTS])]);
    j->of_bank[bank].out++;
    j->open--;
    for (unsigned i = 0; i < j->ways.n; i++)
        tn_exv_b(tn_exv_way(j, i), bank, resp, s->cycle);
}

void tn_exv_judge_beats(struct tn_exv_judge *j)
{
    unsigned n = 0;
    for (; n < j->beats && tn_scope_is_open(&j->all); n++) {
        const struct tn_axi_seen *s = &j->beat[n];
        const bool known = s->channel == TN_AXI_CH_AW  ? tn_due_first(&j->row) != TN_DUE_NONE
                           : s->channel == TN_AXI_CH_W ? j->w_at < j->row.in
                                                       : true;
        if (!known && j->packets && j->now < s->cycle + EXV_LATE)
            break;
        if (s->channel == TN_AXI_CH_AW)
            address_out(j, s);
        else if (s->channel == TN_AXI_CH_W)
            data_out(j, s);
        else
            answered(j, s);
    }
    j->beats -= n;
    memmove(j->beat, j->beat + n, j->beats * sizeof j->beat[0]);
}

void tn_exv_judge_memory(struct tn_exv_judge *j, const struct tn_axi_seen *s)
{
    if (s->rst || s->channel > TN_AXI_CH_B)
        return;
    j->now = j->judge.cycle = s->cycle;
    if (s->valid)
        j->busy = s->cycle;
    if (s->channel == TN_AXI_CH_AW)
        j->aw_waits = s->valid && !s->ready;
    if (s->channel == TN_AXI_CH_W)
        j->w_waits = s->valid && !s->ready;
    if (!s->valid || !s->ready || !tn_scope_is_open(&j->all))
        return;
    if (tn_exv_ask(j, EXV_WR_2, j->beats < EXV_BEATS, "no beats: no packet was taken", "%u beats", j->beats))
        j->beat[j->beats++] = *s;
    tn_exv_judge_beats(j);
}
