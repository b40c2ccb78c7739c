/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A case file: `key = value` lines, then the body, then `expect = `.
 */
#include "parse.h"

#include <tn/dut.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tn_case_step *tn_case_step(struct tn_case_parser *p, enum tn_case_op op)
{
    struct tn_case *c = p->c;
    struct tn_case_step *s;
    if (c->step_n == TN_CASE_STEPS) {
        tn_case_fail(p, "more than %d steps", TN_CASE_STEPS);
        return NULL;
    }
    if (c->step_n == p->step_room) {
        unsigned room = p->step_room ? 2 * p->step_room : 64;
        struct tn_case_step *more = realloc(c->steps, room * sizeof *more);
        if (!more) {
            tn_case_fail(p, "out of memory");
            return NULL;
        }
        c->steps = more;
        p->step_room = room;
    }
    s = &c->steps[c->step_n++];
    *s = (struct tn_case_step){.op = op, .line = p->line, .count = 1};
    s->rule = c->rules[0];
    return s;
}

int tn_case_write(struct tn_case_parser *p, uint32_t addr, uint32_t value)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_WRITE);
    if (!s)
        return -EINVAL;
    s->addr = addr;
    s->value = value;
    return 0;
}

/* requires = FUNC_N >= 4, PORT_N == 4: words from 2 on. */
static int key_requires(struct tn_case_parser *p)
{
    static const char *const ops[] = {"==", ">=", "<="};
    for (unsigned k = 2; k < p->word_n; k += 3) {
        struct tn_case_need *need = &p->c->needs[p->c->need_n];
        uint64_t v;
        unsigned op = 0;
        int rc;
        if (p->c->need_n == TN_CASE_NEEDS)
            return tn_case_fail(p, "more than %d conditions", TN_CASE_NEEDS);
        if (k + 3 > p->word_n || strlen(p->word[k]) >= sizeof need->name)
            return tn_case_fail(p, "requires = NAME >= N, ... (also ==, <=)");
        while (op < 3 && strcmp(p->word[k + 1], ops[op]) != 0)
            op++;
        if (op == 3)
            return tn_case_fail(p, "'%.20s' is none of ==, >=, <=", p->word[k + 1]);
        char *comma = strchr(p->word[k + 2], ',');
        if (comma)
            *comma = 0;
        if ((rc = tn_case_number(p, p->word[k], p->word[k + 2], 1 << 20, &v)) < 0)
            return rc;
        snprintf(need->name, sizeof need->name, "%s", p->word[k]);
        need->op = op == 0 ? TN_CASE_EQ : op == 1 ? TN_CASE_GE : TN_CASE_LE;
        need->value = (long)v;
        p->c->need_n++;
    }
    return 0;
}

static int key_rules(struct tn_case_parser *p)
{
    int rc = 0;
    for (unsigned k = 2; k < p->word_n && rc == 0; k++) {
        if (p->c->rule_n == TN_CASE_RULES)
            return tn_case_fail(p, "more than %d rules", TN_CASE_RULES);
        rc = tn_case_rule(p, p->word[k], &p->c->rules[p->c->rule_n++]);
    }
    return rc;
}

static int key_stall(struct tn_case_parser *p)
{
    struct tn_case_step *s = tn_case_step(p, TN_CASE_STALL);
    if (!s)
        return -EINVAL;
    if (!p->c->dut[0])
        return tn_case_fail(p, "the key dut stands before a stall");
    int rc = tn_case_stream(p, p->word[1], &s->point); /* a stall belongs to a stream */
    return rc ? rc : tn_case_stall(p, strcmp(p->word[2], "=") == 0 ? 3 : 2, p->word_n, &s->stall);
}

/* spec = SECTION PARAGRAPH: where in the contract it stands. */
static int key_spec(struct tn_case_parser *p)
{
    size_t n = 0;
    for (unsigned k = 2; k < p->word_n; k++) {
        if (n + strlen(p->word[k]) + 2 > sizeof p->c->spec)
            return tn_case_fail(p, "spec of more than %zu characters", sizeof p->c->spec - 1);
        n += (size_t)snprintf(p->c->spec + n, sizeof p->c->spec - n, "%s%s", k > 2 ? " " : "",
                              p->word[k]);
    }
    return 0;
}

