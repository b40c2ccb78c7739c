/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The board of transfers between two nodes.
 */
#include <tn/exanet/exa_transfer_board.h>

#include <tn/bug.h>

#include <stdlib.h>
#include <string.h>

enum { PROCESS_AT = 44 }; /* a process's bytes stand at its PDID times 2^44 */

struct tn_exf_board {
    tn_verdict_fn *fn;
    void *ctx;
    struct tn_exf_judge *judge;
    struct tn_memory *memory[TN_EXF_BOARD_NODES];
};

static uint64_t place(unsigned pdid, uint64_t va)
{
    return (uint64_t)pdid << PROCESS_AT | va;
}

static void peek(void *ctx, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n)
{
    tn_exf_board_peek(ctx, node, pdid, va, bytes, n);
}

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    const struct tn_exf_board *b = ctx;
    b->fn(b->ctx, v);
}

struct tn_exf_board *tn_exf_board_new(const uint32_t own[TN_EXF_BOARD_NODES], unsigned out_n, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exf_params p = {.nodes = TN_EXF_BOARD_NODES, .out_n = out_n};
    struct tn_exf_board *b = calloc(1, sizeof *b);
    char name[] = "mem0";
    if (!b)
        return NULL;
    memcpy(p.own, own, TN_EXF_BOARD_NODES * sizeof *own);
    b->fn = fn;
    b->ctx = ctx;
    b->judge = tn_exf_judge_new(&p, on_verdict, peek, b);
    for (unsigned n = 0; n < TN_EXF_BOARD_NODES; n++) {
        name[3] = (char)('0' + n);
        b->memory[n] = tn_memory_find(name);
        if (!b->memory[n] || !b->judge) {
            tn_exf_board_free(b);
            return NULL;
        }
        tn_memory_clear(b->memory[n]);
        tn_memory_domain(b->memory[n], TN_MEMORY_BY_BANK);
        tn_memory_policy(b->memory[n], TN_MEMORY_ERROR);
    }
    return b;
}

void tn_exf_board_free(struct tn_exf_board *b)
{
    if (b)
        tn_exf_judge_free(b->judge);
    free(b);
}

void tn_exf_board_axi(struct tn_exf_board *b, const char *port, const struct tn_axi_seen *seen)
{
    const unsigned node = (unsigned)(port[3] - '0');
    (port[0] == 'm' ? tn_exf_judge_memory : tn_exf_judge_axi)(b->judge, node, seen);
}

void tn_exf_board_packet(struct tn_exf_board *b, const struct tn_event *ev)
{
    const char *name = tn_monitor_point(ev->point);
    struct exa_packet k;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    tn_exf_judge_packet(b->judge, (unsigned)(name[3] - '0'), ev->port, name[5] == 'o', ev->cycle, &k);
}

struct tn_memory *tn_exf_board_memory(struct tn_exf_board *b, unsigned node)
{
    return b->memory[node];
}

void tn_exf_board_map(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, uint64_t bytes, unsigned rights)
{
    tn_require(tn_memory_map(b->memory[node], pdid, va, place(pdid, va), bytes, rights) == 0);
}

void tn_exf_board_poke(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, const uint8_t *bytes, size_t n)
{
    tn_require(tn_memory_poke(b->memory[node], place(pdid, va), bytes, n) == 0);
    tn_exf_judge_bytes(b->judge, node, pdid, va, bytes, n);
}

void tn_exf_board_peek(struct tn_exf_board *b, unsigned node, unsigned pdid, uint64_t va, uint8_t *bytes, size_t n)
{
    tn_memory_peek(b->memory[node], place(pdid, va), bytes, n);
}

struct tn_exf_judge *tn_exf_board_judge(struct tn_exf_board *b)
{
    return b->judge;
}
