/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A recursive-descent parser to a small postfix program.
 *
 *   or   = and { "||" and }      and = not { "&&" not }
 *   not  = "!" not | "(" or ")" | field [ comparison value ]
 */
#include "filter.h"
#include "filter_value.h"

#include "tools.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum op { OP_EQ, OP_NE, OP_LE, OP_GE, OP_LT, OP_GT, OP_AND, OP_OR, OP_NOT };
enum { STEPS_MAX = 128, NEST_MAX = 32 };

struct step {
    enum op op;
    struct tn_filter_field field;
    struct tn_filter_constant constant;
};

struct tn_filter {
    void *view; /* room for the packet that is looked at */
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

static bool emit(struct parser *p, const struct step *s)
{
    if (p->out->n == STEPS_MAX)
        return fail(p, "expression too long");
    p->out->steps[p->out->n++] = *s;
    return true;
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

static bool value(struct parser *p, const struct tn_filter_field *field, struct tn_filter_constant *out)
{
    char word[32];
    const char *wrong;
    blanks(p);
    size_t n = word_length(p->at);
    while (n > 0 && p->at[n] == '.') /* coordinates */
        n += 1 + word_length(p->at + n + 1);
    if (n == 0 || n >= sizeof word)
        return fail(p, "a value is missing");
    memcpy(word, p->at, n);
    word[n] = 0;
    wrong = tn_filter_constant(field, word, out);
    if (wrong)
        return fail(p, wrong);
    p->at += n;
    return true;
}

static bool comparison(struct parser *p)
{
    static const char *const ops[] = {"==", "!=", "<=", ">=", "<", ">"};
    struct step s = {.op = OP_NE};
    blanks(p);
    size_t n = word_length(p->at);
    if (!tn_filter_field(p->at, n, &s.field))
        return fail(p, n ? "no such field" : "a field is missing");
    p->at += n;
    for (int i = 0; i < 6; i++)
        if (take(p, ops[i])) {
            s.op = (enum op)i;
            if (!value(p, &s.field, &s.constant))
                return false;
            break;
        }
    return emit(p, &s);
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
        ok = negation(p) && emit(p, &(struct step){.op = OP_NOT});
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
        if (!negation(p) || !emit(p, &(struct step){.op = OP_AND}))
            return false;
    return true;
}

static bool any_of(struct parser *p)
{
    if (!all_of(p))
        return false;
    while (take(p, "||"))
        if (!all_of(p) || !emit(p, &(struct step){.op = OP_OR}))
            return false;
    return true;
}

struct tn_filter *tn_filter_parse(const char *text, char *err, size_t err_size)
{
    struct tn_filter *f = calloc(1, sizeof *f);
    struct parser p = {text, text, f, err, err_size, 0};
    err[0] = 0;
    if (!f || !(f->view = malloc(tn_filter_view_size()))) {
        snprintf(err, err_size, "out of memory");
        free(f);
        return NULL;
    }
    if (any_of(&p)) {
        blanks(&p);
        if (!*p.at)
            return f;
        fail(&p, "unexpected text");
    }
    tn_filter_free(f);
    return NULL;
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
    struct tn_filter_view view = {.view = f->view};
    tn_filter_look(ev, &view);
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
            stack[top++] = tn_filter_value(&s->field, &view, &v) &&
                           compare(s->op, v, s->constant.value[view.face < 0 ? 0 : view.face]);
            break;
        }
    }
    return stack[0];
}

void tn_filter_free(struct tn_filter *f)
{
    if (f)
        free(f->view);
    free(f);
}
