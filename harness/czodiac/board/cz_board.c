/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Expected TLPs wait in queues by direction and class; UR completions apart,
 * since their order against other completions is free. After a difference the
 * board finds its place again: a TLP that was skipped, spoilt or delivered a
 * moment ago is known when it comes after all. A skipped one that comes is out
 * of order, and lost only when it does not come while the board remembers it.
 */
#include <tn/czodiac/cz_board.h>

#include <tn/bug.h>
#include <tn/pcie/tlp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TO_USR = 0, TO_DEV = 1, Q_UR = 3, QUEUES = 4 };

struct item {
    struct item *next;
    uint64_t packet;       /* the TLP that caused it */
    unsigned long posted;  /* P of this direction that came before */
    uint64_t passed_by;    /* a P: the NP or CPL that left before it, 0 none */
    unsigned port;
    size_t len;
    uint8_t bytes[];
};

struct queue {
    struct item *head, **tail;
};

struct expected_reject {
    unsigned cause, port;
};
enum { REJECTS = 4096, POSTED_KEPT = 256, LOOK = 64, PAST = 32, COMPLETER = 0x008 /* the register */ };

/* What lately became of expected TLPs of one queue. */
enum end { DELIVERED, SKIPPED, SPOILT, DROPPED };
struct past {
    struct item *item;    /* owned; NULL when there was none or it came after all */
    enum end end;
    struct tn_event skip; /* the TLP that came before a SKIPPED one, in whose place a loss is told; no bytes */
};

struct tn_cz_board {
    struct tn_cz_remap *model;
    tn_verdict_fn *fn;
    void *ctx;
    struct queue q[2][QUEUES];
    struct past past[2][QUEUES][PAST]; /* rings */
    unsigned past_at[2][QUEUES];
    unsigned long posted_in[2], pending, matched;
    struct tn_cz_fate fate; /* of the TLP that came last */
    bool printed; /* one difference in full is enough */
    uint64_t posted_cycle[2][POSTED_KEPT]; /* when the last P began, a ring */
    struct expected_reject rej[2][REJECTS]; /* ring by direction of the TLP */
    unsigned rej_head[2], rej_n[2], seen_n[2];
    struct expected_reject seen[2][REJECTS]; /* obs_rej that came before the TLP's end */
    struct item *early[2]; /* so did these UR completions, oldest first */
};

struct tn_cz_board *tn_cz_board_new(struct tn_cz_remap *model, tn_verdict_fn *fn, void *ctx)
{
    struct tn_cz_board *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->model = model;
    b->fn = fn;
    b->ctx = ctx;
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < QUEUES; k++)
            b->q[d][k].tail = &b->q[d][k].head;
    return b;
}

static void say(struct tn_cz_board *b, const char *rule, const struct tn_event *ev,
                uint64_t related, const char *expected, const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .related = related};
    if (ev) {
        v.packet = ev->packet;
        v.cycle = ev->cycle;
        v.time_ns = ev->time_ns;
    }
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    b->fn(b->ctx, &v);
}

static void print_once(struct tn_cz_board *b, const uint8_t *expected, size_t expected_len,
                       const uint8_t *found, size_t found_len)
{
    if (!b->printed)
        tn_cz_print_difference(expected, expected_len, found, found_len);
    b->printed = true;
}

/* A UR completion that came before its request had ended, now that it is known
 * what it should be. */
static bool answered_early(struct tn_cz_board *b, int to, const struct tn_event *ev,
                           const struct tn_cz_fate *fate)
{
    struct item *i = b->early[to];
    if (!i)
        return false;
    b->early[to] = i->next;
    if (i->len == fate->len && memcmp(i->bytes, fate->out, i->len) == 0 &&
        (to == TO_DEV || i->port == fate->port))
        b->matched++;
    else {
        say(b, "CZR-UR-2", ev, i->packet, "the model's UR completion", "another");
        print_once(b, fate->out, fate->len, i->bytes, i->len);
    }
    free(i);
    return true;
}

static void keep_early(struct tn_cz_board *b, int to, const struct tn_event *ev)
{
    struct item **at = &b->early[to], *i = malloc(sizeof *i + ev->len);
    tn_require(i != NULL);
    *i = (struct item){.packet = ev->packet, .port = ev->port, .len = ev->len};
    memcpy(i->bytes, ev->bytes, ev->len);
    while (*at)
        at = &(*at)->next;
    *at = i;
}

/* P accepted in the outgoing direction before a UR completion was made: at the
 * first beat of its request, which may have ended much later. */
