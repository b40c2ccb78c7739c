/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Each word of an output is held against the packets that the model has at the heads of
 * the inputs' queues for it: at the header all of them, then those that agreed so far. A
 * header from further back in a queue sets aside what stands before it: late when it
 * comes, lost when it does not. So one difference is told once, and what follows is
 * judged for itself.
 */
#include <tn/exanet/exa_xbar_board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = TN_EXA_XBAR_PORTS, WAITING = 256 };

/* A packet that a later one of its input overtook. */
struct overtaken {
    struct overtaken *next;
    struct tn_exa_xbar_packet k;
};

struct tn_exa_xbar_board {
    struct tn_exa_xbar *model;
    struct tn_exa_xbar_params par;
    struct {
        uint32_t from;  /* inputs whose packet this may be; 0: none is under way */
        unsigned words; /* of it so far */
        bool lost;      /* one of its words was wrong: those that follow are not judged */
        int wrong;      /* with lost: the input whose packet it is, or -1 */
        /* headers taken for it and not yet sent, of the last WAITING: to tell a packet that
         * overtakes from one that nobody sent */
        struct {
            unsigned in;
            struct tn_exa_word header;
        } waiting[WAITING];
        unsigned waiting_n;
    } out[PORTS];
    struct overtaken *overtaken;
    uint64_t finished; /* cycle */
    unsigned long matched;
    tn_verdict_fn *fn;
    void *ctx;
};

struct tn_exa_xbar_board *tn_exa_xbar_board_new(struct tn_exa_xbar *model,
                                                const struct tn_exa_xbar_params *params,
                                                tn_verdict_fn *fn, void *ctx)
{
    struct tn_exa_xbar_board *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->model = model;
    b->par = *params;
    b->fn = fn;
    b->ctx = ctx;
    return b;
}

void tn_exa_xbar_board_free(struct tn_exa_xbar_board *b)
{
    while (b && b->overtaken) {
        struct overtaken *o = b->overtaken;
        b->overtaken = o->next;
        free(o);
    }
    free(b);
}

static void tell(struct tn_exa_xbar_board *b, const char *rule, uint64_t cycle, const char *expected,
                 const char *found)
{
    struct tn_verdict v = {.kind = TN_VERDICT_FAIL, .rule = rule, .packet = b->matched, .cycle = cycle};
    snprintf(v.expected, sizeof v.expected, "%s", expected);
    snprintf(v.found, sizeof v.found, "%s", found);
    b->fn(b->ctx, &v);
}

static const char *kind_name(unsigned kind)
{
    return kind == TN_EXA_HDR ? "header" : kind == TN_EXA_PLD ? "payload" : "footer";
}

/* A word as a number, the way pages write it. */
static void word_text(char out[TN_VERDICT_TEXT], unsigned port, const struct tn_exa_word *w)
{
    int n = snprintf(out, TN_VERDICT_TEXT, "m_exa%u %s ", port, kind_name(w->kind));
    for (int i = EXA_WORD - 1; i >= 0; i--)
        n += snprintf(out + n, TN_VERDICT_TEXT - (size_t)n, "%02x", w->data[i]);
}

void tn_exa_xbar_board_in(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                          const struct tn_exa_word *w)
{
    struct tn_exa_xbar_step step = {.out = -1};
    int rc = tn_exa_xbar_word(b->model, port, w, cycle, &step);
    if (rc == 0 && step.out >= 0 && w->kind == TN_EXA_HDR && b->out[step.out].waiting_n < WAITING) {
        unsigned k = b->out[step.out].waiting_n++;
        b->out[step.out].waiting[k].in = port;
        b->out[step.out].waiting[k].header = *w;
    }
    if (rc < 0)
        tell(b, "EXX-ORD-2", cycle, "room in the model", "none: the verdicts that follow mean nothing");
}

/* The oldest of input in has left. */
static void forget_waiting(struct tn_exa_xbar_board *b, unsigned in, unsigned out)
{
    unsigned k = 0, n = b->out[out].waiting_n;
    while (k < n && b->out[out].waiting[k].in != in)
        k++;
    if (k == n)
        return;
    memmove(&b->out[out].waiting[k], &b->out[out].waiting[k + 1],
            (n - k - 1) * sizeof b->out[out].waiting[0]);
    b->out[out].waiting_n--;
}

/* The input that has such a header for out, not at its head; or -1. */
static int waits(const struct tn_exa_xbar_board *b, unsigned out, const struct tn_exa_word *header)
{
    for (unsigned k = 0; k < b->out[out].waiting_n; k++)
        if (tn_exa_word_same(&b->out[out].waiting[k].header, header))
            return (int)b->out[out].waiting[k].in;
    return -1;
}

/* The head of the queue has left, as it should or otherwise. */
static void take(struct tn_exa_xbar_board *b, unsigned in, unsigned out)
{
    tn_exa_xbar_take(b->model, in, out);
    forget_waiting(b, in, out);
}