static int key_one(struct tn_case_parser *p)
{
    const char *key = p->word[0], *value = p->word[2];
    uint64_t v;
    int rc;
    if (p->word_n != 3)
        return tn_case_fail(p, "%.20s = takes one value", key);
    if (strcmp(key, "dut") == 0) {
        if (strlen(value) >= sizeof p->c->dut)
            return tn_case_fail(p, "dut: name of %zu characters", strlen(value));
        snprintf(p->c->dut, sizeof p->c->dut, "%s", value);
        p->dut = tn_dut_find(value);
        p->words = !p->dut        ? NULL
                   : p->dut->text ? tn_case_bench_words(p)
                                  : p->dut->words;
        return 0;
    }
    if (strcmp(key, "bug") == 0) {
        if ((rc = tn_case_number(p, "bug", value, 999, &v)) == 0)
            p->c->bug = (unsigned)v;
        return rc;
    }
    if (strcmp(key, "seed") == 0)
        return tn_case_number(p, "seed", value, UINT64_MAX, &p->c->seed);
    if (strcmp(key, "scoreboard") == 0) {
        p->c->no_board = strcmp(value, "off") == 0;
        return p->c->no_board || strcmp(value, "on") == 0
                   ? 0
                   : tn_case_fail(p, "scoreboard is on or off");
    }
    if (strcmp(key, "stalls") == 0) {
        p->c->no_stalls = strcmp(value, "off") == 0;
        return p->c->no_stalls || strcmp(value, "on") == 0 ? 0
                                                           : tn_case_fail(p, "stalls is on or off");
    }
    return tn_case_fail(
        p,
        "no key '%.40s' (dut, rules, spec, requires, stall, stalls, seed, bug, scoreboard, expect)",
        key);
}

/* expect = pass | RULE: the verdict, which ends the case. */
static int key_expect(struct tn_case_parser *p, bool *ended)
{
    size_t n = strlen(p->c->name);
    bool bad = n > 4 && strcmp(p->c->name + n - 4, "_bad") == 0;
    int rc = 0;
    if (p->word_n != 3)
        return tn_case_fail(p, "expect = pass, or one rule");
    if (strcmp(p->word[2], "pass") != 0)
        rc = tn_case_rule(p, p->word[2], &p->c->expect_rule);
    if (rc == 0 && bad != (p->c->expect_rule != NULL))
        return tn_case_fail(p, bad ? "a case that must pass is not named _bad"
                                   : "a case that must fail is named ..._bad.case");
    *ended = true;
    return rc;
}

static int one_line(struct tn_case_parser *p, bool *ended)
{
    bool assigns = p->word_n >= 2 && strcmp(p->word[1], "=") == 0;
    bool stall = strcmp(p->word[0], "stall") == 0 && p->word_n >= 3;
    if (*ended)
        return tn_case_fail(p, "nothing follows the verdict `expect = `");
    if (assigns && strcmp(p->word[0], "expect") == 0) {
        if (!p->c->rule_n || !p->c->dut[0])
            return tn_case_fail(p, "a case names its `%s = `", p->c->rule_n ? "dut" : "rules");
        return key_expect(p, ended);
    }
    if (stall)
        return key_stall(p);
    if (!assigns && (!p->c->rule_n || !p->c->dut[0]))
        return tn_case_fail(p, "the keys dut and rules stand before the first step");
    if (!assigns)
        return tn_case_body_line(p);
    if (p->word_n == 2)
        return tn_case_fail(p, "%.20s = what?", p->word[0]);
    if (strcmp(p->word[0], "rules") == 0)
        return key_rules(p);
    if (strcmp(p->word[0], "requires") == 0)
        return key_requires(p);
    if (strcmp(p->word[0], "spec") == 0)
        return key_spec(p);
    return key_one(p);
}

