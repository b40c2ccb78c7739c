/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Command buffers (cl_ni.md 6).
 */
#include "ni.h"

#include <stdlib.h>
#include <string.h>

enum { COPY = 1, MESSAGE, QUEUE_READ, W_STATUS = 4, ALL_STORED = 15, ITEM_MOST = 28 };
enum status { GOOD, AT_WORK, PROTECTION, MISALIGNED, NACKED };

/* Ends a buffer's work. */
static void end(struct tn_cl_ni_judge *j, struct cl_ni_buffer *b, enum status status)
{
    if (status == PROTECTION)
        cl_ni_tick(j, &j->faults, true);
    b->busy = false;
    b->status = (uint8_t)status;
    b->ended = j->now;
    for (unsigned i = 0; i < j->busies; i++)
        if (j->busy[i] == b)
            j->busy[i--] = j->busy[--j->busies];
    if (b->tail)
        free(b);
}

void cl_ni_command_leave(struct tn_cl_ni_judge *j, unsigned line)
{
    struct cl_ni_buffer *b = j->line[line].buffer, *tail = b && b->busy ? malloc(sizeof *b) : NULL;
    if (!tail)
        return;
    *tail = *b;
    tail->tail = true;
    for (unsigned i = 0; i < j->busies; i++)
        if (j->busy[i] == b)
            j->busy[i] = tail;
}

/* Judges a start by the order of the page's section 6. */
static enum status start(const struct tn_cl_ni_judge *j, const uint32_t *w, struct cl_ni_buffer *b)
{
    const bool copy = b->op == COPY, ask = b->op == QUEUE_READ, acks = w[3] && !ask;
    const struct cl_ni_way none = {.left = UINT32_MAX};
    const struct cl_ni_way s = b->op == MESSAGE ? none : cl_ni_way(j, w[1], CLN_RD),
                           d = cl_ni_way(j, w[2], CLN_WR),
                           a = acks ? cl_ni_way(j, w[3], CLN_WR) : none;
    const struct cl_ni_way *local = copy && d.remote ? &s : &d;
    b->reads = copy && s.remote;
    b->source = s.to;
    b->target = d.to;
    b->ack = a.to;
    if (b->op < COPY || b->op > QUEUE_READ || !b->size || b->size % 4 || w[2] % 4 ||
        (b->op != MESSAGE && w[1] % 4) || (acks && w[3] % 4) ||
        (b->op == MESSAGE && b->size > 16) || (ask && b->size > ITEM_MOST))
        return MISALIGNED;
    if (s.fault || d.fault || a.fault || (!ask && b->op != MESSAGE && b->size > s.left) ||
        (b->op != MESSAGE && b->size > d.left))
        return PROTECTION;
    if (copy && (s.remote == d.remote || (s.remote && a.remote)))
        return MISALIGNED;
    if (copy && (!local->scratch || cl_ni_place(local->to + b->size - 4) == NI_WORDS))
        return PROTECTION;
    if (ask && (d.remote || !d.scratch || d.to % CL_LINE + b->size > CL_LINE))
        return PROTECTION;
    return AT_WORK;
}

/* Says whether one of the next words of a copy to a remote place is not of state 1. */
static bool stops(const struct tn_cl_ni_judge *j, const struct cl_ni_buffer *b, unsigned bytes)
{
    bool bad = false;
    for (unsigned i = 0; i < bytes / 4 && i < b->left / 4; i++)
        bad |= cl_ni_state_of(j, cl_ni_place(b->source + 4 * i)) != CL_NI_PLAIN;
    return b->op == COPY && !b->reads && bad;
}

void cl_ni_command_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    const unsigned line = word / CL_NI_LINE_WORDS, i = word % CL_NI_LINE_WORDS;
    struct cl_ni_buffer *b = j->line[line].buffer;
    uint32_t w[CL_NI_LINE_WORDS];
    if (!tn_scope_judge(&j->all, N_CMD_3,
                        !b->busy || b->left <= AHEAD_BYTES || stops(j, b, AHEAD_BYTES + CL_LINE),
                        "no store to a busy buffer", "one to line %u, %u bytes before its end",
                        line, b->left))
        return;
    cl_ni_set(j, word, value);
    if (i < 4)
        b->stored |= (uint8_t)(1u << i);
    if (b->stored != ALL_STORED)
        return;
    for (unsigned n = 0; n < CL_NI_LINE_WORDS; n++)
        w[n] = j->word[line * CL_NI_LINE_WORDS + n].is;
    cl_ni_command_leave(j, line);
    *b = (struct cl_ni_buffer){.line = line,
                               .op = (uint8_t)(w[0] >> 28),
                               .size = w[0] & 0xfffff,
                               .busy = true,
                               .ran = true,
                               .at = {j->c_since, j->c_since}};
    memcpy(b->data, w + 4, sizeof b->data);
    b->left = b->size;
    const enum status status = start(j, w, b);
    for (unsigned n = 0; n < 4; n++)
        j->word[line * CL_NI_LINE_WORDS + n].known = false;
    if (status != AT_WORK || j->busies == WORK)
        end(j, b, status);
    else
        j->busy[j->busies++] = b;
}

