/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Every trace of the .vec files in vectors/<fabric>: a good one breaks no rule at all and asks the
 * named one; a bad one breaks the named rule, at the named packet, and no other. And every rule of
 * packets has both.
 */
#include "vector.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE_MAX_BYTES = 40000, FORMS_MAX = 16 };

struct trace {
    bool running, good;
    char rule[32], where[128];
    unsigned long packet, packets;
    struct tn_check_params par;
    struct tn_checker *checker;
    const struct vector_form *form;
    _Alignas(
        max_align_t) uint8_t state[VECTOR_STATE]; /* what the form keeps of the cycles before */
    unsigned named, others;
    char also[64]; /* "CPL-7@3": a second verdict that must come */
    unsigned also_n;
    char other[32];
};

static const struct vector_form *forms[FORMS_MAX];
static unsigned form_n;

void vector_form(const struct vector_form *form)
{
    if (form_n < FORMS_MAX)
        forms[form_n++] = form;
}

static unsigned traces, wrong;
enum { RULES_MAX = 1024 };
static unsigned good_of[RULES_MAX], bad_of[RULES_MAX];

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct trace *t = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    if (!t->good && strcmp(v->rule, t->rule) == 0 && v->packet == t->packet) {
        t->named++;
        return;
    }
    snprintf(t->other, sizeof t->other, "%s@%llu", v->rule, (unsigned long long)v->packet);
    if (strcmp(t->other, t->also) == 0)
        t->also_n++;
    else
        t->others++;
}

static void complain(const struct trace *t, const char *what)
{
    wrong++;
    print_message("%s: %s %s: %s\n", t->where, t->good ? "good" : "bad", t->rule, what);
}

static void end_trace(struct trace *t)
{
    if (!t->running)
        return;
    t->running = false;
    traces++;
    tn_checker_finish(t->checker);
    if (t->others)
        complain(t, t->other);
    if (t->good && tn_checker_asked(t->checker, t->rule) == 0)
        complain(t, "the rule was not asked");
    if (*t->also && t->also_n == 0)
        complain(t, "the second verdict did not come");
    if (!t->good && t->named == 0)
        complain(t, "the rule did not fire there");
    tn_checker_free(t->checker);
}

/* Three digits or letters, "442" or "zyx", counted from the character base. */
static void three(const char *text, char base, uint8_t to[3])
{
    for (unsigned i = 0; i < 3 && text[i]; i++)
        to[i] = (uint8_t)(text[i] - (base ? base : '0'));
}

static void begin_trace(struct trace *t, const struct vector_form *form, char *line,
                        const char *where)
{
    char *word = strtok(line, " \n");
    const struct tn_rule *r;
    memset(t, 0, sizeof *t);
    t->form = form;
    t->good = strcmp(word, "good") == 0;
    t->packet = 1;
    snprintf(t->where, sizeof t->where, "%s", where);
    word = strtok(NULL, " \n");
    snprintf(t->rule, sizeof t->rule, "%s", word ? word : "");
    tn_check_defaults(&t->par);
    while ((word = strtok(NULL, " \n")) != NULL) {
        unsigned long v = strchr(word, '=') ? strtoul(strchr(word, '=') + 1, NULL, 0) : 0;
        if (strncmp(word, "packet=", 7) == 0)
            t->packet = v;
        else if (strncmp(word, "also=", 5) == 0)
            snprintf(t->also, sizeof t->also, "%s", word + 5);
        else if (strncmp(word, "mps=", 4) == 0)
            t->par.mps = (uint32_t)v;
        else if (strncmp(word, "mrrs=", 5) == 0)
            t->par.mrrs = (uint32_t)v;
        else if (strncmp(word, "rcb=", 4) == 0)
            t->par.rcb = (uint32_t)v;
        else if (strncmp(word, "ext_tags=", 9) == 0)
            t->par.ext_tags = v != 0, t->par.ten_bit_tags = v == 10;
        else if (strncmp(word, "pcie=", 5) == 0)
            t->par.pcie = (uint32_t)v;
        else if (strncmp(word, "joined=", 7) == 0)
            t->par.joined = v != 0;
        else if (strncmp(word, "unordered=", 10) == 0)
            t->par.unordered = v != 0;
        else if (strncmp(word, "width=", 6) == 0)
            t->par.link_width = (uint32_t)v;
        else if (strncmp(word, "speed=", 6) == 0)
            t->par.link_speed = (uint32_t)v;
        else if (strncmp(word, "wire=", 5) == 0)
            t->par.link_wire = (uint32_t)v;
        else if (strncmp(word, "transfers=", 10) == 0)
            t->par.transfers = v != 0;
        else if (strncmp(word, "lattice=", 8) == 0)
            three(word + 8, 0, t->par.lattice);
        else if (strncmp(word, "order=", 6) == 0)
            three(word + 6, 'x', t->par.dim_order);
        else if (strncmp(word, "open=", 5) != 0)
            fail_msg("%s: unknown option %s", where, word);
    }
    r = tn_rule_find(t->rule);
    if (!r)
        fail_msg("%s: no rule %s", where, t->rule);
    (t->good ? good_of : bad_of)[tn_rule_index(r->id)]++;
    t->checker = tn_checker_new(&t->par, NULL, NULL, on_verdict, t);
    assert_non_null(t->checker);
    t->running = true;
}

