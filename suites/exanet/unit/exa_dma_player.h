/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A player of the sender beside its judge: its accesses, reads and packets as the page has them, or with a chosen bug.
 */
#ifndef EXA_DMA_PLAYER_H
#define EXA_DMA_PLAYER_H

#include "../../unit/first_verdict.h"
#include "exa_fixture.h"

#include <tn/exanet/exa_dma_judge.h>

enum { TID = 3, PDID = 0x42, NEXT = 0x99, BANK = 2, FAULTY = 1 };

enum bug {
    NONE, FAULTS, READ_ELSEWHERE, READ_AS_ANOTHER_BANK, READ_OF_A_WIDE_BURST, WRONG_BYTE, WRONG_SEQ, WRONG_ADDR, WRONG_ORDER,
    SENT_TWICE, NOT_SENT, SENT_WITH_A_FAULT, DONE_TOO_EARLY, ERROR_WITHOUT_FAULT, WRITE_TO_ACTIVE_TAKEN, WRONG_MESSAGE, GAP,
    INPUT_STALLS, WRONG_RESPONSE, WRONG_COUNTER,
    ANSWER_REFUSED, MIXED_TAKEN, FOURTH_TAKEN, WORD_LEFT_OUT, OTHER_WORD, TOO_MANY_BYTES, BAD_START_UNSHOWN, STILL_PARKED,
    NINTH_READ, TURN_TAKEN, LATER_FIRST, CHAINED_PASSED, MESSAGE_PASSED,
    DRAINS, SHOWN_FREE, TAKEN_AGAIN, READ_WHILE_DRAINING, LEVEL_NONE, STAYS_CLOSED, SEARCH_STARVES,
};

struct player {
    struct tn_exd_judge *j;
    struct tn_exd m;
    struct first_verdict judged;
    enum bug bug;
    uint64_t cycle;
};

static inline void idle(struct player *p, unsigned n)
{
    const struct tn_exa_pins in = {.ready = p->bug == INPUT_STALLS ? 6 : 7}, out[TN_EXD_OUTS] = {{.ready = 7}};
    while (n-- > 0)
        tn_exd_judge_pins(p->j, ++p->cycle, &in, out);
}

static inline void beat(struct player *p, bool memory, unsigned channel, uint64_t low, uint64_t high, uint32_t last)
{
    struct tn_axi_seen s = {.cycle = p->cycle, .channel = (uint8_t)channel, .valid = true, .ready = true, .bus = 16,
                            .word = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32), last}};
    (memory ? tn_exd_judge_memory : tn_exd_judge_axi)(p->j, &s);
    idle(p, 1);
}

/* A write of one beat of 8 bytes, answered so. */
static inline void write64(struct player *p, uint32_t addr, uint64_t v, unsigned resp)
{
    const bool upper = addr & 8;
    beat(p, false, TN_AXI_CH_AW, addr, (uint64_t)(3 << 8 | 1 << 11) << 32, 0);
    beat(p, false, TN_AXI_CH_W, upper ? 0 : v, upper ? v : 0, (upper ? 0xff00u : 0xffu) | 1u << 16);
    beat(p, false, TN_AXI_CH_B, 0, 0, resp << 16);
}

/* A write of a register. */
static inline void write32(struct player *p, uint32_t addr, uint64_t v, unsigned resp)
{
    const uint64_t at = v << addr % 8 * 8;
    beat(p, false, TN_AXI_CH_AW, addr, (uint64_t)(2 << 8 | 1 << 11) << 32, 0);
    beat(p, false, TN_AXI_CH_W, addr & 8 ? 0 : at, addr & 8 ? at : 0, 0xfu << addr % 16 | 1u << 16);
    beat(p, false, TN_AXI_CH_B, 0, 0, resp << 16);
}

static inline void read64(struct player *p, uint32_t addr, uint64_t v)
{
    beat(p, false, TN_AXI_CH_AR, addr, (uint64_t)(3 << 8 | 1 << 11) << 32, 0);
    idle(p, 2);
    beat(p, false, TN_AXI_CH_R, addr & 8 ? 0 : v, addr & 8 ? v : 0, 1u << 18);
}

/* Writes a descriptor, which starts the transaction or parks it. */
static inline void describe(struct player *p, unsigned t, const struct tn_exd_fields *f, bool park)
{
    uint64_t w[4];
    tn_exd_words(f, park, w);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned at = i < 2 ? i : 5 - i; /* word 2, with the control byte, is the last */
        uint8_t lanes[16] = {0};
        for (unsigned b = 0; b < 8; b++)
            lanes[8 * (at & 1) + b] = (uint8_t)(w[at] >> 8 * b);
        tn_exd_write(&p->m, t, at / 2 * 16, lanes, at & 1 ? 0xff00 : 0xff);
        write64(p, TN_EXD_DESC * t + 8 * at, w[at], p->bug == WRONG_RESPONSE && i == 1 ? 2 : 0);
    }
}

/* Starts transaction t, or parks it. */
static inline void start(struct player *p, unsigned t, bool park)
{
    const struct tn_exd_fields f = {.src = 0x10008 + 0x1000 * (t - TID), .addr = 0x201f0, .dst = 5, .pdid = PDID, .seq = 16,
                                    .length = p->bug == NINTH_READ ? 2400 : p->bug == CHAINED_PASSED ? 16 : 300,
                                    .chained = p->bug == CHAINED_PASSED && t == TID, .dependency = TID + 1};
    describe(p, t, &f, park);
}

static inline uint8_t byte_at(uint64_t addr)
{
    return (uint8_t)(addr * 7 + (addr >> 8));
}

/* The bank under whose number a transaction is read for. */
static inline unsigned bank_of(const struct player *p, const struct tn_exd_fields *f)
{
    return p->bug == READ_AS_ANOTHER_BANK ? BANK ^ 1 : f->pdid == NEXT ? BANK + 1 : BANK;
}

