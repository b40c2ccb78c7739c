/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reads ports.def and regs.def. An entry is a word with arguments in parentheses; each word has a
 * function below that takes the arguments and refuses those that cannot be.
 */
#include "block.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS = 16, FILE_MOST = 1 << 20, NAME_MOST = 40, COUNT_MOST = 4096, WIDTH_MOST = 1024 };

/* One entry, and the file that it stands in. */
struct entry {
    const char *path;
    unsigned line;
    const char *word;
    char *arg[ARGS];
    bool quoted[ARGS]; /* a text, without its quotes */
    int n;
};

/* A file on its way through the reader. */
struct text {
    const char *path;
    char *at;
    unsigned line;
};

_Noreturn static void wrong(const char *path, unsigned line, const char *form, ...)
{
    va_list ap;
    va_start(ap, form);
    fprintf(stderr, "%s:%u: ", path, line);
    vfprintf(stderr, form, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(BLOCK_UNUSABLE);
}

/* Ends the program because of an entry, or of a text that is no entry. */
#define refuse(at, ...) wrong((at)->path, (at)->line, __VA_ARGS__)

/* Memory is the program's until it ends. */
static char *keep(const char *s, size_t n)
{
    char *k = malloc(n + 1);
    if (!k)
        exit(BLOCK_UNUSABLE);
    memcpy(k, s, n);
    k[n] = '\0';
    return k;
}

static char *joined(const char *a, const char *b, const char *c)
{
    char *k = malloc(strlen(a) + strlen(b) + strlen(c) + 1);
    if (!k)
        exit(BLOCK_UNUSABLE);
    return strcat(strcat(strcpy(k, a), b), c);
}

/* ---- text to entries */

static void skip_blanks(struct text *t)
{
    for (;;) {
        while (isspace((unsigned char)*t->at))
            t->line += *t->at++ == '\n';
        if (strncmp(t->at, "/*", 2) != 0)
            return;
        char *end = strstr(t->at + 2, "*/");
        if (!end)
            refuse(t, "a comment has no end");
        for (; t->at < end + 2; t->at++)
            t->line += *t->at == '\n';
    }
}

/* Takes "text", or several that stand beside each other; returns it without quotes. */
static char *take_quoted(struct text *t)
{
    char *all = keep("", 0);
    while (*t->at == '"') {
        const char *from = ++t->at;
        while (*t->at && *t->at != '"' && *t->at != '\n' && *t->at != '\\')
            t->at++;
        if (*t->at != '"')
            refuse(t, *t->at == '\\' ? "a text holds a backslash" : "a text has no end");
        all = joined(all, keep(from, (size_t)(t->at++ - from)), "");
        if (strstr(all, "*/"))
            refuse(t, "a text ends a comment");
        skip_blanks(t);
    }
    return all;
}

/* Takes what stands up to the comma or parenthesis that ends the argument. */
static char *take_bare(struct text *t)
{
    const char *from = t->at;
    int depth = 0;
    for (; *t->at && (depth || (*t->at != ',' && *t->at != ')')); t->at++) {
        if (*t->at == '\n' || *t->at == '"')
            break;
        depth += (*t->at == '(') - (*t->at == ')');
    }
    const char *end = t->at;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    skip_blanks(t);
    return keep(from, (size_t)(end - from));
}

static bool take_entry(struct text *t, struct entry *e)
{
    skip_blanks(t);
    if (!*t->at)
        return false;
    const char *from = t->at;
    while (isalnum((unsigned char)*t->at) || *t->at == '_')
        t->at++;
    *e = (struct entry){.path = t->path, .line = t->line, .word = keep(from, (size_t)(t->at - from))};
    skip_blanks(t);
    if (*t->at != '(' || !*e->word)
        refuse(e, "a word with arguments in parentheses is missing at '%.12s'", from);
    do {
        t->at++;
        skip_blanks(t);
        if (e->n == ARGS)
            refuse(e, "%s has more than %d arguments", e->word, ARGS);
        e->quoted[e->n] = *t->at == '"';
        e->arg[e->n] = e->quoted[e->n] ? take_quoted(t) : take_bare(t);
        e->n++;
    } while (*t->at == ',');
    if (*t->at != ')')
        refuse(e, "%s has no closing parenthesis", e->word);
    t->at++;
    return true;
}

/* ---- checks that several words need */

static const char *name_of(const struct entry *e, int i)
{
    const char *s = e->arg[i];
    size_t n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    if (e->quoted[i] || !*s || s[n] || isdigit((unsigned char)*s) || n > NAME_MOST)
        refuse(e, "'%s' is no name", s);
    return s;
}

static int64_t number(const struct entry *e, const char *s, int64_t low, int64_t high)
{
    char *end;
    errno = 0;
    long long v = strtoll(s, &end, 0);
    if (!*s || *end || errno || v < low || v > high)
        refuse(e, "'%s' is no number from %lld to %lld", s, (long long)low, (long long)high);
    return v;
}

static const char *text_of(const struct entry *e, int i)
{
    if (i >= e->n || !e->quoted[i])
        refuse(e, "%s ends with a \"text\"", e->word);
    return e->arg[i];
}

static void arguments(const struct entry *e, int least, int most)
{
    if (e->n < least || e->n > most)
        refuse(e, "%s has %d arguments; it takes %d%s", e->word, e->n, least, most > least ? " or more" : "");
}

/* An expression in the largest and in the default shape. Returns its value in the largest one. */
static int64_t value_of(const struct block *b, const struct entry *e, const char *text, int64_t low, int64_t most)
{
    int64_t high[BLOCK_PARAMS], usual[BLOCK_PARAMS], v = 0, u = 0;
    for (int i = 0; i < b->param_n; i++) {
        high[i] = b->params[i].high;
        usual[i] = b->params[i].value;
    }
    const char *bad = block_eval(b, high, text, &v);
    if (bad || (bad = block_eval(b, usual, text, &u)))
        refuse(e, "'%s': %s", text, bad);
    if (v < low || u < low || u > most)
        refuse(e, "'%s' is %lld with the defaults; legal are %lld to %lld", text, (long long)u, (long long)low, (long long)most);
    return v;
}

static int each_of(const struct block *b, const struct entry *e, int i)
{
    if (strcmp(e->arg[i], "one") == 0)
        return BLOCK_NONE;
    for (int k = 0; k < b->each_n; k++)
        if (strcmp(b->eaches[k].name, e->arg[i]) == 0)
            return k;
    refuse(e, "'%s' is neither one nor the name of a TN_EACH", e->arg[i]);
}

static bool is_in(const struct entry *e, int i)
{
    if (strcmp(e->arg[i], "in") != 0 && strcmp(e->arg[i], "out") != 0)
        refuse(e, "'%s' is neither in nor out", e->arg[i]);
    return e->arg[i][0] == 'i';
}

static int port_named(const struct block *b, const char *name)
{
    for (int i = 0; i < b->port_n; i++)
        if (strcmp(b->ports[i].name, name) == 0)
            return i;
    return BLOCK_NONE;
}

static int add_port(struct block *b, const struct entry *e, struct block_port p)
{
    if (b->port_n == BLOCK_PORTS)
        refuse(e, "more than %d ports", BLOCK_PORTS);
    if (port_named(b, p.name) != BLOCK_NONE || strcmp(p.name, "clk") == 0 || strcmp(p.name, "rst") == 0)
        refuse(e, "the port %s is there twice", p.name);
    p.most = value_of(b, e, p.width, 1, WIDTH_MOST);
    if (p.most > WIDTH_MOST || (p.each != BLOCK_NONE && strspn(p.width, "0123456789") != strlen(p.width)))
        refuse(e, p.most > WIDTH_MOST ? "%s is too wide" : "the width of %s is no number, and there are many of it", p.name);
    b->ports[b->port_n] = p;
    return b->port_n++;
}

/* ---- the words of ports.def */

static void read_param(struct block *b, const struct entry *e)
{
    arguments(e, 5, 5);
    struct block_param *p = &b->params[b->param_n];
    if (b->param_n == BLOCK_PARAMS)
        refuse(e, "more than %d parameters", BLOCK_PARAMS);
    for (int i = 0; i < b->param_n; i++)
        if (strcmp(b->params[i].name, e->arg[0]) == 0)
            refuse(e, "the parameter %s is there twice", e->arg[0]);
    *p = (struct block_param){.name = name_of(e, 0), .low = number(e, e->arg[1], 0, INT32_MAX), .text = text_of(e, 4)};
    p->high = number(e, e->arg[2], p->low, INT32_MAX);
    p->value = number(e, e->arg[3], 0, INT32_MAX);
    if (p->value < p->low || p->value > p->high)
        refuse(e, "the default of %s is %s; legal are %s to %s", p->name, e->arg[3], e->arg[1], e->arg[2]);
    b->param_n++;
}

static void read_legal(struct block *b, const struct entry *e)
{
    arguments(e, 1, 1);
    value_of(b, e, e->arg[0], 0, 1);
    int64_t usual[BLOCK_PARAMS], holds = 0;
    for (int i = 0; i < b->param_n; i++)
        usual[i] = b->params[i].value;
    block_eval(b, usual, e->arg[0], &holds);
    if (!holds || b->legal_n == BLOCK_PARAMS)
        refuse(e, "'%s' does not hold with the defaults", e->arg[0]);
    b->legal[b->legal_n++] = e->arg[0];
}

static void read_each(struct block *b, const struct entry *e)
{
    arguments(e, 3, 3);
    if (b->each_n == BLOCK_EACHES)
        refuse(e, "more than %d TN_EACH", BLOCK_EACHES);
    struct block_each *x = &b->eaches[b->each_n];
    *x = (struct block_each){.name = name_of(e, 0), .count = e->arg[1], .most = number(e, e->arg[2], 1, COUNT_MOST)};
    value_of(b, e, x->count, 1, x->most);
    for (int i = 0; i < b->each_n; i++)
        if (strcmp(b->eaches[i].name, x->name) == 0)
            refuse(e, "TN_EACH %s is there twice", x->name);
    b->each_n++;
}

/* The port of one bit with that name, one each as that which names it. */
static int beside(const struct block *b, const struct entry *e, const char *name, int each)
{
    const int p = port_named(b, name);
    if (p == BLOCK_NONE)
        refuse(e, "there is no port %s before", name);
    if (b->ports[p].each != each || b->ports[p].most != 1)
        refuse(e, "%s is no port of one bit beside %s", name, e->arg[1]);
    return p;
}

/* One signal of a stream: ready, last, or a name with a width. */
static void stream_signal(struct block *b, const struct entry *e, struct block_stream *s, char *words)
{
    char *name = words, *width = strchr(words, ' ');
    if (width)
        *width++ = '\0';
    const bool ready = strcmp(name, "ready") == 0;
    if (ready && width)
        refuse(e, "ready has no width");
    const int at = add_port(b, e, (struct block_port){
        .name = joined(s->name, "_", name), .width = width ? width : "1", .text = "", .each = s->each,
        .with = ready || strcmp(name, "valid") == 0 ? BLOCK_NONE : s->first, .stream = b->stream_n, .in = s->in != ready});
    if (s->n++ == 0)
        s->first = at;
    if (ready)
        s->ready = at;
}

/* "4 to 35" */
static void stream_words(const struct entry *e, struct block_stream *s, const char *text)
{
    const char *to = strstr(text, " to ");
    if (!to)
        refuse(e, "'%s' is not like 4 to 35", text);
    s->low = number(e, keep(text, (size_t)(to - text)), 1, UINT16_MAX);
    s->high = number(e, to + 4, s->low, UINT16_MAX);
}

static void read_stream(struct block *b, const struct entry *e)
{
    arguments(e, 4, ARGS);
    if (b->stream_n == BLOCK_STREAMS)
        refuse(e, "more than %d streams", BLOCK_STREAMS);
    struct block_stream s = {.name = name_of(e, 1), .each = each_of(b, e, 0), .in = is_in(e, 2),
                             .ready = BLOCK_NONE, .hold = BLOCK_NONE, .low = 1, .high = 1, .text = text_of(e, e->n - 1)};
    stream_signal(b, e, &s, keep("valid", 5));
    for (int i = 3; i < e->n - 1; i++) {
        if (strncmp(e->arg[i], "while ", 6) == 0) {
            s.hold = beside(b, e, e->arg[i] + 6, s.each);
            continue;
        }
        if (strncmp(e->arg[i], "words ", 6) == 0) {
            stream_words(e, &s, e->arg[i] + 6);
            continue;
        }
        name_of(&(struct entry){e->path, e->line, e->word, {keep(e->arg[i], strcspn(e->arg[i], " "))}, {e->quoted[i]}, 1}, 0);
        stream_signal(b, e, &s, e->arg[i]);
    }
    b->streams[b->stream_n++] = s;
}

static void read_port(struct block *b, const struct entry *e)
{
    arguments(e, 5, 6);
    struct block_port p = {.name = name_of(e, 1), .width = e->arg[3], .each = each_of(b, e, 0), .in = is_in(e, 2),
                           .with = BLOCK_NONE, .stream = BLOCK_NONE, .text = text_of(e, e->n - 1)};
    if (e->n == 6 && strncmp(e->arg[4], "with ", 5) != 0)
        refuse(e, "'%s' is not with and the name of a port", e->arg[4]);
    if (e->n == 6)
        p.with = beside(b, e, e->arg[4] + 5, p.each);
    add_port(b, e, p);
}

static void read_regs(struct block *b, const struct entry *e)
{
    arguments(e, 1, 1);
    b->addr_bits = number(e, e->arg[0], 3, 16);
    const struct block_port regs[] = {
        {.name = "reg_wr", .width = "1", .in = true},
        {.name = "reg_rd", .width = "1", .in = true},
        {.name = "reg_addr", .width = e->arg[0], .in = true},
        {.name = "reg_wdata", .width = "32", .in = true},
        {.name = "reg_rdata", .width = "32"},
    };
    const int first = b->port_n;
    for (size_t i = 0; i < sizeof regs / sizeof *regs; i++) {
        struct block_port p = regs[i];
        p.each = p.stream = BLOCK_NONE;
        p.text = "";
        p.with = i < 2 ? BLOCK_NONE : i == 3 ? first : first + 1;
        add_port(b, e, p);
    }
}

/* ---- the words of regs.def */

static void read_prefix(struct block *b, const struct entry *e)
{
    arguments(e, 1, 1);
    b->prefix = name_of(e, 0);
}

/* "RW 7:0", "R 12:8 4:0", "R" */
static void read_access(const struct entry *e, struct block_reg *r, const char *s)
{
    const bool rw = strncmp(s, "RW", 2) == 0;
    r->writable = rw;
    s += rw ? 2 : 1;
    if ((!rw && s[-1] != 'R') || (*s && *s != ' '))
        refuse(e, "'%s' does not begin with R or RW", s - (rw ? 2 : 1));
    r->bits = *s ? s + 1 : "";
    r->mask = *s ? 0 : UINT32_MAX;
    while (*s) {
        unsigned high = 32, low = 32;
        int n = 0;
        if (sscanf(s, " %u:%u%n", &high, &low, &n) != 2 && sscanf(s, " %u%n", &high, &n) == 1)
            low = high;
        if (!n || high > 31 || low > high)
            refuse(e, "'%s' says no bits from 31 to 0", s + 1);
        r->mask |= (uint32_t)((UINT64_C(2) << high) - (UINT64_C(1) << low));
        s += n;
    }
}

static void read_reg(struct block *b, const struct entry *e)
{
    const bool many = strcmp(e->word, "TN_REG_EACH") == 0;
    const int more = many;
    arguments(e, 5 + more, 6 + more);
    const bool moves = e->n == 6 + more;
    if (moves && strcmp(e->arg[4 + more], "moves") != 0)
        refuse(e, "'%s' is not: moves", e->arg[4 + more]);
    if (b->reg_n == BLOCK_REGS)
        refuse(e, "more than %d registers", BLOCK_REGS);
    if (!b->prefix || !b->addr_bits)
        refuse(e, b->prefix ? "ports.def has no TN_REGS" : "TN_PREFIX is missing before it");
    struct block_reg *r = &b->regs[b->reg_n];
    const int64_t words = INT64_C(1) << (b->addr_bits - 2);
    *r = (struct block_reg){.word = number(e, e->arg[0], 0, INT32_MAX), .name = name_of(e, 1), .text = text_of(e, e->n - 1), .moves = moves};
    r->each = many ? each_of(b, e, 2) : BLOCK_NONE;
    read_access(e, r, e->arg[2 + more]);
    r->reset = number(e, e->arg[3 + more], 0, UINT32_MAX);
    const int64_t count = block_reg_count(b, r);
    if (r->word + count > words)
        refuse(e, "%s ends at word %lld; the window has words 0 to %lld", r->name, (long long)(r->word + count - 1), (long long)words - 1);
    if ((uint32_t)r->reset & ~r->mask)
        refuse(e, "the reset value of %s has bits that the register does not have", r->name);
    for (int i = 0; i < b->reg_n; i++) {
        const struct block_reg *o = &b->regs[i];
        if (strcmp(o->name, r->name) == 0)
            refuse(e, "the register %s is there twice", r->name);
        if (r->word < o->word + block_reg_count(b, o) && o->word < r->word + count)
            refuse(e, "%s stands where %s does", r->name, o->name);
    }
    b->reg_n++;
}

static const struct word {
    const char *name;
    void (*read)(struct block *b, const struct entry *e);
} port_words[] = {{"TN_PARAM", read_param}, {"TN_LEGAL", read_legal}, {"TN_EACH", read_each},   {"TN_STREAM", read_stream},
                  {"TN_PORT", read_port},   {"TN_REGS", read_regs},   {NULL, NULL}},
  reg_words[] = {{"TN_PREFIX", read_prefix}, {"TN_REG", read_reg}, {"TN_REG_EACH", read_reg}, {NULL, NULL}};

/* Reads one file; one that need not be there may be missing. Returns its path, or NULL. */
static const char *read_file(struct block *b, const char *folder, const char *name, const struct word *words, bool needed)
{
    const char *path = joined(folder, "/", name);
    FILE *f = fopen(path, "r");
    if (!f && !needed && errno == ENOENT)
        return NULL;
    char *all = malloc(FILE_MOST);
    const size_t n = f && all ? fread(all, 1, FILE_MOST - 1, f) : 0;
    if (!f || !all || ferror(f) || !feof(f)) {
        fprintf(stderr, "%s:1: %s\n", path, f && all && !ferror(f) ? "too long" : strerror(errno));
        exit(BLOCK_UNUSABLE);
    }
    fclose(f);
    all[n] = '\0';
    struct text t = {path, all, 1};
    struct entry e;
    if (strlen(all) != n)
        refuse(&t, "a zero byte in it");
    while (take_entry(&t, &e)) {
        const struct word *w = words;
        while (w->name && strcmp(w->name, e.word) != 0)
            w++;
        if (!w->name)
            refuse(&e, "'%s' is no word of %s", e.word, name);
        w->read(b, &e);
    }
    if (needed && !b->port_n)
        refuse(&t, "there are no ports");
    return path;
}

void block_read(struct block *b, const char *name, const char *folder)
{
    *b = (struct block){.name = name, .folder = folder};
    b->ports_path = read_file(b, folder, "ports.def", port_words, true);
    b->regs_path = read_file(b, folder, "regs.def", reg_words, false);
    const char *excess = block_place(b);
    if (excess) {
        fprintf(stderr, "%s:1: %s\n", b->ports_path, excess);
        exit(BLOCK_UNUSABLE);
    }
}