/* Appends hex digits, unit bytes a word; false when word is not such a word. */
bool vector_hex(const char *word, size_t unit, uint8_t *bytes, uint32_t *len)
{
    if (strlen(word) != 2 * unit || strspn(word, "0123456789abcdef") != 2 * unit ||
        *len + unit > VECTOR_MAX)
        return false;
    for (; *word; word += 2) {
        const char two[] = {word[0], word[1], 0};
        bytes[(*len)++] = (uint8_t)strtoul(two, NULL, 16);
    }
    return true;
}

/* The form of the line's packets; a message when the first word is none of them. */
static const struct vector_unit *unit_of(const struct vector_form *f, const char *word,
                                         const char *where)
{
    const struct vector_unit *u = f->units;
    while (u && u->name && strcmp(u->name, word) != 0)
        u++;
    if (!u || !u->name)
        fail_msg("%s: no line begins with '%s'", where, word);
    return u;
}

/* Reads "key=value" words of a packet's line. False: the word is none of them. */
static bool option(const char *word, struct tn_event *ev, bool *has_point)
{
    const char *value = strchr(word, '=');
    if (strcmp(word, "fault") == 0)
        ev->flags = TN_EV_FAULT;
    if (!value)
        return strcmp(word, "fault") == 0;
    value++;
    if (strncmp(word, "dir=", 4) == 0)
        ev->dir = strcmp(value, "up") == 0 ? TN_DIR_UP : TN_DIR_DOWN;
    else if (strncmp(word, "point=", 6) == 0)
        *has_point = true, ev->point = (uint16_t)strtoul(value, NULL, 10);
    else if (strncmp(word, "port=", 5) == 0)
        ev->port = (uint8_t)strtoul(value, NULL, 10);
    else if (strncmp(word, "cycle=", 6) == 0)
        ev->cycle = strtoull(value, NULL, 10);
    else if (strncmp(word, "ns=", 3) == 0)
        ev->time_ns = strtoull(value, NULL, 10);
    else
        return false;
    return true;
}