void cl_ni_command_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    const struct cl_ni_buffer *b = j->line[word / CL_NI_LINE_WORDS].buffer;
    const enum status last = b->nacked ? NACKED : b->busy ? GOOD : b->status;
    const bool fresh = b->nacked && j->c_since <= b->nacked_at + SETTLE_CYC,
               late = b->ran && j->c_since <= b->ended + SETTLE_CYC;
    if (word % CL_NI_LINE_WORDS != W_STATUS) {
        tn_scope_judge(&j->all, N_SCR_1, cl_ni_may_be(j, word, value, j->c_since),
                       "the word's last store", "%08x at word %u", value, word);
        return;
    }
    tn_scope_judge(
        &j->all, N_CMD_2,
        b->busy ? value == AT_WORK ||
                      (b->left <= AHEAD_BYTES && (value == last || (fresh && value == GOOD)))
                : value == last || (late && value == AT_WORK) || (fresh && value == b->status),
        "the status of section 6", "%u at line %u, with %u bytes to go, last %u", value,
        word / CL_NI_LINE_WORDS, b->busy ? b->left : 0, last);
}

void cl_ni_command_nack(struct tn_cl_ni_judge *j, unsigned line)
{
    struct cl_ni_buffer *b = j->line[line].buffer;
    b->nacked = true;
    b->nacked_at = j->now;
}

/* Says whether the packet is the buffer's next one but for its data. */
static bool is_next(const struct cl_ni_buffer *b, const struct cl_packet *k)
{
    const struct cl_body *p = &k->body;
    const unsigned type = k->header.type;
    if (b->op == MESSAGE)
        return type == TN_cl_hdr_type_MESSAGE && p->first == b->target && p->ack == b->ack &&
               p->size == b->size;
    if (b->op == QUEUE_READ)
        return type == TN_cl_hdr_type_QUEUE_READ && p->first == b->source &&
               p->reply == b->target && p->size == b->size;
    if (p->size > b->left || p->ack != b->ack)
        return false;
    return b->reads ? type == TN_cl_hdr_type_READ && p->first == b->source && p->reply == b->target
                    : type == TN_cl_hdr_type_WRITE && p->first == b->target;
}

static bool has_data(struct tn_cl_ni_judge *j, const struct cl_ni_buffer *b,
                     const struct cl_packet *k)
{
    bool same = true;
    if (k->header.type == TN_cl_hdr_type_MESSAGE)
        for (unsigned i = 0; i < b->size / 4; i++)
            same &= cl_ni_data(k, i) == b->data[i];
    if (k->header.type == TN_cl_hdr_type_WRITE)
        for (unsigned i = 0; i < k->body.size / 4u; i++)
            same &= cl_ni_may_be(j, cl_ni_place(b->source) + i, cl_ni_data(k, i), b->at[1]);
    return same;
}

bool cl_ni_command_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    struct cl_ni_buffer *b = NULL;
    bool same = false;
    for (unsigned i = 0; i < j->busies && !same; i++) {
        struct cl_ni_buffer *n = j->busy[i];
        if (!is_next(n, k))
            continue;
        b = n;
        same = has_data(j, b, k);
    }
    if (!b)
        return false;
    tn_scope_judge(&j->all, N_CMD_1, same, "the data of the source", "others, to %08x",
                   k->body.first);
    const unsigned bytes = b->op == COPY ? k->body.size : b->left;
    b->left -= bytes;
    b->source += bytes;
    b->target += bytes;
    b->at[1] = b->at[0];
    b->at[0] = j->now;
    if (!b->left)
        end(j, b, GOOD);
    return true;
}

void cl_ni_commands(struct tn_cl_ni_judge *j)
{
    for (unsigned i = 0; i < j->busies; i++) {
        struct cl_ni_buffer *b = j->busy[i];
        const unsigned prio = b->op == QUEUE_READ || b->reads ? 2 : 1;
        const bool dead = j->quiet[prio] > MISS_CYC && j->now > b->at[0] + MISS_CYC;
        if (stops(j, b, dead ? CL_LINE : 4))
            end(j, b, PROTECTION);
        else
            tn_scope_judge(&j->all, N_CMD_1, !dead, "the buffer's next packet",
                           "none of line %u, %u bytes to go", b->line, b->left);
    }
}
