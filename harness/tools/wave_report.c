/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The results of tenter wave: channels and verdicts, for eyes and as JSON lines.
 */
#include "wave.h"

#include "tools.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void tn_wave_print_time(FILE *f, uint64_t tick, int exponent)
{
    uint64_t unit = 1;
    int digits = -9 - exponent;
    for (int i = 0; i < digits && i < 9; i++)
        unit *= 10;
    for (int i = digits; i < 0; i++)
        tick *= 10;
    fprintf(f, "%" PRIu64, tick / unit);
    if (digits > 0)
        fprintf(f, ".%0*" PRIu64, digits, tick % unit);
    fputs(" ns", f);
}

/* The width of the channel's data: that of its widest signal with such a name. */
static unsigned data_width(const struct tn_wave_channel *ch)
{
    unsigned most = 0;
    for (unsigned i = 0; tn_wave_kind_of(ch)->pins[i].name; i++)
        if (strstr(tn_wave_kind_of(ch)->pins[i].name, "data") && tn_wave_width(ch, i) > most)
            most = tn_wave_width(ch, i);
    return most;
}

static void list_json(const struct tn_wave_channel *ch)
{
    const struct tn_wave_kind *k = tn_wave_kind_of(ch);
    const char *between = "";
    bool low;
    printf("{\"kind\":\"%s\",\"path\":", k->name);
    tn_json_string(stdout, tn_wave_path(ch));
    fputs(",\"link\":", stdout);
    tn_json_string(stdout, tn_wave_link_name(tn_wave_link_of(ch)));
    if (tn_wave_clock(ch)) {
        fputs(",\"clock\":", stdout);
        tn_json_string(stdout, tn_wave_clock(ch));
    }
    if (tn_wave_reset(ch, &low)) {
        fputs(",\"reset\":", stdout);
        tn_json_string(stdout, tn_wave_reset(ch, &low));
        printf(",\"reset_active_low\":%s", low ? "true" : "false");
    }
    if (tn_wave_outer(ch)) {
        fputs(",\"looked_at_as\":", stdout);
        tn_json_string(stdout, tn_wave_path(tn_wave_outer(ch)));
    }
    if (tn_wave_unread(ch)) {
        fputs(",\"not_judged\":", stdout);
        tn_json_string(stdout, tn_wave_unread(ch));
    }
    printf(",\"transfers\":%" PRIu64 ",\"signals\":{", tn_wave_transfers(ch));
    for (unsigned i = 0; k->pins[i].name; i++) {
        if (!tn_wave_has(ch, i))
            continue;
        printf("%s\"%.*s\":{\"width\":%u,\"path\":", between, (int)strcspn(k->pins[i].name, "|"),
               k->pins[i].name, tn_wave_width(ch, i));
        tn_json_string(stdout, tn_wave_signal_of(ch, i));
        putchar('}');
        between = ",";
    }
    puts("}}");
}

static void list_line(const struct tn_wave_channel *ch, int kind_w, int path_w)
{
    bool low;
    const char *clock = tn_wave_clock(ch);
    printf("%-*s ", kind_w, tn_wave_kind_of(ch)->name);
    tn_print_text(stdout, tn_wave_path(ch));
    printf("%*s",
           path_w > (int)strlen(tn_wave_path(ch)) ? path_w - (int)strlen(tn_wave_path(ch)) : 0, "");
    printf(" %4u bits %8" PRIu64 " transfers, ", data_width(ch), tn_wave_transfers(ch));
    if (tn_wave_left_out(ch)) {
        fputs("left out by the map", stdout);
    } else if (tn_wave_outer(ch)) {
        fputs("looked at as ", stdout);
        tn_print_text(stdout, tn_wave_path(tn_wave_outer(ch)));
    } else if (tn_wave_unread(ch)) {
        printf("not judged: %s", tn_wave_unread(ch));
    } else if (clock) {
        fputs("clock ", stdout);
        tn_print_text(stdout, clock);
    } else {
        fputs("no clock found: not looked at (--map)", stdout);
    }
    clock = tn_wave_reset(ch, &low);
    if (clock) {
        printf(", reset %s", low ? "!" : "");
        tn_print_text(stdout, clock);
    }
    putchar('\n');
}

