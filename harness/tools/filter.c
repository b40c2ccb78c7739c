/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A recursive-descent parser to a small postfix program.
 *
 *   or   = and { "||" and }      and = not { "&&" not }
 *   not  = "!" not | "(" or ")" | field [ comparison value ]
 */
#include "filter.h"

#include "tools.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum field {
    F_TYPE, F_ADDR, F_LEN, F_TAG, F_REQUESTER, F_COMPLETER, F_STATUS, F_TC, F_ATTR, F_FIRST_BE,
    F_LAST_BE, F_BYTE_COUNT, F_LOWER_ADDR, F_CODE, F_BYTES, F_PACKET, F_CYCLE, F_PORT, F_DIR,
    F_POINT, F_EP, F_TD, FIELDS
};
static const char *const field_names[FIELDS] = {
    "type", "addr", "len", "tag", "requester", "completer", "status", "tc", "attr", "first_be",
    "last_be", "byte_count", "lower_addr", "code", "bytes", "packet", "cycle", "port", "dir",
    "point", "ep", "td",
};

enum op { OP_EQ, OP_NE, OP_LE, OP_GE, OP_LT, OP_GT, OP_AND, OP_OR, OP_NOT };
enum { STEPS_MAX = 128, NEST_MAX = 32 };

struct step {
    enum op op;
    enum field field;
    uint64_t value;
};

struct tn_filter {
    size_t n;
    struct step steps[STEPS_MAX];
};

struct parser {
    const char *text, *at;
    struct tn_filter *out;
    char *err;
    size_t err_size;
    int depth;
};

static bool fail(struct parser *p, const char *what)
{
    if (!*p->err)
        snprintf(p->err, p->err_size, "filter column %zu: %s", (size_t)(p->at - p->text) + 1, what);
    return false;
}