static unsigned long posted_before(const struct tn_cz_board *b, int to, uint64_t cycle)
{
    unsigned long n = b->posted_in[to];
    for (int k = 0; k < POSTED_KEPT && n > 0; k++, n--)
        if (b->posted_cycle[to][(n - 1) % POSTED_KEPT] < cycle)
            break;
    return n;
}

static void expect(struct tn_cz_board *b, int to, int queue, const struct tn_event *ev,
                   const struct tn_cz_fate *fate)
{
    if (queue == Q_UR && answered_early(b, to, ev, fate))
        return;
    struct item *i = malloc(sizeof *i + fate->len);
    tn_require(i != NULL);
    *i = (struct item){.packet = ev->packet, .port = fate->port, .len = fate->len};
    i->posted = queue == Q_UR ? posted_before(b, to, ev->cycle) : b->posted_in[to];
    memcpy(i->bytes, fate->out, fate->len);
    *b->q[to][queue].tail = i;
    b->q[to][queue].tail = &i->next;
    b->pending++;
}

static void check_reject(struct tn_cz_board *b, unsigned dir, struct expected_reject want,
                         struct expected_reject got, const struct tn_event *ev)
{
    char expected[64], found[64];
    if (want.cause == got.cause && want.port == got.port)
        return;
    snprintf(expected, sizeof expected, "dir %u cause %u port %u", dir, want.cause, want.port);
    snprintf(found, sizeof found, "cause %u port %u on obs_rej", got.cause, got.port);
    say(b, "CZR-DROP-1", ev, 0, expected, found);
}

static void expect_reject(struct tn_cz_board *b, unsigned dir, const struct tn_cz_fate *fate,
                          unsigned port, const struct tn_event *ev)
{
    struct expected_reject want = {fate->cause, dir == TN_CZ_U2D ? port : 0};
    if (b->seen_n[dir] > 0) {
        check_reject(b, dir, want, b->seen[dir][0], ev);
        memmove(&b->seen[dir][0], &b->seen[dir][1], --b->seen_n[dir] * sizeof want);
        return;
    }
    if (b->rej_n[dir] == REJECTS) {
        say(b, "CZR-DROP-1", ev, 0, "obs_rej for each reject", "none for thousands");
        return;
    }
    b->rej[dir][(b->rej_head[dir] + b->rej_n[dir]++) % REJECTS] = want;
    b->pending++;
}

void tn_cz_board_reject(struct tn_cz_board *b, uint64_t cycle, unsigned dir, unsigned cause,
                        unsigned port)
{
    struct tn_event ev = {.cycle = cycle};
    struct expected_reject got = {cause, port};
    if (b->rej_n[dir] == 0) { /* a long TLP is rejected before it has ended */
        if (b->seen_n[dir] < REJECTS)
            b->seen[dir][b->seen_n[dir]++] = got;
        return;
    }
    check_reject(b, dir, b->rej[dir][b->rej_head[dir]], got, &ev);
    b->rej_head[dir] = (b->rej_head[dir] + 1) % REJECTS;
    b->rej_n[dir]--;
    b->pending--;
}

static void came_in(struct tn_cz_board *b, enum tn_cz_dir dir, const struct tn_event *ev)
{
    struct tn_cz_fate *fate = &b->fate;
    int to = dir == TN_CZ_U2D ? TO_DEV : TO_USR;
    tn_cz_remap_tlp(b->model, dir, ev->port, ev->bytes, ev->len, fate);
    if (fate->cause != TN_CZ_FORWARDED) {
        expect_reject(b, dir, fate, ev->port, ev);
        if (fate->len)
            expect(b, !to, Q_UR, ev, fate);
        return;
    }
    expect(b, to, fate->cls, ev, fate);
    if (fate->cls == TN_CLASS_P)
        b->posted_cycle[to][b->posted_in[to]++ % POSTED_KEPT] = ev->cycle;
}

/* The rule that a difference breaks. */
static const char *rule_of(const struct item *i, const struct tn_event *ev, int to, int queue)
{
    struct tn_tlp a, f;
    tn_tlp_decode(i->bytes, i->len, i->len, &a);
    tn_tlp_decode(ev->bytes, ev->len, ev->len, &f);
    if (to == TO_USR && i->port != ev->port)
        return "CZR-ISO-1";
    if (queue == Q_UR)
        return "CZR-UR-2";
    if (a.requester != f.requester)
        return to == TO_DEV ? "CZR-RID-1" : "CZR-RID-2";
    if (to == TO_USR && tn_tlp_is_completion(a.kind) && a.completer != f.completer)
        return "CZR-RID-3";
    if (a.hdr_dw != f.hdr_dw)
        return "CZR-ADR-2";
    if (a.addr != f.addr)
        return "CZR-ADR-1";
    if (a.dest_cpu != f.dest_cpu)
        return "CZR-DST-1";
    if (a.has_digest && a.digest == ~f.digest)
        return "CZR-DIG-2";
    if (a.digest != f.digest)
        return "CZR-DIG-1";
    return "CZR-PASS-1";
}