void tn_wave_report_list(const struct wave_job *j)
{
    const struct tn_wave_channel *ch;
    size_t kind = 0, path = 0;
    for (size_t i = 0; (ch = tn_wave_channel_at(j->wave, i)) != NULL; i++) {
        kind = strlen(tn_wave_kind_of(ch)->name) > kind ? strlen(tn_wave_kind_of(ch)->name) : kind;
        path = strlen(tn_wave_path(ch)) > path ? strlen(tn_wave_path(ch)) : path;
    }
    for (size_t i = 0; (ch = tn_wave_channel_at(j->wave, i)) != NULL; i++)
        if (j->json)
            list_json(ch);
        else
            list_line(ch, (int)kind, path > 80 ? 80 : (int)path);
}

/* The kept event with that number, and how it is printed; NULL when it is gone. */
static const struct tn_event *kept(const struct wave_job *j, const struct tn_wave_link *l,
                                   uint64_t packet, struct tn_look *look)
{
    const struct tn_event *ev =
        packet && j->recent && !tn_wave_link_ticks(l) ? tn_recent_find(j->recent, packet) : NULL;
    if (!ev)
        return NULL;
    *look = (struct tn_look){.point = tn_wave_path(j->when[packet % TN_WAVE_SLOTS].channel),
                             .par = &j->par};
    return ev;
}

static uint64_t from_ns(uint64_t ns, int exponent)
{
    for (int e = exponent; e < -9; e++)
        ns *= 10;
    for (int e = exponent; e > -9; e--)
        ns /= 10;
    return ns;
}

/* The time of a verdict's packet, in the waveform's own unit. */
static uint64_t tick_of(const struct wave_job *j, const struct tn_wave_link *l,
                        const struct tn_verdict *v)
{
    if (tn_wave_link_ticks(l))
        return v->packet;
    if (v->packet && j->when[v->packet % TN_WAVE_SLOTS].packet == v->packet)
        return j->when[v->packet % TN_WAVE_SLOTS].tick;
    return from_ns(v->time_ns, tn_wave_exponent(j->wave));
}

/* The path that a verdict names: that of the packet's channel, or of the link. */
static const char *path_of(const struct wave_job *j, const struct tn_wave_link *l,
                           const struct tn_verdict *v)
{
    if (!tn_wave_link_ticks(l) && j->when[v->packet % TN_WAVE_SLOTS].packet == v->packet &&
        v->packet)
        return tn_wave_path(j->when[v->packet % TN_WAVE_SLOTS].channel);
    return tn_wave_link_name(l);
}

static void print_kept(const struct wave_job *j, const struct tn_wave_link *l, const char *role,
                       uint64_t packet)
{
    struct tn_look look;
    const struct tn_event *ev = kept(j, l, packet, &look);
    if (!packet || tn_wave_link_ticks(l))
        return;
    printf("    %-8s", role);
    if (ev)
        tn_print_line(stdout, ev, &look);
    else
        printf("%6" PRIu64 " (too far back to be shown)", packet);
    putchar('\n');
    if (ev && j->fields)
        tn_print_fields(stdout, ev, look.par);
}

static void print_verdict(const struct wave_job *j, const struct tn_wave_link *l,
                          const struct tn_verdict *v)
{
    const struct tn_rule *rule = tn_rule_find(v->rule);
    printf("%-10s at ", v->rule);
    tn_wave_print_time(stdout, tick_of(j, l, v), tn_wave_exponent(j->wave));
    fputc(' ', stdout);
    tn_print_text(stdout, path_of(j, l, v));
    printf(": %sexpected %s; found %s\n",
           v->kind == TN_VERDICT_INCONCLUSIVE ? "INCONCLUSIVE: " : "", v->expected, v->found);
    if (rule)
        printf("    %s\n", rule->source);
    print_kept(j, l, "packet", v->packet);
    print_kept(j, l, "request", v->related);
}

static void json_text(const char *name, const char *text)
{
    printf(",\"%s\":", name);
    tn_json_string(stdout, text);
}

static void json_kept(const struct wave_job *j, const struct tn_wave_link *l, const char *name,
                      uint64_t packet)
{
    struct tn_look look;
    const struct tn_event *ev = kept(j, l, packet, &look);
    const struct tn_face *face = ev ? tn_face_of(ev->fabric) : NULL;
    char *text = NULL;
    size_t size;
    FILE *f = face && face->show.line ? open_memstream(&text, &size) : NULL;
    if (!f)
        return;
    face->show.line(f, ev, look.par);
    if (fclose(f) == 0)
        json_text(name, text);
    free(text);
}

