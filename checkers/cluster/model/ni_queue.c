/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Queues: items meet reads, both in the order in which they came (cl_ni.md 8).
 */
#include "ni.h"

#include <stdlib.h>
#include <string.h>

enum { W_LEVEL, W_CAPACITY, W_HEAD, W_TAIL, W_ITEM, W_TAKE, W_EMPTY, W_ERRORS };
enum { CAPACITY_MOST = 1023, ITEM_LEAST = 4, ITEM_MOST = 28 };

static struct cl_ni_queue *queue_of(const struct tn_cl_ni_judge *j, unsigned word)
{
    return j->line[word / CL_NI_LINE_WORDS].queue;
}

static uint32_t config(const struct tn_cl_ni_judge *j, unsigned word, unsigned i)
{
    return j->word[word / CL_NI_LINE_WORDS * CL_NI_LINE_WORDS + i].is;
}

void cl_ni_queue_new(struct tn_cl_ni_judge *j, unsigned line)
{
    struct cl_ni_queue *q = j->line[line].queue;
    if (!q)
        q = j->line[line].queue = malloc(sizeof *q);
    if (!q) {
        tn_scope_close(&j->all);
        return;
    }
    memset(q, 0, sizeof *q);
    tn_scope_open(&q->scope, &j->judge, &j->all);
}

/* Counts the body lines that are of state 1 and those that are not; what they hold is not judged
 * any more. */
static void body(struct tn_cl_ni_judge *j, unsigned word, unsigned *good, unsigned *bad)
{
    const unsigned line = word / CL_NI_LINE_WORDS, lines = config(j, word, W_CAPACITY);
    *good = *bad = 0;
    for (unsigned i = line + 1; i <= line + lines && lines <= CAPACITY_MOST; i++) {
        const bool is = i < CL_NI_LINES && j->line[i].state == CL_NI_PLAIN;
        *(is ? good : bad) += 1;
        for (unsigned w = 0; is && w < CL_NI_LINE_WORDS; w++)
            j->word[i * CL_NI_LINE_WORDS + w].known = false;
    }
}

bool cl_ni_queue_faults(const struct tn_cl_ni_judge *j, unsigned word)
{
    const unsigned line = word / CL_NI_LINE_WORDS, lines = config(j, word, W_CAPACITY);
    for (unsigned i = line + 1; i <= line + lines; i++)
        if (i >= CL_NI_LINES || j->line[i].state != CL_NI_PLAIN)
            return true;
    return false;
}

/* Says whether a packet may be judged: the queue has a right configuration, and all its body lines
 * or none. refused: none. */
static bool usable(struct tn_cl_ni_judge *j, unsigned word, bool *refused)
{
    struct cl_ni_queue *q = queue_of(j, word);
    const uint32_t lines = config(j, word, W_CAPACITY), item = config(j, word, W_ITEM);
    unsigned good, bad;
    body(j, word, &good, &bad);
    *refused = !good;
    if ((good && bad) || lines < 1 || lines > CAPACITY_MOST || item < ITEM_LEAST ||
        item > ITEM_MOST)
        tn_scope_close(&q->scope);
    q->changed = j->now;
    return tn_scope_is_open(&q->scope);
}

/* Says whether an item, or a read, certainly finds a place: those of the other kind that come
 * before its effect only make more room. */
static bool has_room(const struct tn_cl_ni_judge *j, unsigned word, bool item)
{
    const struct cl_ni_queue *q = queue_of(j, word);
    return (item ? q->item_in - q->item_out : q->read_in - q->read_out) <
           config(j, word, W_CAPACITY);
}

static struct cl_ni_item *put(struct cl_ni_queue *q, bool item, bool sure, uint64_t now)
{
    uint64_t *in = item ? &q->item_in : &q->read_in;
    if (*in - (item ? q->item_out : q->read_out) == ROW) {
        tn_scope_close(&q->scope);
        return NULL;
    }
    struct cl_ni_item *n = &(item ? q->item : q->read)[(*in)++ % ROW];
    *n = (struct cl_ni_item){.came = now, .sure = sure};
    return n;
}

/* Takes an item or a read out of its row. */
static struct cl_ni_item take(struct cl_ni_queue *q, bool item, uint64_t n)
{
    struct cl_ni_item *row = item ? q->item : q->read;
    uint64_t *out = item ? &q->item_out : &q->read_out;
    const struct cl_ni_item taken = row[n % ROW];
    for (; n > *out; n--)
        row[n % ROW] = row[(n - 1) % ROW];
    ++*out;
    return taken;
}