/* The reads of a packet; the last of them stands for so many cycles, until the bank of NEXT has got a value. */
static inline void ask_late(struct player *p, unsigned t, unsigned k, unsigned stands, uint64_t value)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct tn_exd_burst b[2];
    const unsigned n = tn_exd_reads(&c, b);
    const unsigned id = bank_of(p, &f), size = p->bug == READ_OF_A_WIDE_BURST ? 5 : 4;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t addr = b[i].addr + (p->bug == READ_ELSEWHERE && k == 1 ? 16 : 0);
        const uint32_t shape = (b[i].beats - 1) | size << 8 | 1 << 11;
        if (stands && i + 1 == n) {
            tn_exd_judge_memory(p->j, &(struct tn_axi_seen){.cycle = p->cycle, .channel = TN_AXI_CH_AR, .valid = true, .bus = 16,
                                                            .word = {(uint32_t)addr, (uint32_t)(addr >> 32), id, shape}});
            idle(p, stands);
            write32(p, 0x40000 + 4 * (BANK + 1), value, 0);
        }
        beat(p, true, TN_AXI_CH_AR, addr, id | (uint64_t)shape << 32, 0);
    }
    if (p->bug == ANSWER_REFUSED) {
        const struct tn_axi_seen s = {.cycle = p->cycle, .channel = TN_AXI_CH_R, .valid = true, .bus = 16, .word = {0, 0, 0, 0, id}};
        tn_exd_judge_memory(p->j, &s);
        idle(p, 5);
    }
}

static inline void ask_packet(struct player *p, unsigned t, unsigned k)
{
    ask_late(p, t, k, 0, 0);
}

static inline void answer_packet(struct player *p, unsigned t, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct tn_exd_burst b[2];
    const unsigned n = tn_exd_reads(&c, b), id = bank_of(p, &f);
    const bool faults = k == FAULTY && (p->bug == FAULTS || p->bug == SENT_WITH_A_FAULT);
    for (unsigned i = 0; i < n; i++)
        for (unsigned w = 0; w < b[i].beats; w++) {
            uint64_t half[2] = {0};
            for (unsigned x = 0; x < 16; x++)
                half[x / 8] |= (uint64_t)byte_at(b[i].addr + 16 * w + x) << 8 * (x % 8);
            beat(p, true, TN_AXI_CH_R, half[0], half[1], id | (faults && w == 2 ? 2u << 16 : 0));
        }
}

static inline void read_packet(struct player *p, unsigned t, unsigned k)
{
    ask_packet(p, t, k);
    if (p->bug != NINTH_READ)
        answer_packet(p, t, k);
}

static inline void send(struct player *p, const struct exa_packet *k)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    const int n = tn_exa_words_of(k, w);
    const struct tn_exa_pins in = {.ready = 7};
    for (int i = 0; i < n; i++) {
        struct tn_exa_pins out[TN_EXD_OUTS] = {{.ready = 7}};
        out[k->path].valid = w[i].kind;
        out[k->path].ready = 7;
        memcpy(out[k->path].data, w[i].data, EXA_WORD);
        if (p->bug == WORD_LEFT_OUT && i == 1)
            continue;
        if (p->bug == GAP && i == 2)
            idle(p, 1);
        tn_exd_judge_pins(p->j, ++p->cycle, &in, out);
    }
}

static inline void send_packet(struct player *p, unsigned t, unsigned k)
{
    const struct tn_exd_fields f = tn_exd_fields(&p->m.desc[t]);
    const struct tn_exd_cut c = tn_exd_cut(&f, k);
    struct exa_packet out;
    uint8_t data[EXA_MTU];
    for (unsigned i = 0; i < c.n; i++)
        data[i] = byte_at(c.src + i);
    data[c.n - 1] ^= p->bug == WRONG_BYTE && k == 1;
    tn_exd_packet(&p->m, t, k, data, &out);
    out.seq ^= p->bug == WRONG_SEQ && k == 2;
    out.addr ^= p->bug == WRONG_ADDR && k == 2 ? 1u << 30 : 0;
    exa_seal(&out);
    send(p, &out);
}

static inline void message(struct player *p)
{
    uint8_t lanes[16] = {0};
    struct exa_packet k;
    for (unsigned i = 0; i < 3; i++) {
        lanes[0] = (uint8_t)(i + 1);
        tn_exd_control(&p->m, 0, TID, lanes, 0xff, &k);
        write64(p, 0x8000 + 16 * TID, i + 1, 0);
        if (p->bug == MIXED_TAKEN && i == 0)
            write64(p, 0x8000 + 16 * (TID + 1), 0, 0);
    }
    if (p->bug == FOURTH_TAKEN)
        write64(p, 0x8000 + 16 * TID, 0, 0);
    k.lanes[16] ^= p->bug == WRONG_MESSAGE;
    exa_seal(&k);
    send(p, &k);
}

static inline void finish(struct player *p)
{
    tn_exd_judge_finish(p->j);
    assert_false(tn_exd_judge_is_unsure(p->j));
    tn_exd_judge_free(p->j);
}

static inline void begin(struct player *p, enum bug bug, unsigned outs)
{
    const struct tn_exd_params params = {4, outs, 4};
    memset(p, 0, sizeof *p);
    p->bug = bug;
    p->j = tn_exd_judge_new(&params, 0x1234, first_verdict, &p->judged);
    assert_non_null(p->j);
    tn_exd_init(&p->m, &params, 0x1234);
    p->m.bank[BANK] = 1u << 31 | PDID;
    idle(p, 10);
    write32(p, 0x40000 + 4 * BANK, 1u << 31 | PDID, 0);
}

#endif
