/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Judge of the network interface: lines' states, registers, and the cycle as a whole (cl_ni.md 4,
 * 9).
 */
#include "ni.h"

#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {
    "CLN-CPU-1", "CLN-REM-1", "CLN-CCH-1", "CLN-CCH-2", "CLN-SCR-1", "CLN-LIN-1", "CLN-PKT-1",
    "CLN-PKT-2", "CLN-PRT-1", "CLN-ACK-1", "CLN-RED-1", "CLN-CMD-1", "CLN-CMD-2", "CLN-CMD-3",
    "CLN-CNT-1", "CLN-CNT-2", "CLN-QUE-1", "CLN-QUE-2", "CLN-HSK-1", "CLN-REG-1", NULL};

enum { WAYS = 4, SETS = CL_NI_LINES / WAYS };

struct tn_cl_ni_judge *tn_cl_ni_judge_new(tn_verdict_fn *fn, void *ctx)
{
    struct tn_cl_ni_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    tn_judge_init(&j->judge, rules, fn, ctx);
    tn_keyed_init(&j->mem, sizeof(struct cl_ni_mem), MEM_LINES);
    return j;
}

/* Frees what lines and memory have. */
static void empty(struct tn_cl_ni_judge *j)
{
    for (unsigned i = 0; i < j->busies; i++)
        if (j->busy[i]->tail)
            free(j->busy[i]);
    for (unsigned i = 0; i < CL_NI_LINES; i++) {
        free(j->line[i].counter);
        free(j->line[i].queue);
        free(j->line[i].buffer);
    }
    tn_keyed_free(&j->mem);
}

void tn_cl_ni_judge_free(struct tn_cl_ni_judge *j)
{
    if (j)
        empty(j);
    free(j);
}

const struct tn_judge *tn_cl_ni_judge_of(const struct tn_cl_ni_judge *j)
{
    return &j->judge;
}

/* Gives a line its state. */
static void becomes(struct tn_cl_ni_judge *j, unsigned line, unsigned state)
{
    struct cl_ni_line *l = &j->line[line];
    for (unsigned i = 0; i < CHANGES; i++)
        j->change[i].open &= j->change[i].word / CL_NI_LINE_WORDS != line;
    for (unsigned i = 0; i < CL_NI_LINE_WORDS; i++)
        j->word[line * CL_NI_LINE_WORDS + i] =
            (struct cl_ni_word){.at = j->now, .before = j->now, .known = state != CL_NI_PLAIN};
    cl_ni_command_leave(j, line);
    l->state = (uint8_t)state;
    if (state == CL_NI_COUNTER)
        cl_ni_counter_new(j, line);
    if (state == CL_NI_MRQ || state == CL_NI_SRQ)
        cl_ni_queue_new(j, line);
    if (state != CL_NI_COMMAND)
        return;
    if (!l->buffer)
        l->buffer = malloc(sizeof *l->buffer);
    if (l->buffer)
        memset(l->buffer, 0, sizeof *l->buffer);
    else
        tn_scope_close(&j->all);
}

/* LINE is written. A refusal for a buffer or a counter at work may be either. */
static void line_write(struct tn_cl_ni_judge *j, uint32_t value)
{
    const unsigned line = value % CL_NI_LINES, state = value >> 16 & 7, set = line % SETS;
    const struct cl_ni_line *l = &j->line[line];
    unsigned ways = 0;
    for (unsigned w = 0; w < WAYS; w++)
        ways += j->line[w * SETS + set].state == CL_NI_CACHE;
    j->line_at = line;
    j->line_state = (uint8_t)state;
    j->line_is =
        state >= CL_NI_STATES || (l->state == CL_NI_CACHE && state != CL_NI_CACHE && ways == 1)
            ? NI_REFUSED
        : (l->state == CL_NI_COMMAND && (l->buffer->busy || l->buffer->ran)) ||
                l->state == CL_NI_COUNTER
            ? NI_EITHER
            : NI_TAKEN;
    if (j->line_is == NI_TAKEN)
        becomes(j, line, state);
}

/* LINE is read. */
static void line_read(struct tn_cl_ni_judge *j, uint32_t value)
{
    const bool refused = value >> 31;
    if (value & CLN_AT_WORK)
        return;
    if (j->line_is == NI_EITHER && !refused)
        becomes(j, j->line_at, j->line_state);
    const bool busy = j->line_is == NI_EITHER && !refused &&
                      j->line[j->line_at].state == CL_NI_COMMAND &&
                      j->line[j->line_at].buffer->left > AHEAD_BYTES;
    tn_scope_judge(&j->all, N_LIN_1,
                   !busy && (j->line_is == NI_EITHER || refused == (j->line_is == NI_REFUSED)) &&
                       (value >> 16 & 7) == j->line[j->line_at].state,
                   j->line_is == NI_REFUSED ? "a refusal" : "the line's new state", "LINE %08x",
                   value);
    j->line_is = refused ? NI_REFUSED : NI_DONE;
}