void cl_ni_enqueue(struct tn_cl_ni_judge *j, unsigned word, const struct cl_packet *k)
{
    struct cl_ni_queue *q = queue_of(j, word);
    const struct cl_body *b = &k->body;
    const bool told = b->ack && !cl_ni_here(j, b->ack), length = b->size > config(j, word, W_ITEM);
    bool refused;
    if (!usable(j, word, &refused) || refused) {
        if (tn_scope_is_open(&q->scope))
            cl_ni_refuse(j, b->ack, b->size);
        else if (told)
            cl_ni_owe(j, TN_cl_hdr_type_ACK, b->ack, 0, b->size, 0)->either = true;
        return;
    }
    const bool sure = has_room(j, word, true);
    q->errors += length;
    if (length) {
        if (b->ack)
            cl_ni_owe(j, TN_cl_hdr_type_NACK, b->ack, TN_cl_nack_cause_LENGTH, b->size, 0);
        return;
    }
    struct cl_ni_item *n = put(q, true, sure, j->now);
    if (!sure && !told)
        tn_scope_close(&q->scope);
    if (!n || !tn_scope_is_open(&q->scope))
        return;
    n->words = b->size / 4;
    for (unsigned i = 0; i < n->words; i++)
        n->data[i] = cl_ni_data(k, i);
    struct cl_ni_owed *o = b->ack ? cl_ni_owe(j, TN_cl_hdr_type_ACK, b->ack, 0, b->size, 0) : NULL;
    if (o) {
        o->either = !sure;
        o->queue = word + 1;
        o->item = n->came;
    }
}

void cl_ni_dequeue(struct tn_cl_ni_judge *j, unsigned word, const struct cl_packet *k)
{
    struct cl_ni_queue *q = queue_of(j, word);
    bool refused;
    if (!usable(j, word, &refused) || refused) {
        if (tn_scope_is_open(&q->scope))
            cl_ni_refuse(j, k->body.reply, k->body.size);
        return;
    }
    const bool sure = has_room(j, word, false);
    if (!sure && cl_ni_here(j, k->body.reply))
        tn_scope_close(&q->scope);
    struct cl_ni_item *n = put(q, false, sure, j->now);
    if (n) {
        n->to = k->body.reply;
        n->words = k->body.size / 4;
    }
}

/* Says whether the packet is the answer to a read by an item. */
static bool answers(const struct cl_ni_item *item, const struct cl_packet *k, unsigned words)
{
    bool same = k->body.size == 4 * (item->words < words ? item->words : words);
    for (unsigned i = 0; i < k->body.size / 4u && same; i++)
        same = cl_ni_data(k, i) == item->data[i];
    return same;
}

/* The first item was refused, since a later one is given: its answer must be a NACK. */
static void is_refused(struct tn_cl_ni_judge *j, struct cl_ni_queue *q)
{
    const struct cl_ni_item n = take(q, true, q->item_out);
    q->errors++;
    for (unsigned i = 0; i < OWED; i++) {
        struct cl_ni_owed *o = &j->owed[i];
        if (!o->open || !o->queue || queue_of(j, o->queue) != q || o->item != n.came)
            continue;
        o->either = false;
        o->type = TN_cl_hdr_type_NACK;
        o->cause = TN_cl_nack_cause_FULL;
    }
}

/* Gives the read that the packet answers the first item; those before that are not certain were
 * refused, and their answers tell. Returns whether the queue has such a read. */
static bool gives(struct tn_cl_ni_judge *j, struct cl_ni_queue *q, const struct cl_packet *k)
{
    uint64_t r = q->read_out, i = q->item_out;
    while (r < q->read_in && !q->read[r % ROW].sure && q->read[r % ROW].to != k->body.first)
        r++;
    if (r == q->read_in || q->read[r % ROW].to != k->body.first)
        return false;
    while (i < q->item_in && !q->item[i % ROW].sure &&
           !answers(&q->item[i % ROW], k, q->read[r % ROW].words))
        i++;
    tn_scope_judge(&q->scope, N_QUE_1,
                   i < q->item_in && answers(&q->item[i % ROW], k, q->read[r % ROW].words),
                   "the first item to the first read", "another to %08x", k->body.first);
    while (i < q->item_in && q->item_out < i)
        is_refused(j, q);
    if (i < q->item_in)
        take(q, true, i);
    take(q, false, r);
    q->changed = j->now;
    return true;
}

bool cl_ni_queue_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    bool closed = false, late = false;
    for (unsigned i = 0; i < CL_NI_LINES && !k->body.ack; i++) {
        struct cl_ni_queue *q = j->line[i].queue;
        if (j->line[i].state != CL_NI_MRQ && j->line[i].state != CL_NI_SRQ)
            continue;
        closed |= !tn_scope_is_open(&q->scope);
        if (tn_scope_is_open(&q->scope) && gives(j, q, k))
            return true;
        for (uint64_t r = q->read_out; r < q->read_in; r++)
            late |= q->read[r % ROW].to == k->body.first;
    }
    if (late)
        tn_scope_judge(&j->all, N_QUE_1, closed, "the first item to the first read",
                       "an answer to a later read, to %08x", k->body.first);
    return closed || late;
}