/* Sets aside what stands before this header. */
static void overtake(struct tn_exa_xbar_board *b, unsigned in, unsigned out, const struct tn_exa_word *header)
{
    const struct tn_exa_xbar_packet *k;
    while ((k = tn_exa_xbar_head(b->model, in, out)) != NULL && k->ended &&
           !tn_exa_word_same(&k->word[0], header)) {
        struct overtaken *o = malloc(sizeof *o), **end = &b->overtaken;
        if (!o)
            return;
        o->next = NULL;
        o->k = *k;
        while (*end)
            end = &(*end)->next;
        *end = o;
        take(b, in, out);
    }
}

/* Is it the header of one that was overtaken? It is not missed any more. */
static bool comes_late(struct tn_exa_xbar_board *b, unsigned out, const struct tn_exa_word *header)
{
    for (struct overtaken **at = &b->overtaken; *at; at = &(*at)->next)
        if ((*at)->k.out == out && tn_exa_word_same(&(*at)->k.word[0], header)) {
            struct overtaken *o = *at;
            *at = o->next;
            free(o);
            return true;
        }
    return false;
}

/* Inputs with a packet for out that has word w at place at, of those in mask. */
static uint32_t agree(const struct tn_exa_xbar_board *b, unsigned out, uint32_t mask, unsigned at,
                      const struct tn_exa_word *w)
{
    uint32_t same = 0;
    for (unsigned in = 0; in < b->par.port_n; in++) {
        const struct tn_exa_xbar_packet *k = mask >> in & 1 ? tn_exa_xbar_head(b->model, in, out) : NULL;
        if (k && at < k->word_n && tn_exa_word_same(&k->word[at], w))
            same |= 1u << in;
    }
    return same;
}

/* A header that nobody has for this output. */
static void tell_header(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                        const struct tn_exa_word *w)
{
    static const char *const routes[] = {"EXX-RTE-1", "EXX-RTE-2", "EXX-RTE-3", "EXX-RTE-4",
                                         "EXX-DEAD-1", "EXX-RTE-5"};
    char expected[TN_VERDICT_TEXT], found[TN_VERDICT_TEXT];
    word_text(found, port, w);
    if (comes_late(b, port, w)) {
        tell(b, "EXX-ORD-1", cycle, "this before later packets of its input", found);
        return;
    }
    for (unsigned out = 0; out < b->par.port_n; out++) {
        struct exa_packet k;
        const uint32_t own = tn_exa_xbar_read(b->model, 0x008);
        if (!agree(b, out, UINT32_MAX, 0, w))
            continue;
        tn_exa_word_header(w->data, &k);
        const uint32_t dst = exa_node_bits(k.dst);
        const unsigned line = exa_board_of(dst) != exa_board_of(own) ? (exa_node_of(own).fpga ? 0 : 1)
                              : dst != own ? 2
                              : !exa_is_peripheral(k.addr) ? 3
                              : exa_peripheral(k.addr) == EXA_P_DEAD ? 4 : 5;
        snprintf(expected, sizeof expected, "at output %u", out);
        tell(b, routes[line], cycle, expected, found);
        return;
    }
    tell(b, "EXX-ORD-2", cycle, "the next header of an input for this output", found);
}

/* The wrong word at place at of a packet. */
static void tell_word(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle, uint32_t from,
                      unsigned at, const struct tn_exa_word *w)
{
    char expected[TN_VERDICT_TEXT] = "no further word", found[TN_VERDICT_TEXT];
    unsigned in = 0;
    while (!(from >> in & 1))
        in++;
    const struct tn_exa_xbar_packet *k = tn_exa_xbar_head(b->model, in, port);
    bool zeros = k && k->broken && at + 1 == k->word_n;
    if (k && at < k->word_n)
        word_text(expected, port, &k->word[at]);
    word_text(found, port, w);
    tell(b, zeros ? "EXX-BRK-1" : w->kind == TN_EXA_HDR ? "EXX-ARB-2" : "EXX-ORD-2", cycle, expected, found);
}