/* Cuts p->text into words; a # ends the line. */
static int cut(struct tn_case_parser *p)
{
    char *s = p->text;
    p->word_n = 0;
    s[strcspn(s, "#")] = 0;
    while (*(s += strspn(s, " \t\r"))) {
        if (p->word_n == CASE_WORDS)
            return tn_case_fail(p, "more than %d words on a line", CASE_WORDS);
        p->word[p->word_n++] = s;
        s += strcspn(s, " \t\r");
        if (*s)
            *s++ = 0;
    }
    return 0;
}

static int all_lines(struct tn_case_parser *p, const char *text, size_t len)
{
    bool ended = false, comment = false;
    if (len > TN_CASE_BYTES)
        return tn_case_fail(p, "longer than %d bytes", TN_CASE_BYTES);
    if (memchr(text, 0, len))
        return tn_case_fail(p, "a zero byte: not a text");
    for (size_t at = 0; at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t n = end ? (size_t)(end - (text + at)) : len - at;
        int rc;
        p->line++;
        if (n >= sizeof p->text)
            return tn_case_fail(p, "a line of more than %zu characters", sizeof p->text - 1);
        memcpy(p->text, text + at, n);
        p->text[n] = 0;
        at += n + 1;
        comment = comment || (p->text[0] == '#' && !strstr(p->text, "SPDX-"));
        if ((rc = cut(p)) < 0)
            return rc;
        if (p->word_n == 0)
            continue;
        if (!comment)
            return tn_case_fail(p, "a case begins with a comment: what is tested, and why");
        if ((rc = one_line(p, &ended)) < 0)
            return rc;
    }
    return ended ? 0 : tn_case_fail(p, "the last line `expect = pass` (or a rule) is missing");
}

int tn_case_parse(const char *path, const char *text, size_t len, struct tn_case **out,
                  char err[TN_CASE_ERROR])
{
    struct tn_case_parser *p = calloc(1, sizeof *p);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strlen(name);
    int rc;
    *out = NULL;
    err[0] = 0;
    if (p)
        p->c = calloc(1, sizeof *p->c);
    if (!p || !p->c) {
        free(p);
        snprintf(err, TN_CASE_ERROR, "%.200s:1: out of memory", path);
        return -ENOMEM;
    }
    p->path = path;
    p->err = err;
    p->c->seed = 1;
    if (n > 5 && strcmp(name + n - 5, ".case") == 0)
        n -= 5;
    memcpy(p->c->name, name, n < sizeof p->c->name ? n : sizeof p->c->name - 1);
    rc = n >= sizeof p->c->name
             ? tn_case_fail(p, "a name of more than %d characters", TN_CASE_NAME - 1)
             : all_lines(p, text, len);
    if (rc < 0)
        tn_case_free(p->c);
    else
        *out = p->c;
    for (unsigned k = 0; k < p->named_n; k++)
        free(p->named[k].packet.bytes);
    free(p);
    return rc;
}

int tn_case_read(const char *path, struct tn_case **out, char err[TN_CASE_ERROR])
{
    FILE *f = fopen(path, "r");
    char *text = f ? malloc(TN_CASE_BYTES + 1) : NULL;
    size_t n = 0;
    int rc = 0;
    *out = NULL;
    if (f && text) {
        n = fread(text, 1, TN_CASE_BYTES + 1, f);
        rc = ferror(f) ? -errno : 0;
    } else {
        rc = f ? -ENOMEM : errno ? -errno : -EIO;
    }
    if (f)
        fclose(f);
    if (rc < 0)
        snprintf(err, TN_CASE_ERROR, "%.200s:0: %s", path, strerror(-rc));
    else
        rc = tn_case_parse(path, text, n, out, err);
    free(text);
    return rc;
}

void tn_case_free(struct tn_case *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->step_n; i++)
        for (unsigned k = 0; k < TN_CASE_ALTERNATIVES; k++)
            free(c->steps[i].tlp[k].bytes);
    free(c->steps);
    free(c);
}