/* Forgets what became of a TLP; one that was skipped, and has not come since, was lost. */
static void forget_past(struct tn_cz_board *b, int k, struct past *p)
{
    if (p->item && p->end == SKIPPED)
        say(b, k == Q_UR ? "CZR-UR-1" : "CZR-LOSS-1", &p->skip, p->item->packet, "a TLP",
            "nothing, or later ones before it");
    free(p->item);
    p->item = NULL;
}

/* The first TLP of the queue has ended, where ev came; it is remembered for a while. */
static void retire(struct tn_cz_board *b, int to, int k, enum end end, const struct tn_event *ev)
{
    struct queue *q = &b->q[to][k];
    struct past *p = &b->past[to][k][b->past_at[to][k]++ % PAST];
    struct item *i = q->head;
    q->head = i->next;
    if (!q->head)
        q->tail = &q->head;
    forget_past(b, k, p);
    *p = (struct past){.item = i, .end = end};
    if (ev)
        p->skip = (struct tn_event){.packet = ev->packet, .cycle = ev->cycle, .time_ns = ev->time_ns};
    b->pending--;
}

static bool same(const struct item *i, const struct tn_event *ev, int to)
{
    return i && i->len == ev->len && memcmp(i->bytes, ev->bytes, i->len) == 0 &&
           (to == TO_DEV || i->port == ev->port);
}

/* How many expected TLPs stand before this one, or -1 when it is not expected. */
static int place(const struct queue *q, const struct tn_event *ev, int to)
{
    int n = 0;
    for (const struct item *i = q->head; i && n < LOOK; i = i->next, n++)
        if (same(i, ev, to))
            return n;
    return -1;
}

/* A TLP that is not expected, and was: true when that explains it. */
static bool came_after_all(struct tn_cz_board *b, int to, int k, const struct tn_event *ev)
{
    for (unsigned n = 0; n < PAST; n++) {
        struct past *p = &b->past[to][k][n];
        if (!same(p->item, ev, to))
            continue;
        if (p->end == DELIVERED) {
            say(b, "CZR-DUP-1", ev, p->item->packet, "each TLP once", "it again");
            return true;
        }
        if (p->end == SKIPPED)
            say(b, "CZR-ORD-1", ev, p->item->packet, "the order in which they came",
                "it behind later ones");
        free(p->item);
        p->item = NULL;
        return true;
    }
    return false;
}

/* An NP or CPL leaves: every P before it that is still expected has been passed.
 * That is judged when the P comes; one that never comes was lost, not passed. */
static void mark_passed(struct tn_cz_board *b, int to, const struct item *i, const struct tn_event *ev)
{
    for (struct item *p = b->q[to][TN_CLASS_P].head; p && p->posted < i->posted; p = p->next)
        if (!p->passed_by)
            p->passed_by = ev->packet;
}

static void differ(struct tn_cz_board *b, int to, int k, const struct tn_event *ev, const char *name)
{
    const struct item *i = b->q[to][k].head;
    char found[64];
    snprintf(found, sizeof found, "%s, %u bytes, at %s", name, ev->len,
             to == TO_DEV ? "m_dev" : "m_usr");
    say(b, rule_of(i, ev, to, k), ev, i->packet, "the model's TLP", found);
    print_once(b, i->bytes, i->len, ev->bytes, ev->len);
}

/* Does a completion answer the same request as the expected one, though it may say something else? */
static bool answers_same(const struct item *expected, const struct tn_tlp *t)
{
    struct tn_tlp want;
    if (!expected)
        return false;
    tn_tlp_decode(expected->bytes, expected->len, expected->len, &want);
    return want.requester == t->requester && want.tag == t->tag;
}

/* Says whether a completion may be the block's answer to a request that is still coming in: a reject was seen whose request
 * has not ended, and the completion has status UR and the block's Completer ID. */
static bool may_be_early(const struct tn_cz_board *b, int to, const struct tn_tlp *t)
{
    return b->seen_n[to == TO_DEV ? TN_CZ_D2U : TN_CZ_U2D] > 0 && t->status == TN_CPL_UR &&
           t->completer == tn_cz_remap_read(b->model, COMPLETER);
}

/* Is a completion that is not expected as it is the next UR, rather than the next completion that passes? A completion
 * of that one's request is that one, unless the block may have made it for a request that is still under way. */