void tn_exa_xbar_board_out(struct tn_exa_xbar_board *b, unsigned port, uint64_t cycle,
                           const struct tn_exa_word *w)
{
    uint32_t was = b->out[port].from;
    unsigned at = was ? b->out[port].words : 0;
    uint32_t from;
    if (b->out[port].lost) {
        int in = b->out[port].wrong;
        const struct tn_exa_xbar_packet *k = in >= 0 ? tn_exa_xbar_head(b->model, (unsigned)in, port) : NULL;
        if (w->kind != TN_EXA_PLD && k && k->ended) { /* it has ended here, too */
            take(b, (unsigned)in, port);
            b->out[port].wrong = -1;
        }
        if (w->kind != TN_EXA_HDR)
            return;
    }
    b->out[port].lost = false;
    from = agree(b, port, was ? was : UINT32_MAX, at, w);
    if (!from && !was && w->kind == TN_EXA_HDR && waits(b, port, w) >= 0) {
        overtake(b, (unsigned)waits(b, port, w), port, w);
        from = agree(b, port, UINT32_MAX, at, w);
    }
    if (!from) {
        b->out[port].wrong = -1;
        if (was) {
            tell_word(b, port, cycle, was, at, w);
            b->out[port].wrong = __builtin_ctz(was);
        }
        else if (w->kind == TN_EXA_HDR)
            tell_header(b, port, cycle, w);
        else
            tell(b, "EXX-CHN-3", cycle, "a header first", kind_name(w->kind));
        b->out[port].from = 0;
        b->out[port].lost = true;
        return;
    }
    b->out[port].from = from;
    b->out[port].words = at + 1;
    for (unsigned in = 0; in < b->par.port_n; in++) {
        const struct tn_exa_xbar_packet *k = from >> in & 1 ? tn_exa_xbar_head(b->model, in, port) : NULL;
        if (k && k->ended && k->word_n == at + 1) {
            take(b, in, port);
            b->matched++;
            b->out[port].from = 0;
            return;
        }
    }
}

static const char *const cause_rules[] = {"EXX-ORD-2", "EXX-CRC-1", "EXX-MAL-1", "EXX-RTE-6",
                                          "EXX-LOOP-1", "EXX-BRK-1", "EXX-STR-1"};

void tn_exa_xbar_board_drop(struct tn_exa_xbar_board *b, uint64_t cycle, unsigned port, unsigned cause)
{
    enum tn_exa_xbar_cause want = tn_exa_xbar_drop(b->model, port);
    char expected[TN_VERDICT_TEXT], found[TN_VERDICT_TEXT];
    if (want == cause)
        return;
    snprintf(expected, sizeof expected, want ? "cause %u" : "nothing dropped", (unsigned)want);
    snprintf(found, sizeof found, "input %u: cause %u", port, cause);
    tell(b, want != TN_EXA_XBAR_FORWARDED ? cause_rules[want] : cause <= 6 ? cause_rules[cause] : "EXX-ORD-2",
         cycle, expected, found);
}

unsigned tn_exa_xbar_board_pending(const struct tn_exa_xbar_board *b)
{
    return tn_exa_xbar_left(b->model);
}

void tn_exa_xbar_board_missing(struct tn_exa_xbar_board *b, tn_exa_xbar_missing_fn *fn, void *ctx)
{
    for (const struct overtaken *o = b->overtaken; o; o = o->next)
        fn(ctx, &o->k);
    for (unsigned in = 0; in < b->par.port_n; in++)
        for (unsigned out = 0; out < b->par.port_n; out++) {
            const struct tn_exa_xbar_packet *k;
            while ((k = tn_exa_xbar_head(b->model, in, out)) != NULL) {
                if (!(b->out[out].lost && b->out[out].wrong == (int)in)) /* told of already */
                    fn(ctx, k);
                b->out[out].wrong = -1;
                if (!k->ended)
                    break; /* its input stands still in it */
                take(b, in, out);
            }
        }
}

static void tell_missing(void *ctx, const struct tn_exa_xbar_packet *k)
{
    struct tn_exa_xbar_board *b = ctx;
    char text[TN_VERDICT_TEXT], found[TN_VERDICT_TEXT];
    word_text(text, k->out, &k->word[0]);
    snprintf(found, sizeof found, "lost: taken by input %u in cycle %llu", k->in,
             (unsigned long long)k->cycle);
    tell(b, "EXX-ORD-2", b->finished, text, found);
}

void tn_exa_xbar_board_finish(struct tn_exa_xbar_board *b, uint64_t cycle)
{
    char text[TN_VERDICT_TEXT];
    b->finished = cycle;
    for (unsigned in = 0; in < b->par.port_n; in++) {
        enum tn_exa_xbar_cause cause;
        while ((cause = tn_exa_xbar_drop(b->model, in)) != TN_EXA_XBAR_FORWARDED) {
            snprintf(text, sizeof text, "input %u: cause %u", in, (unsigned)cause);
            tell(b, cause_rules[cause], cycle, text, "nothing dropped");
        }
    }
    tn_exa_xbar_board_missing(b, tell_missing, b);
}

unsigned long tn_exa_xbar_board_matched(const struct tn_exa_xbar_board *b)
{
    return b->matched;
}

const char *tn_exa_xbar_channel_rule(const char *rule)
{
    static const char *const names[][2] = {{"EXA-CHN-1", "EXX-CHN-1"}, {"EXA-CHN-2", "EXX-CHN-1"},
                                           {"EXA-CHN-3", "EXX-CHN-2"}, {"EXA-CHN-4", "EXX-CHN-3"},
                                           {"EXA-CHN-5", "EXX-CHN-3"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], rule) == 0)
            return names[i][1];
    return rule;
}