static void one_line(struct trace *t, char *line, const char *where)
{
    static uint8_t bytes[VECTOR_MAX];
    const struct vector_form *f = t->form;
    const struct vector_unit *u;
    struct tn_event ev = {.bytes = bytes, .fabric = f->number, .packet = ++t->packets};
    bool has_point = false;
    char *word = strtok(line, " \n");
    if (f->line && f->line(&(struct vector_line){t->checker, t->state, t->packets, where}, word))
        return;
    u = unit_of(f, word, where);
    ev.unit = u->frame ? TN_UNIT_FRAME : TN_UNIT_PACKET;
    while ((word = strtok(NULL, " \n")) != NULL)
        if (!option(word, &ev, &has_point) && !vector_hex(word, u->bytes, bytes, &ev.len))
            fail_msg("%s: '%s' is no word of %zu bytes in hex", where, word, u->bytes);
    ev.orig_len = ev.len;
    if (has_point && f->between) /* what its point shows is another trace's business */
        tn_checker_between(t->checker, &ev, 0);
    else
        tn_checker_event(t->checker, &ev, 0);
    if (t->par.lattice[0])
        tn_checker_between(t->checker, &ev, 0);
}

static void run_file(const struct vector_form *form, const char *path)
{
    static char line[LINE_MAX_BYTES];
    struct trace t = {0};
    unsigned number = 0;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char where[128];
        snprintf(where, sizeof where, "%s:%u", path, ++number);
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (strncmp(line, "good ", 5) == 0 || strncmp(line, "bad ", 4) == 0) {
            end_trace(&t);
            begin_trace(&t, form, line, where);
        } else if (t.running && line[0] == ' ') {
            one_line(&t, line + strspn(line, " "), where);
        } else {
            fail_msg("%s: not a vector line", where);
        }
    }
    end_trace(&t);
    fclose(f);
}

static void every_trace_gets_the_verdict_that_the_standard_gives_it(void **state)
{
    (void)state;
    assert_true(form_n > 0 && form_n < FORMS_MAX);
    for (unsigned k = 0; k < form_n; k++) {
        glob_t g;
        char pattern[128];
        snprintf(pattern, sizeof pattern, "vectors/%s/*.vec", forms[k]->fabric);
        assert_int_equal(glob(pattern, 0, NULL, &g), 0);
        for (size_t i = 0; i < g.gl_pathc; i++)
            run_file(forms[k], g.gl_pathv[i]);
        globfree(&g);
    }
    print_message("%u traces\n", traces);
    assert_int_equal(wrong, 0);
}

/* Rules of a block's contract, judged beside its model: cases, seeded bugs and unit tests make
 * them fire (suites/self sees to that), no trace but those of link frames. */
static bool is_of_a_block(const char *id)
{
    for (unsigned k = 0; k < form_n; k++) {
        for (const char *const *shown = forms[k]->shown; shown && *shown; shown++)
            if (strcmp(id, *shown) == 0)
                return false;
        for (const char *const *block = forms[k]->blocks; block && *block; block++)
            if (strncmp(id, *block, strlen(*block)) == 0)
                return true;
    }
    return false;
}

/* A folder of vectors that no form reads would prove nothing. */
static void every_folder_of_vectors_is_read(void **state)
{
    glob_t g;
    (void)state;
    assert_int_equal(glob("vectors/*/*.vec", 0, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *folder = g.gl_pathv[i] + strlen("vectors/");
        unsigned k = 0;
        while (k < form_n && strncmp(folder, forms[k]->fabric, strcspn(folder, "/")) != 0)
            k++;
        if (k == form_n)
            fail_msg("%s: suites/<fabric>/vectors has no form of its folder", g.gl_pathv[i]);
    }
    globfree(&g);
}

static void every_rule_of_packets_has_a_good_and_a_bad_trace(void **state)
{
    const struct tn_rule *r;
    size_t missing = 0;
    (void)state;
    assert_true(tn_rule_count() <= RULES_MAX);
    for (size_t i = 0; (r = tn_rule_at(i)); i++)
        if (!is_of_a_block(r->id) && (!good_of[i] || !bad_of[i])) {
            print_message("%s: %u good, %u bad\n", r->id, good_of[i], bad_of[i]);
            missing++;
        }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_folder_of_vectors_is_read),
        cmocka_unit_test(every_trace_gets_the_verdict_that_the_standard_gives_it),
        cmocka_unit_test(every_rule_of_packets_has_a_good_and_a_bad_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
