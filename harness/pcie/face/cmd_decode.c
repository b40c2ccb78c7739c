/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter decode: TLP headers as hex words, from the command line, from the
 * "TLP Header: ..." lines that the kernel logs for AER, or from lspci's "HeaderLog: ...".
 */
#include "pcie.h"

#include <tn/rules.h>

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 4 };

/* What decode was asked for, and what it met. */
struct decode {
    struct tn_check_params par;
    bool json;
    int failures;
    int warnings; /* lines of a log that were skipped */
};

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    struct decode *d = ctx;
    if (v->kind != TN_VERDICT_FAIL)
        return;
    d->failures++;
    if (!d->json) {
        printf("        %s: expected %s; found %s\n", v->rule, v->expected, v->found);
        return;
    }
    printf("{\"packet\":%llu,\"rule\":\"%s\",\"source\":", (unsigned long long)v->packet, v->rule);
    tn_json_string(stdout, tn_rule_find(v->rule)->source);
    fputs(",\"expected\":", stdout);
    tn_json_string(stdout, v->expected);
    fputs(",\"found\":", stdout);
    tn_json_string(stdout, v->found);
    puts("}");
}

/* A log holds headers alone: what needs payload, digest or other packets is not asked. */
#define NEEDS_MORE "TLP-LEN-1,TLP-LEN-8,TLP-TD-1,TLP-ALN-1,ECRC-1,CPL-LEN-1,CPL-1*,CPL-2,CPL-3,CPL-4,CPL-5,CPL-6,CPL-7,CPL-8,CPL-9,TAG-*"

static void print(const struct decode *d, const struct tn_event *ev)
{
    const struct tn_look look = {.par = &d->par};
    if (d->json) {
        tn_print_json(stdout, ev, &look, 0);
        return;
    }
    tn_print_line(stdout, ev, &look);
    putchar('\n');
    tn_print_fields(stdout, ev, &d->par);
}

/* A log of zeros is what a device has that logged none; a read of 4 KiB without byte enables is
 * no TLP that would be logged. */
static bool no_header(const uint32_t *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (words[i])
            return false;
    return true;
}

static int decode(struct decode *d, const uint32_t *words, size_t n, uint64_t number)
{
    uint8_t bytes[4 * WORDS_MAX] = {0};
    struct tn_event ev = {.packet = number, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET};
    struct tn_checker *c;
    struct tn_tlp t;
    if (no_header(words, n)) {
        printf(d->json ? "{\"packet\":%" PRIu64 ",\"logged\":false}\n"
                       : "%6" PRIu64 " no header was logged: all words are 0\n",
               number);
        return TN_EXIT_OK;
    }
    for (size_t i = 0; i < n; i++)
        for (int b = 0; b < 4; b++)
            bytes[4 * i + (size_t)b] = (uint8_t)(words[i] >> (24 - 8 * b));
    ev.bytes = bytes;
    ev.len = (uint32_t)(4 * n);
    tn_tlp_decode(bytes, ev.len, ev.len, &t);
    if (t.hdr_dw == 3 && n == 4 && !t.prefix_n)
        ev.len = 12; /* the log always has four words */
    ev.orig_len = ev.len;
    /* present as snapped, so that the payload is not missed */
    if (!t.err || t.err == TN_TLP_E_LENGTH)
        ev.orig_len += (tn_tlp_has_data(t.kind) ? 4u * t.length_dw : 0u) + 4u * t.td;
    print(d, &ev);
    c = tn_checker_new(&d->par, NULL, NEEDS_MORE, on_verdict, d);
    if (!c)
        return tn_usage("decode", "out of memory");
    tn_checker_event(c, &ev, 0);
    tn_checker_free(c);
    return TN_EXIT_OK;
}

static const char *skip_blank(const char *p)
{
    while (isspace((unsigned char)*p) || *p == ',')
        p++;
    return p;
}

/* Up to four words of eight hex digits from text; *rest is what follows them. A
 * word with more or fewer digits is none. */
static size_t hex_words(const char *text, uint32_t *words, const char **rest)
{
    size_t n = 0;
    *rest = skip_blank(text);
    while (n < WORDS_MAX) {
        const char *p = *rest;
        if (strncmp(p, "0x", 2) == 0)
            p += 2;
        if (strspn(p, "0123456789abcdefABCDEF") != 8 || !(p[8] == 0 || p[8] == ',' || isspace((unsigned char)p[8])))
            break;
        words[n++] = (uint32_t)strtoul(p, NULL, 16);
        *rest = skip_blank(p + 8);
    }
    return n;
}

