/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen: a capture of traffic that breaks no rule, made by the generator of a fabric. The
 * seed decides all of it.
 */
#include "tools.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

enum { OPTIONS_MAX = 64, OF_FACE = 256 };

/* The options of all generators, one after the other. */
struct listed {
    const struct tn_face *face;
    const struct tn_face_option *option;
    const char *value; /* as given, or NULL; of options with one name the first has it */
};

struct request {
    struct tn_gen gen;
    const struct tn_face *face;
    struct listed listed[OPTIONS_MAX];
    size_t listed_n;
};

static void list(struct request *r)
{
    const struct tn_face *face;
    for (size_t i = 0; (face = tn_face_at(i)) != NULL; i++) {
        if (!face->gen)
            continue;
        if (!r->face)
            r->face = face;
        for (const struct tn_face_option *o = face->gen->options;
             o && o->name && r->listed_n < OPTIONS_MAX; o++)
            r->listed[r->listed_n++] = (struct listed){.face = face, .option = o};
    }
}

/* The first option of that name; it is there. */
static struct listed *first_of(struct request *r, const char *name)
{
    struct listed *l = r->listed;
    while (strcmp(l->option->name, name) != 0)
        l++;
    return l;
}

/* Whether o takes text; if not and say, a message says so. */
static bool takes(const struct tn_face_option *o, const char *text, bool say)
{
    struct tn_words words = {0};
    char all[256];
    uint64_t v;
    if (o->max) {
        if (tn_number(text, o->max, &v))
            return true;
        if (say)
            tn_usage("gen", "--%s: '%s' is not a number up to %" PRIu64, o->name, text, o->max);
        return false;
    }
    for (size_t i = 0; o->words && o->words[i]; i++) {
        if (strcmp(text, o->words[i]) == 0)
            return true;
        tn_words_add(&words, o->words[i]);
    }
    if (o->words && say) {
        tn_words_join(&words, "", " or ", all, sizeof all);
        tn_usage("gen", "--%s is %s, not '%s'", o->name, all, text);
    }
    return !o->words;
}

/* Keeps the value of a face's option, when one of that name takes it. */
static bool keep(struct request *r, struct listed *first, const char *text)
{
    for (size_t i = 0; i < r->listed_n; i++)
        if (strcmp(r->listed[i].option->name, first->option->name) == 0 &&
            takes(r->listed[i].option, text, false)) {
            first->value = text;
            return true;
        }
    return takes(first->option, text, true);
}

static bool choose_face(struct request *r, const char *name)
{
    struct tn_words words = {0};
    const struct tn_face *face;
    char all[256];
    for (size_t i = 0; (face = tn_face_at(i)) != NULL; i++) {
        if (!face->gen)
            continue;
        if (strcmp(face->name, name) == 0) {
            r->face = face;
            return true;
        }
        tn_words_add(&words, face->name);
    }
    tn_words_join(&words, "", " or ", all, sizeof all);
    tn_usage("gen", "--fabric is %s, not '%s'", all, name);
    return false;
}

/* Whether the chosen face has each option that was given. */
static bool belong(struct request *r)
{
    for (size_t i = 0; i < r->listed_n; i++) {
        const struct listed *l = &r->listed[i];
        struct tn_words words = {0};
        char all[256];
        bool has = !l->value;
        for (const struct tn_face_option *o = r->face->gen->options; o && o->name; o++)
            has = has || strcmp(o->name, l->option->name) == 0;
        if (has)
            continue;
        for (const struct tn_face_option *o = l->face->gen->options; o->name; o++)
            tn_words_add(&words, o->name);
        tn_words_join(&words, "--", " and ", all, sizeof all);
        tn_usage("gen", "%s %s for --fabric %s", all, words.n == 1 ? "is" : "are", l->face->name);
        return false;
    }
    return true;
}

static int run(struct request *r)
{
    const struct tn_face_option *o = r->face->gen->options;
    const char *value[OPTIONS_MAX] = {NULL};
    for (size_t i = 0; o && o[i].name && i < OPTIONS_MAX; i++) {
        value[i] = first_of(r, o[i].name)->value;
        if (value[i] && !takes(&o[i], value[i], true))
            return TN_EXIT_USAGE;
    }
    r->gen.value = value;
    return r->face->gen->run(&r->gen);
}

/* The command's own options, and behind them each name of the generators' once. */
static void make_options(struct request *r, struct option *to)
{
    static const struct option own[] = {
        {"packets", required_argument, NULL, 'n'},
        {"size", required_argument, NULL, 's'},
        {"seed", required_argument, NULL, 'S'},
        {"fabric", required_argument, NULL, 'f'},
    };
    size_t n = sizeof own / sizeof *own;
    memcpy(to, own, sizeof own);
    for (size_t i = 0; i < r->listed_n; i++) {
        const char *name = r->listed[i].option->name;
        if (first_of(r, name) == &r->listed[i])
            to[n++] = (struct option){name, required_argument, NULL, OF_FACE + (int)i};
    }
    to[n] = (struct option){NULL, 0, NULL, 0};
}

void tn_gen_begins(const struct tn_gen *gen)
{
    fprintf(stderr, "tenter gen: seed %" PRIu64 "\n", gen->seed);
}

int tn_cmd_gen(int argc, char **argv)
{
    struct request r = {.gen = {.packets = 16, .seed = 1}};
    struct option options[OPTIONS_MAX + 8];
    uint64_t v = 0;
    int opt;
    list(&r);
    make_options(&r, options);
    while ((opt = getopt_long(argc, argv, "n:s:", options, NULL)) != -1) {
        if (opt >= OF_FACE) {
            if (!keep(&r, &r.listed[opt - OF_FACE], optarg))
                return TN_EXIT_USAGE;
            continue;
        }
        if ((opt == 'n' || opt == 'S') && !tn_number(optarg, UINT64_MAX, &v))
            return tn_usage("gen", "--%s: '%s' is not a number up to %" PRIu64,
                            opt == 'n' ? "packets" : "seed", optarg, UINT64_MAX);
        switch (opt) {
        case 'n':
            r.gen.packets = v;
            break;
        case 's':
            r.gen.size = optarg;
            break;
        case 'S':
            r.gen.seed = v;
            break;
        case 'f':
            if (!choose_face(&r, optarg))
                return TN_EXIT_USAGE;
            break;
        default:
            return TN_EXIT_USAGE;
        }
    }
    if (optind + 1 != argc)
        return tn_usage("gen", "give one FILE, or - for standard output");
    r.gen.path = argv[optind];
    return belong(&r) ? run(&r) : TN_EXIT_USAGE;
}