bool cl_ni_queue_full(struct tn_cl_ni_judge *j, const struct cl_packet *k)
{
    for (unsigned i = 0; i < CL_NI_LINES; i++) {
        struct cl_ni_queue *q = j->line[i].queue;
        if (j->line[i].state != CL_NI_MRQ && j->line[i].state != CL_NI_SRQ)
            continue;
        if (!tn_scope_is_open(&q->scope))
            return true;
        for (uint64_t r = q->read_out; r < q->read_in; r++)
            if (q->read[r % ROW].to == k->body.first && !q->read[r % ROW].sure &&
                q->read[r % ROW].words * 4 == k->body.value &&
                k->body.cause == TN_cl_nack_cause_PROTECTION) {
                take(q, false, r);
                q->errors++;
                return true;
            }
    }
    return false;
}

void cl_ni_queue_told(struct tn_cl_ni_judge *j, const struct cl_ni_owed *o, bool accepted)
{
    struct cl_ni_queue *q = o->queue ? queue_of(j, o->queue) : NULL;
    uint64_t before = 0; /* items that are in the queue, or were given to a read that waits */
    for (uint64_t i = q ? q->item_out : 0; q && i < q->item_in; i++) {
        struct cl_ni_item *n = &q->item[i % ROW];
        if (n->came != o->item) {
            before += n->sure;
            continue;
        }
        tn_scope_judge(
            &q->scope, N_QUE_2,
            !accepted || before < q->read_in - q->read_out + config(j, o->queue, W_CAPACITY),
            "NACK 1 of a full queue", "an ACK from line %u", o->queue / CL_NI_LINE_WORDS);
        n->sure = true;
        if (!accepted)
            take(q, true, i);
        q->errors += !accepted;
        q->changed = j->now;
        return;
    }
}

/* A load of w5: the first item that no read waits for, or 0 when there may be none. */
static void takes(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_queue *q = queue_of(j, word);
    const uint64_t items = q->item_in - q->item_out, reads = q->read_in - q->read_out;
    const uint64_t first = q->item_out + reads;
    const struct cl_ni_item *n = items > reads ? &q->item[first % ROW] : NULL;
    const bool must = n && n->sure && n->came + SETTLE_CYC < j->c_since;
    q->changed = j->now;
    if (n && n->data[0] == value) {
        if (reads)
            tn_scope_close(&q->scope);
        take(q, true, first);
        return;
    }
    tn_scope_judge(&q->scope, N_QUE_1, value == 0 && !must, n ? "the first item" : "0, it is empty",
                   "%08x from line %u", value, word / CL_NI_LINE_WORDS);
    cl_ni_set(j, word + W_EMPTY - W_TAKE, config(j, word, W_EMPTY) | 1);
}

void cl_ni_queue_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_queue *q = queue_of(j, word);
    const unsigned i = word % CL_NI_LINE_WORDS;
    const uint64_t items = q->item_in - q->item_out, reads = q->read_in - q->read_out;
    if (!tn_scope_is_open(&q->scope))
        return;
    if (i == W_TAKE)
        takes(j, word, value);
    else if (j->c_since <= q->changed + SETTLE_CYC || i == W_HEAD || i == W_TAIL)
        return;
    else if (i == W_LEVEL)
        tn_scope_judge(&q->scope, N_QUE_1,
                       value == ((items > reads ? items - reads : 0) << 16 |
                                 (reads > items ? reads - items : 0)),
                       "the items and reads that wait", "%08x", value);
    else if (i == W_ERRORS)
        tn_scope_judge(&q->scope, N_QUE_2, value == q->errors, "the number of NACKs", "%u, not %u",
                       value, q->errors);
    else
        tn_scope_judge(&j->all, N_SCR_1, cl_ni_may_be(j, word, value, j->c_since),
                       "the word's last store", "%08x at word %u", value, word);
}

void cl_ni_queue_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value)
{
    struct cl_ni_queue *q = queue_of(j, word);
    const unsigned i = word % CL_NI_LINE_WORDS;
    const bool used = q->item_in || q->read_in;
    cl_ni_set(j, word, value);
    if (i == W_ERRORS)
        q->errors = value;
    if (i == W_LEVEL || i == W_HEAD || i == W_TAIL || (i == W_CAPACITY && used))
        if (used || value)
            tn_scope_close(&q->scope);
}

bool cl_ni_queue_idle(const struct cl_ni_queue *q)
{
    return !tn_scope_is_open(&q->scope) || q->item_in == q->item_out || q->read_in == q->read_out;
}

void cl_ni_queue_meets(struct tn_cl_ni_judge *j, struct cl_ni_queue *q)
{
    const bool sure = q->item[q->item_out % ROW].sure && q->read[q->read_out % ROW].sure;
    tn_scope_judge(&q->scope, N_QUE_1,
                   cl_ni_queue_idle(q) || !sure || j->quiet[0] <= MISS_CYC ||
                       j->now <= q->changed + MISS_CYC,
                   "the item for the read", "none");
}
