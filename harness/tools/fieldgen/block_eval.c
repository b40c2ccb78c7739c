/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Expressions of parameters, in the words that C, Verilog and bash have in common; and the places of
 * ports in the vectors between bench and C.
 */
#include "block.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PINS_MOST = 640, PLAY_MOST = 1024, WORD = 32, WIDE = 16, DEPTH = 64 };

/* An expression on its way. */
struct expr {
    const struct block *b;
    const int64_t *values;
    const char *at;
    const char *bad; /* what is wrong; NULL: nothing so far */
    int depth;
};

static int64_t binary(struct expr *x, int level);

static int64_t operand(struct expr *x)
{
    char *end;
    int64_t v = 0;
    x->at += strspn(x->at, " \t");
    if (++x->depth > DEPTH) {
        x->bad = "is too deep";
    } else if (*x->at == '(') {
        x->at++;
        v = binary(x, 0);
        x->at += strspn(x->at, " \t");
        if (*x->at != ')' && !x->bad)
            x->bad = "a closing parenthesis is missing";
        x->at += *x->at == ')';
    } else if (isdigit((unsigned char)*x->at)) {
        v = strtol(x->at, &end, 10);
        x->at = end;
        if (v > INT32_MAX)
            x->bad = "a number is too large";
    } else {
        const size_t n = strspn(x->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
        int i = 0;
        while (i < x->b->param_n && (strlen(x->b->params[i].name) != n || strncmp(x->b->params[i].name, x->at, n) != 0))
            i++;
        if (i == x->b->param_n)
            x->bad = n ? "uses a name that no TN_PARAM has" : "is no expression";
        else
            v = x->values[i];
        x->at += n;
    }
    x->depth--;
    x->at += strspn(x->at, " \t");
    return v;
}

/* Operators, a longer one before its beginning; level: the precedence, the weakest is 0. */
enum op { OR, AND, EQ, NE, LE, GE, SHL, SHR, LT, GT, ADD, SUB, MUL, DIV, MOD, OPS };
static const struct {
    const char *text;
    int level;
} ops[OPS] = {[OR] = {"||", 0}, [AND] = {"&&", 1}, [EQ] = {"==", 2}, [NE] = {"!=", 2}, [LE] = {"<=", 3},
              [GE] = {">=", 3}, [SHL] = {"<<", 4}, [SHR] = {">>", 4}, [LT] = {"<", 3}, [GT] = {">", 3},
              [ADD] = {"+", 5}, [SUB] = {"-", 5}, [MUL] = {"*", 6}, [DIV] = {"/", 6}, [MOD] = {"%", 6}};
enum { LEVELS = 7 };

static int64_t apply(struct expr *x, enum op op, int64_t a, int64_t c)
{
    if ((op == DIV || op == MOD) && c == 0) {
        x->bad = "divides by 0";
        return 0;
    }
    if ((op == SHL || op == SHR) && (c < 0 || c > 31)) {
        x->bad = "shifts too far";
        return 0;
    }
    if (llabs(a) > INT32_MAX || llabs(c) > INT32_MAX) {
        x->bad = "is too large";
        return 0;
    }
    switch (op) {
    case OR:
        return a || c;
    case AND:
        return a && c;
    case EQ:
        return a == c;
    case NE:
        return a != c;
    case LE:
        return a <= c;
    case GE:
        return a >= c;
    case SHL:
        return a * (INT64_C(1) << c);
    case SHR:
        return a >> c;
    case LT:
        return a < c;
    case GT:
        return a > c;
    case ADD:
        return a + c;
    case SUB:
        return a - c;
    case MUL:
        return a * c;
    case DIV:
        return a / c;
    default:
        return a % c;
    }
}

static int64_t binary(struct expr *x, int level)
{
    if (level == LEVELS)
        return operand(x);
    int64_t v = binary(x, level + 1);
    while (!x->bad) {
        enum op op = 0;
        while (op < OPS && strncmp(x->at, ops[op].text, strlen(ops[op].text)) != 0)
            op++;
        if (op == OPS || ops[op].level != level)
            break;
        x->at += strlen(ops[op].text);
        v = apply(x, op, v, binary(x, level + 1));
    }
    return v;
}

const char *block_eval(const struct block *b, const int64_t *values, const char *text, int64_t *out)
{
    struct expr x = {.b = b, .values = values, .at = text};
    *out = binary(&x, 0);
    return x.bad || !*x.at ? x.bad : "is no expression";
}

/* The bits of all of a port, in the largest shape. */
static unsigned bits_of(const struct block *b, const struct block_port *p)
{
    return (unsigned)(p->most * (p->each == BLOCK_NONE ? 1 : b->eaches[p->each].most));
}

/* Outputs that must be known come first, so that words can tell; then wide ones, which so share fewer words. */
static unsigned place(struct block *b, bool in, bool known, bool wide, unsigned at)
{
    for (int i = 0; i < b->port_n; i++) {
        struct block_port *p = &b->ports[i];
        const bool is_known = !in && p->with == BLOCK_NONE;
        if (p->in != in || is_known != known || (!known && (p->most >= WIDE) != wide))
            continue;
        p->at = at;
        at += bits_of(b, p);
    }
    return at;
}

const char *block_place(struct block *b)
{
    b->known_bits = place(b, false, true, false, 1);
    b->pin_bits = place(b, false, false, true, (b->known_bits + WORD - 1) / WORD * WORD);
    b->pin_bits = place(b, false, false, false, b->pin_bits);
    b->play_bits = place(b, true, false, true, 0);
    b->play_bits = place(b, true, false, false, b->play_bits);
    return b->pin_bits > PINS_MOST    ? "the outputs of the largest shape have more than 639 bits"
           : b->play_bits > PLAY_MOST ? "the inputs of the largest shape have more than 1024 bits"
                                      : NULL;
}

unsigned block_known(const struct block *b)
{
    return (1u << ((b->known_bits + WORD - 1) / WORD)) - 1;
}

int64_t block_reg_count(const struct block *b, const struct block_reg *r)
{
    return r->each == BLOCK_NONE ? 1 : b->eaches[r->each].most;
}