static void blanks(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool take(struct parser *p, const char *word)
{
    blanks(p);
    if (strncmp(p->at, word, strlen(word)) != 0)
        return false;
    p->at += strlen(word);
    return true;
}

static bool emit(struct parser *p, struct step s)
{
    if (p->out->n == STEPS_MAX)
        return fail(p, "expression too long");
    p->out->steps[p->out->n++] = s;
    return true;
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

static bool value(struct parser *p, enum field field, uint64_t *out)
{
    blanks(p);
    size_t n = word_length(p->at);
    char word[32];
    if (n == 0 || n >= sizeof word)
        return fail(p, "a value is missing");
    memcpy(word, p->at, n);
    word[n] = 0;
    if (field == F_TYPE)
        for (int k = 0; k < TN_TLP_KINDS; k++)
            if (strcasecmp(word, tn_tlp_name((enum tn_tlp_kind)k)) == 0) {
                *out = (uint64_t)k;
                p->at += n;
                return true;
            }
    if (!tn_number(word, UINT64_MAX, out))
        return fail(p, field == F_TYPE ? "not a TLP type" : "not a number");
    p->at += n;
    return true;
}

static bool comparison(struct parser *p)
{
    static const char *const ops[] = {"==", "!=", "<=", ">=", "<", ">"};
    struct step s = {.op = OP_NE, .value = 0};
    blanks(p);
    size_t n = word_length(p->at);
    int f = 0;
    while (f < FIELDS && (strlen(field_names[f]) != n || strncmp(field_names[f], p->at, n) != 0))
        f++;
    if (f == FIELDS)
        return fail(p, n ? "no such field" : "a field is missing");
    p->at += n;
    s.field = (enum field)f;
    for (int i = 0; i < 6; i++)
        if (take(p, ops[i])) {
            s.op = (enum op)i;
            if (!value(p, s.field, &s.value))
                return false;
            break;
        }
    return emit(p, s);
}

static bool any_of(struct parser *p);

static bool negation(struct parser *p)
{
    bool ok;
    if (p->depth == NEST_MAX)
        return fail(p, "nested too deep");
    p->depth++;
    blanks(p);
    if (p->at[0] == '!' && p->at[1] != '=') {
        p->at++;
        ok = negation(p) && emit(p, (struct step){.op = OP_NOT});
    } else if (take(p, "(")) {
        ok = any_of(p) && (take(p, ")") || fail(p, "')' is missing"));
    } else {
        ok = comparison(p);
    }
    p->depth--;
    return ok;
}

static bool all_of(struct parser *p)
{
    if (!negation(p))
        return false;
    while (take(p, "&&"))
        if (!negation(p) || !emit(p, (struct step){.op = OP_AND}))
            return false;
    return true;
}

static bool any_of(struct parser *p)
{
    if (!all_of(p))
        return false;
    while (take(p, "||"))
        if (!all_of(p) || !emit(p, (struct step){.op = OP_OR}))
            return false;
    return true;
}

struct tn_filter *tn_filter_parse(const char *text, char *err, size_t err_size)
{
    struct tn_filter *f = calloc(1, sizeof *f);
    struct parser p = {text, text, f, err, err_size, 0};
    err[0] = 0;
    if (!f) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    if (any_of(&p)) {
        blanks(&p);
        if (!*p.at)
            return f;
        fail(&p, "unexpected text");
    }
    free(f);
    return NULL;
}

/* The field's value; false when the event has no such field. */
static bool field_value(enum field f, const struct tn_event *ev, bool is_tlp,
                        const struct tn_tlp *t, uint64_t *v)
{
    bool cpl = is_tlp && tn_tlp_is_completion(t->kind);
    switch (f) {
    case F_BYTES: *v = ev->orig_len; return true;
    case F_PACKET: *v = ev->packet; return true;
    case F_CYCLE: *v = ev->cycle; return true;
    case F_PORT: *v = ev->port; return true;
    case F_DIR: *v = ev->dir; return true;
    case F_POINT: *v = ev->point; return true;
    case F_TYPE: *v = t->kind; return is_tlp;
    case F_ADDR: *v = t->addr; return is_tlp && !cpl;
    case F_LEN: *v = t->length_dw; return is_tlp;
    case F_TAG: *v = t->tag; return is_tlp;
    case F_REQUESTER: *v = t->requester; return is_tlp;
    case F_COMPLETER: *v = t->completer; return cpl;
    case F_STATUS: *v = t->status; return cpl;
    case F_TC: *v = t->tc; return is_tlp;
    case F_ATTR: *v = t->attr; return is_tlp;
    case F_FIRST_BE: *v = t->first_be; return is_tlp && !cpl;
    case F_LAST_BE: *v = t->last_be; return is_tlp && !cpl;
    case F_BYTE_COUNT: *v = t->byte_count; return cpl;
    case F_LOWER_ADDR: *v = t->lower_addr; return cpl;
    case F_CODE: *v = t->msg_code; return is_tlp && (t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD);
    case F_EP: *v = t->ep; return is_tlp;
    case F_TD: *v = t->td; return is_tlp;
    default: return false;
    }
}

static bool compare(enum op op, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_EQ: return a == b;
    case OP_NE: return a != b;
    case OP_LE: return a <= b;
    case OP_GE: return a >= b;
    case OP_LT: return a < b;
    default: return a > b;
    }
}

bool tn_filter_match(const struct tn_filter *f, const struct tn_event *ev)
{
    bool stack[STEPS_MAX + 1] = {false};
    size_t top = 0;
    struct tn_event e;
    struct tn_tlp t = {0};
    bool is_tlp = tn_event_tlp(ev, &e, &t);
    for (size_t i = 0; i < f->n; i++) {
        const struct step *s = &f->steps[i];
        uint64_t v = 0;
        switch (s->op) {
        case OP_NOT:
            stack[top - 1] = !stack[top - 1];
            break;
        case OP_AND:
            top--;
            stack[top - 1] = stack[top - 1] && stack[top];
            break;
        case OP_OR:
            top--;
            stack[top - 1] = stack[top - 1] || stack[top];
            break;
        default:
            stack[top++] = field_value(s->field, ev, is_tlp, &t, &v) && compare(s->op, v, s->value);
            break;
        }
    }
    return stack[0];
}

void tn_filter_free(struct tn_filter *f)
{
    free(f);
}