static void json_verdict(const struct wave_job *j, const struct tn_wave_link *l,
                         const struct tn_verdict *v)
{
    const struct tn_rule *rule = tn_rule_find(v->rule);
    printf("{\"tick\":%" PRIu64 ",\"cycle\":%" PRIu64 ",\"rule\":\"%s\"", tick_of(j, l, v),
           v->cycle, v->rule);
    json_text("path", path_of(j, l, v));
    if (v->kind == TN_VERDICT_INCONCLUSIVE)
        fputs(",\"inconclusive\":true", stdout);
    if (rule)
        json_text("source", rule->source);
    json_text("expected", v->expected);
    json_text("found", v->found);
    if (!tn_wave_link_ticks(l) && v->packet)
        printf(",\"packet\":%" PRIu64, v->packet);
    json_kept(j, l, "line", v->packet);
    if (v->related && !tn_wave_link_ticks(l))
        printf(",\"related\":%" PRIu64, v->related);
    json_kept(j, l, "related_line", v->related);
    puts("}");
}

/* A verdict that nothing follows from, counted by its rule. */
static bool shown_open(struct wave_job *j, const struct tn_verdict *v)
{
    const size_t rule = tn_rule_index(v->rule);
    if (!j->open)
        j->open = calloc(tn_rule_count(), sizeof *j->open);
    if (j->open)
        j->open[rule]++;
    return ++j->open_n <= TN_WAVE_OPEN_SHOWN;
}

/* Verdicts of one link at one time share a marker. */
static void mark(struct wave_job *j, uint64_t tick, const char *rule,
                 const struct tn_wave_link *link)
{
    struct wave_mark *last = j->mark_n ? &j->mark[j->mark_n - 1] : NULL;
    size_t n = last ? strlen(last->rules) : 0;
    if (last && last->tick == tick && last->link == link) {
        if (!strstr(last->rules, rule) && n + strlen(rule) + 2 <= sizeof last->rules)
            sprintf(last->rules + n, " %s", rule);
    } else if (j->mark_n < TN_WAVE_MARKS) {
        last = &j->mark[j->mark_n++];
        *last = (struct wave_mark){.tick = tick, .link = link};
        snprintf(last->rules, sizeof last->rules, "%s", rule);
    }
}

void tn_wave_report_verdict(struct wave_job *j, const struct tn_wave_link *link,
                            const struct tn_verdict *v)
{
    bool shown = !j->quiet;
    if (v->kind == TN_VERDICT_INCONCLUSIVE) {
        shown &= shown_open(j, v);
    } else if (v->kind != TN_VERDICT_FAIL) {
        return;
    } else {
        j->failed++;
        mark(j, tick_of(j, link, v), v->rule, link);
    }
    if (j->json)
        json_verdict(j, link, v);
    else if (shown)
        print_verdict(j, link, v);
}

uint64_t tn_wave_asked(const struct wave_job *j, const char *rule)
{
    const struct tn_wave_link *l;
    uint64_t n = 0;
    for (size_t i = 0; (l = tn_wave_link_at(j->wave, i)) != NULL; i++)
        n += tn_wave_link_checker(l) ? tn_checker_asked(tn_wave_link_checker(l), rule) : 0;
    return n;
}

uint64_t tn_wave_failed(const struct wave_job *j, const char *rule)
{
    const struct tn_wave_link *l;
    uint64_t n = 0;
    for (size_t i = 0; (l = tn_wave_link_at(j->wave, i)) != NULL; i++)
        n += tn_wave_link_checker(l) ? tn_checker_failed(tn_wave_link_checker(l), rule) : 0;
    return n;
}

size_t tn_wave_report_summary(const struct wave_job *j)
{
    size_t used = 0, broken = 0, channels = 0;
    uint64_t transfers = 0;
    const struct tn_wave_channel *ch;
    const struct tn_rule *rule;
    for (size_t i = 0; (rule = tn_rule_at(i)) != NULL; i++) {
        used += tn_wave_asked(j, rule->id) > 0;
        broken += tn_wave_failed(j, rule->id) > 0;
    }
    for (; (ch = tn_wave_channel_at(j->wave, channels)) != NULL; channels++)
        transfers += tn_wave_transfers(ch);
    if (j->json)
        return used;
    printf("%zu channels, %" PRIu64 " transfers, %" PRIu64
           " packets, %zu of %zu rules applied, %zu broken, %" PRIu64 " violations",
           channels, transfers, j->packets, used, tn_rule_count(), broken, j->failed);
    if (j->open_n)
        printf(", %" PRIu64 " inconclusive", j->open_n);
    if (tn_wave_repeated(j->wave))
        printf(", %" PRIu64 " not told again further on", tn_wave_repeated(j->wave));
    putchar('\n');
    return used;
}
