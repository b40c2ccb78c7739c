/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A recursive-descent parser to a small postfix program.
 *
 *   or   = and { ("||" | "or") and }      and = not { ("&&" | "and") not }
 *   not  = ("!" | "not") not | "(" or ")" | field [ comparison value | "in" "(" value { "," value } ")" ]
 */
#include "filter.h"
#include "filter_value.h"

#include "tools.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum op { OP_EQ, OP_NE, OP_LE, OP_GE, OP_LT, OP_GT, OP_AND, OP_OR, OP_NOT };
enum { STEPS_MAX = 128, NEST_MAX = 32, WORD_MAX_LEN = 47 };

struct step {
    enum op op;
    struct tn_filter_field field;
    struct tn_filter_constant constant;
};

struct tn_filter {
    void *view; /* room for the packet that is looked at */
    bool seen[TN_FILTER_FACES]; /* by index of the face: packets of it were looked at */
    size_t n;
    struct step steps[STEPS_MAX];
};

struct parser {
    const char *text, *at;
    struct tn_filter *out;
    const struct tn_check_params *par;
    char *err;
    size_t err_size;
    int depth;
    char hint[200]; /* how a number was read, or "" */
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

/* Says what is wrong with a word at the place of the parser. */
static bool fail_word(struct parser *p, const char *word, const char *what)
{
    char text[128];
    snprintf(text, sizeof text, "'%s' is %s", word, what);
    return fail(p, text);
}

/* Keeps the first thing to say on how a number was read. */
static void note_reading(struct parser *p, const char *word, enum tn_filter_reading reading)
{
    if (*p->hint)
        return;
    if (reading == TN_FILTER_AS_HEX)
        snprintf(p->hint, sizeof p->hint, "filter: %s is read as 0x%s", word, word);
    else if (reading == TN_FILTER_AS_DECIMAL)
        snprintf(p->hint, sizeof p->hint,
                 "filter: %s is read as a decimal number; as packets print the field it is 0x%s", word, word);
}

/* Whether some value of the field compares so with v. */
static bool can_match(enum op op, uint64_t v, uint64_t max)
{
    switch (op) {
    case OP_LT: return v > 0;
    case OP_GT: return v < max;
    case OP_LE: return true;
    default: return v <= max;
    }
}

/* The word of a value: letters, digits, what stands in coordinates, in bus:device.function, in
 * first/last byte enables and between attributes; or all that stands in double quotes, which open.
 */
static size_t value_length(const char *s, bool quoted)
{
    size_t n = 0;
    while (s[n] && (quoted ? s[n] != '"' : isalnum((unsigned char)s[n]) || strchr("_.:/+", s[n])))
        n++;
    return n;
}

static bool value(struct parser *p, enum op op, const struct tn_filter_field *field,
                  struct tn_filter_constant *out)
{
    char word[WORD_MAX_LEN + 1];
    const char *wrong;
    enum tn_filter_reading reading;
    uint64_t max;
    blanks(p);
    const bool quoted = *p->at == '"';
    size_t n = value_length(p->at + quoted, quoted);
    if (quoted && p->at[n + 1] != '"')
        return fail(p, "'\"' is missing");
    if (n == 0 || n > WORD_MAX_LEN)
        return fail(p, n ? "a value is too long" : "a value is missing");
    memcpy(word, p->at + quoted, n);
    word[n] = 0;
    wrong = tn_filter_constant(field, word, out, &reading);
    if (wrong)
        return fail_word(p, word, wrong);
    if (out->number && tn_filter_max(field, p->par, NULL, &max) && !can_match(op, *out->value, max))
        return fail_word(p, word, "a value that no packet can match there");
    note_reading(p, word, reading);
    p->at += n + 2u * quoted;
    return true;
}

/* "(" value { "," value } ")": the field is one of them. */
static bool membership(struct parser *p, struct step *s)
{
    bool first = true;
    s->op = OP_EQ;
    if (!take(p, "("))
        return fail(p, "'(' is missing");
    do {
        if (!value(p, OP_EQ, &s->field, &s->constant) || !emit(p, s) ||
            (!first && !emit(p, &(struct step){.op = OP_OR})))
            return false;
        first = false;
    } while (take(p, ","));
    return take(p, ")") || fail(p, "')' is missing");
}

/* Takes the word when no longer word stands there. */
static bool take_word(struct parser *p, const char *word)
{
    blanks(p);
    return word_length(p->at) == strlen(word) && take(p, word);
}

static bool comparison(struct parser *p)
{
    static const char *const ops[] = {"==", "!=", "<=", ">=", "<", ">"};
    struct step s = {.op = OP_NE};
    blanks(p);
    size_t n = word_length(p->at);
    if (!tn_filter_field(p->at, n, &s.field)) {
        char name[WORD_MAX_LEN + 1];
        snprintf(name, sizeof name, "%.*s", n > WORD_MAX_LEN ? WORD_MAX_LEN : (int)n, p->at);
        return n ? fail_word(p, name, "no field of a packet") : fail(p, "a field is missing");
    }
    p->at += n;
    if (take_word(p, "in"))
        return membership(p, &s);
    for (int i = 0; i < 6; i++)
        if (take(p, ops[i])) {
            s.op = (enum op)i;
            if (!value(p, s.op, &s.field, &s.constant))
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
    if (take_word(p, "not") || (p->at[0] == '!' && p->at[1] != '=' && take(p, "!"))) {
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
    while (take(p, "&&") || take_word(p, "and"))
        if (!negation(p) || !emit(p, &(struct step){.op = OP_AND}))
            return false;
    return true;
}

static bool any_of(struct parser *p)
{
    if (!all_of(p))
        return false;
    while (take(p, "||") || take_word(p, "or"))
        if (!all_of(p) || !emit(p, &(struct step){.op = OP_OR}))
            return false;
    return true;
}

struct tn_filter *tn_filter_parse(const char *text, const struct tn_check_params *par, char *err,
                                  size_t err_size)
{
    struct tn_filter *f = calloc(1, sizeof *f);
    struct parser p = {.text = text, .at = text, .out = f, .par = par, .err = err, .err_size = err_size};
    err[0] = 0;
    if (!f || !(f->view = malloc(tn_filter_view_size()))) {
        snprintf(err, err_size, "out of memory");
        free(f);
        return NULL;
    }
    if (any_of(&p)) {
        blanks(&p);
        if (!*p.at) {
            snprintf(err, err_size, "%s", p.hint);
            return f;
        }
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

bool tn_filter_in_vain(const struct tn_filter *f, const struct tn_check_params *par, char *err, size_t err_size)
{
    uint64_t max, v;
    for (size_t i = 0; i < f->n; i++) {
        const struct step *s = &f->steps[i];
        if (s->op >= OP_AND || !s->constant.number || !tn_filter_max(&s->field, par, f->seen, &max))
            continue;
        v = *s->constant.value;
        if (can_match(s->op, v, max))
            continue;
        snprintf(err, err_size, "filter: '%llu' is a value that no packet can match there; the field goes up to %llu",
                 (unsigned long long)v, (unsigned long long)max);
        return true;
    }
    return false;
}

bool tn_filter_match(struct tn_filter *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    bool stack[STEPS_MAX + 1] = {false};
    size_t top = 0;
    struct tn_filter_view view = {.view = f->view};
    tn_filter_look(ev, par, &view);
    if (view.face >= 0)
        f->seen[view.face] = true;
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