/* Where the words of a header stand in a line of a log: the kernel's, or lspci's; or NULL. */
static const char *header_in(const char *line)
{
    static const char *const marks[] = {"TLP Header:", "HeaderLog:"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(line, marks[i]);
        if (at)
            return at + strlen(marks[i]);
    }
    return NULL;
}

/* One line of a log with a header; an exit code. One that is cut is told and skipped. */
static int decode_line(struct decode *d, const char *name, uint64_t number, const char *at, uint64_t *found)
{
    uint32_t words[WORDS_MAX];
    const char *rest;
    size_t n = hex_words(at, words, &rest);
    if (n < 3 || (n == 3 && *rest)) {
        tn_usage("decode", "%s line %llu: word %zu of the header has no 8 hex digits", name,
                 (unsigned long long)number, n + 1);
        d->warnings++;
        return TN_EXIT_OK;
    }
    ++*found;
    return decode(d, words, n, number);
}

static int decode_log(struct decode *d, FILE *f, const char *name)
{
    enum { BLANK_MAX = 1024 }; /* pieces of nothing but zeros: a log may hold some after a crash */
    char line[1024];
    uint64_t number = 0, found = 0;
    int code = TN_EXIT_OK, blank = 0;
    bool begins = true;
    while (code == TN_EXIT_OK && fgets(line, sizeof line, f)) {
        const char *at = header_in(line);
        number += begins;
        begins = strchr(line, '\n') != NULL;
        blank = *line ? 0 : blank + 1;
        if (blank > BLANK_MAX)
            return tn_usage("decode", "%s line %llu: more than a MiB of zeros: not a log", name,
                            (unsigned long long)number);
        if (at)
            code = decode_line(d, name, number, at, &found);
    }
    if (ferror(f))
        return tn_usage("decode", "%s: %s", name, strerror(errno));
    if (code == TN_EXIT_OK && !found)
        return d->warnings ? TN_EXIT_USAGE : tn_usage("decode", "%s: no 'TLP Header:' or 'HeaderLog:' line", name);
    return code;
}

/* The headers of a log; an exit code. */
static int decode_file(struct decode *d, const char *file)
{
    FILE *f = file && strcmp(file, "-") != 0 ? fopen(file, "r") : stdin;
    int code;
    if (!f)
        return tn_usage("decode", "%s: %s", file, strerror(errno));
    code = decode_log(d, f, file && f != stdin ? file : "standard input");
    if (f != stdin)
        fclose(f);
    return code;
}

/* The header of the words on the command line; an exit code. */
static int decode_arguments(struct decode *d, int argc, char **argv)
{
    char text[128] = "";
    const char *rest;
    uint32_t words[WORDS_MAX];
    size_t n;
    for (int i = 0; i < argc; i++) {
        if (strlen(text) + strlen(argv[i]) + 2 >= sizeof text)
            return tn_usage("decode", "'%s' is one word too many", argv[i]);
        strcat(strcat(text, i ? " " : ""), argv[i]);
    }
    n = hex_words(text, words, &rest);
    if (n < 3 || *rest)
        return tn_usage("decode", "give three or four words of 8 hex digits%s%s", *rest ? ", not " : "", rest);
    return decode(d, words, n, 1);
}

/* --ext-tags, as tenter check takes it; an exit code. */
static int take_tags(struct decode *d, const char *text)
{
    const struct tn_face_option *o = tn_check_pcie.options;
    uint64_t n;
    for (size_t i = 0; o[i].name; i++)
        if (strcmp(o[i].name, "ext-tags") == 0)
            return tn_number(text, o[i].max, &n) ? tn_check_pcie.option(&d->par, i, text, n)
                                                 : tn_usage("decode", "--ext-tags: '%s' is not a number", text);
    return TN_EXIT_OK;
}

int tn_cmd_decode(int argc, char **argv)
{
    static const struct option options[] = {{"file", required_argument, NULL, 'f'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"ext-tags", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    struct decode d = {.failures = 0};
    const char *file = NULL;
    int opt, code = TN_EXIT_OK;
    tn_check_defaults(&d.par);
    while (code == TN_EXIT_OK && (opt = getopt_long(argc, argv, "f:", options, NULL)) != -1) {
        switch (opt) {
        case 'f': file = optarg; break;
        case 'j': d.json = true; break;
        case 't': code = take_tags(&d, optarg); break;
        default: return TN_EXIT_USAGE;
        }
    }
    if (code != TN_EXIT_OK)
        return code;
    if (file && optind < argc)
        return tn_usage("decode", "give words or -f LOG, not both");
    code = optind == argc ? decode_file(&d, file) : decode_arguments(&d, argc - optind, argv + optind);
    if (code == TN_EXIT_OK && d.failures)
        code = TN_EXIT_FAIL;
    return tn_finish_output("decode", code);
}