static bool is_the_ur(const struct tn_cz_board *b, int to, const struct tn_event *ev, const struct tn_tlp *t)
{
    const struct item *ur = b->q[to][Q_UR].head, *cpl = b->q[to][TN_CLASS_CPL].head;
    if (tn_tlp_has_data(t->kind) || (t->status != TN_CPL_UR && !answers_same(ur, t)))
        return false;
    return place(&b->q[to][Q_UR], ev, to) >= 0 || answers_same(ur, t) || !answers_same(cpl, t) ||
           may_be_early(b, to, t);
}

static void came_out(struct tn_cz_board *b, int to, const struct tn_event *ev)
{
    struct tn_tlp t;
    int k, before;
    tn_tlp_decode(ev->bytes, ev->len, ev->len, &t);
    k = (int)tn_tlp_class(t.kind);
    before = place(&b->q[to][k], ev, to);
    if (k == TN_CLASS_CPL && before < 0 && is_the_ur(b, to, ev, &t)) {
        if (!b->q[to][Q_UR].head) {
            keep_early(b, to, ev);
            return;
        }
        k = Q_UR;
        before = place(&b->q[to][k], ev, to);
    }
    if (before < 0 && came_after_all(b, to, k, ev))
        return;
    for (; before > 0; before--)
        retire(b, to, k, SKIPPED, ev);
    struct item *i = b->q[to][k].head;
    if (!i) {
        say(b, "CZR-DUP-1", ev, 0, "nothing", tn_tlp_name(t.kind));
        return;
    }
    if (k != TN_CLASS_P)
        mark_passed(b, to, i, ev);
    else if (i->passed_by)
        say(b, "CZR-ORD-2", ev, i->passed_by, "earlier P first", "a P behind the TLP that is named");
    if (before < 0)
        differ(b, to, k, ev, tn_tlp_name(t.kind));
    else
        b->matched++;
    retire(b, to, k, before < 0 ? SPOILT : DELIVERED, ev);
}

void tn_cz_board_event(struct tn_cz_board *b, const char *stream, const struct tn_event *ev)
{
    if (strcmp(stream, "s_usr") == 0)
        came_in(b, TN_CZ_U2D, ev);
    else if (strcmp(stream, "s_dev") == 0)
        came_in(b, TN_CZ_D2U, ev);
    else
        came_out(b, strcmp(stream, "m_dev") == 0 ? TO_DEV : TO_USR, ev);
}

unsigned long tn_cz_board_pending(const struct tn_cz_board *b)
{
    return b->pending;
}

unsigned long tn_cz_board_matched(const struct tn_cz_board *b)
{
    return b->matched;
}

/* Each TLP that was skipped is lost, the oldest first, and so is each that is still expected. */
static void lose_all(struct tn_cz_board *b, int to, int k)
{
    for (unsigned n = 0; n < PAST; n++)
        forget_past(b, k, &b->past[to][k][(b->past_at[to][k] + n) % PAST]);
    while (b->q[to][k].head)
        retire(b, to, k, SKIPPED, &(struct tn_event){.packet = b->q[to][k].head->packet});
    for (unsigned n = 0; n < PAST; n++)
        forget_past(b, k, &b->past[to][k][(b->past_at[to][k] + n) % PAST]);
}

void tn_cz_board_finish(struct tn_cz_board *b)
{
    for (int to = 0; to < 2; to++)
        for (int k = 0; k < QUEUES; k++)
            lose_all(b, to, k);
    for (int to = 0; to < 2; to++)
        while (b->early[to]) {
            struct item *i = b->early[to];
            struct tn_event ev = {.packet = i->packet};
            say(b, "CZR-DUP-1", &ev, 0, "nothing", "a UR completion");
            b->early[to] = i->next;
            free(i);
        }
    for (unsigned dir = 0; dir < 2; dir++) {
        if (b->rej_n[dir])
            say(b, "CZR-DROP-1", NULL, 0, "obs_rej for each reject", "none");
        if (b->seen_n[dir])
            say(b, "CZR-LOSS-1", NULL, 0, "a TLP forwarded", "obs_rej");
        b->rej_n[dir] = b->seen_n[dir] = 0;
    }
    b->pending = 0;
}

void tn_cz_board_free(struct tn_cz_board *b)
{
    if (!b)
        return;
    for (int to = 0; to < 2; to++)
        for (int k = 0; k < QUEUES; k++)
            while (b->q[to][k].head)
                retire(b, to, k, DROPPED, NULL);
    for (int to = 0; to < 2; to++)
        for (int k = 0; k < QUEUES; k++)
            for (int n = 0; n < PAST; n++)
                free(b->past[to][k][n].item);
    for (int to = 0; to < 2; to++)
        for (struct item *i = b->early[to], *next; i; i = next) {
            next = i->next;
            free(i);
        }
    free(b);
}