/* Says whether a counter register may read that value. */
static bool shows(const struct tn_cl_ni_judge *j, const struct cl_ni_reg *r, uint32_t value)
{
    return value <= r->hi && (value >= r->lo || j->now <= r->at + SETTLE_CYC);
}

/* Says whether a register may read that value. */
static bool may_read(const struct tn_cl_ni_judge *j, unsigned r, uint32_t v)
{
    static const uint32_t mask[4] = {0xfffff01f, 0xfffff000, 0x1f, 0};
    switch (r) {
    case CLN_LINE:
        return true;
    case CLN_FAULTS:
        return shows(j, &j->faults, v);
    case CLN_MALFORMED:
        return shows(j, &j->malformed, v);
    case CLN_NACKS:
        return shows(j, &j->nacks, v);
    case CLN_HITS: /* all accesses without the misses */
        return j->p->c_valid || j->fetches || j->now <= j->hits.at + SETTLE_CYC ||
               v == j->hits.hi - j->misses.hi;
    case CLN_MISSES:
        return shows(j, &j->misses, v) || (j->p->c_valid && v == j->misses.hi + 1);
    case CLN_WRITEBACKS:
        return shows(j, &j->backs, v) || v == j->backs.hi + 1;
    default:
        return r >= CLN_REGS ? v == 0 : !((v ^ j->region[r]) & mask[r % 4]);
    }
}

void cl_ni_registers(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p;
    const unsigned r = j->read_addr / 4, w = p->reg_addr / 4;
    if (j->reading) {
        tn_scope_remark(&j->all, N_REG_1, may_read(j, r, p->reg_rdata), "the value of section 9",
                        "word %u reads %08x", r, p->reg_rdata);
        if (r == CLN_LINE)
            line_read(j, p->reg_rdata);
    }
    j->reading = p->reg_rd;
    j->read_addr = p->reg_addr;
    if (!p->reg_wr)
        return;
    if (w < CLN_LINE) {
        j->region[w] = p->reg_wdata;
        j->region_at = j->now;
    } else if (w == CLN_LINE)
        line_write(j, p->reg_wdata);
}

/* Ends the changes whose effects have come, and looks at counters and queues. */
static void changes(struct tn_cl_ni_judge *j)
{
    for (unsigned i = 0; i < CHANGES; i++)
        if (j->change[i].open && j->calm > j->change[i].until)
            cl_ni_come(j, j->change[i].id);
    if (j->now % 16)
        return;
    for (unsigned i = 0; i < CL_NI_LINES; i++)
        if (j->line[i].state == CL_NI_COUNTER)
            cl_ni_counters(j, j->line[i].counter);
        else if (j->line[i].state == CL_NI_MRQ || j->line[i].state == CL_NI_SRQ)
            cl_ni_queue_meets(j, j->line[i].queue);
}

bool tn_cl_ni_judge_idle(const struct tn_cl_ni_judge *j)
{
    bool idle = !j->busies && !j->stores && !j->fetches && !j->was.c_valid && !j->was.mem_valid;
    for (unsigned i = 0; i < OWED; i++)
        idle &= !j->owed[i].open;
    for (unsigned i = 0; i < CL_NI_PRIOS; i++)
        idle &= !j->tx[i].n && !j->rx[i].n;
    for (unsigned i = 0; i < CL_NI_LINES && idle; i++)
        if (j->line[i].state == CL_NI_COUNTER)
            idle = cl_ni_counter_idle(j, j->line[i].counter);
        else if (j->line[i].state == CL_NI_MRQ || j->line[i].state == CL_NI_SRQ)
            idle = cl_ni_queue_idle(j->line[i].queue);
    return idle;
}

static void reset(struct tn_cl_ni_judge *j)
{
    const struct tn_judge judge = j->judge;
    const uint64_t now = j->now;
    empty(j);
    memset(j, 0, sizeof *j);
    j->judge = judge;
    j->now = now;
    j->reset_seen = true;
    tn_keyed_init(&j->mem, sizeof(struct cl_ni_mem), MEM_LINES);
    tn_scope_open(&j->all, &j->judge, NULL);
}

void tn_cl_ni_judge_cycle(struct tn_cl_ni_judge *j, const struct tn_cl_ni_pins *p, uint64_t cycle)
{
    const bool starts = p->rst && !(j->reset_seen && j->was.rst);
    j->now = j->judge.cycle = cycle;
    if (starts)
        reset(j);
    j->p = p;
    if (!p->rst && j->reset_seen && tn_scope_is_open(&j->all)) {
        j->calm += !((p->n_tx_valid & ~p->n_tx_ready & 1) || j->fetches ||
                     (p->mem_valid && !p->mem_ready));
        cl_ni_memory(j);
        cl_ni_network(j);
        cl_ni_cpu(j);
        cl_ni_commands(j);
        changes(j);
        cl_ni_registers(j);
    }
    j->was = p->rst ? (struct tn_cl_ni_pins){.rst = true} : *p;
}
