/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * From a plan and what the survey found to single faults.
 *
 * Each line of the plan gets the same share of the sample. Within a line every
 * bit of state is as likely as any other, and so is every packet; cycles are
 * uniform over the stimulus.
 */
#include <tn/campaign.h>
#include <tn/dut.h>
#include <tn/rng.h>

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARM_EARLY = 8, /* cycles before a packet begins that its saboteur is armed */
};

/* Room for one more of size bytes; the array grows by doubling. */
static void *one_more(void *array, size_t n, size_t size)
{
    return n & (n - 1) ? array : realloc(array, (n ? 2 * n : 1) * size);
}

bool tn_survey_line(struct tn_survey *s, const char *line)
{
    struct tn_survey_state st;
    struct tn_survey_packet pk;
    void *grown;
    if (sscanf(line, "state %159s %" SCNu32 " %" SCNu64 " %" SCNd64, st.name, &st.bits, &st.words,
               &st.first) == 4) {
        grown = one_more(s->state, s->states, sizeof st);
        if (!grown)
            return false;
        s->state = grown;
        s->state[s->states++] = st;
        return true;
    }
    if (sscanf(line, "packet %15s %" SCNu32 " %" SCNu64 " %" SCNu32, pk.link, &pk.number, &pk.cycle,
               &pk.bits) == 4) {
        grown = one_more(s->packet, s->packets, sizeof pk);
        if (!grown)
            return false;
        s->packet = grown;
        s->packet[s->packets++] = pk;
        return true;
    }
    if (s->lines < TN_SURVEY_LINES && sscanf(line, "line %15s", s->line[s->lines]) == 1) {
        s->lines++;
        return true;
    }
    return sscanf(line, "span %" SCNu64 " %" SCNu64, &s->start, &s->end) == 2;
}

void tn_survey_free(struct tn_survey *s)
{
    free(s->state);
    free(s->packet);
}

/* The length of an index at text, "[7]", or 0. */
static size_t index_at(const char *text)
{
    size_t digits = text[0] == '[' ? strspn(text + 1, "0123456789") : 0;
    return digits && text[digits + 1] == ']' ? digits + 2 : 0;
}

/* Whether the name matches a pattern in which "[7]" may be an index, as in the names of generated
 * blocks. */
static bool matches_one(const char *glob, const char *name)
{
    char literal[2 * TN_FAULT_WHERE];
    size_t n = 0;
    if (fnmatch(glob, name, 0) == 0)
        return true;
    for (const char *c = glob; *c; c++) {
        if (index_at(c))
            literal[n++] = '\\';
        literal[n++] = *c;
    }
    literal[n] = 0;
    return fnmatch(literal, name, 0) == 0;
}

static bool matches(const char *name, const char glob[][TN_FAULT_WHERE], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (matches_one(glob[i], name))
            return true;
    return false;
}

static bool wanted(const struct tn_plan *p, const struct tn_plan_space *sp, const char *name)
{
    return matches(name, sp->glob, sp->globs) && !matches(name, p->exclude, p->excludes);
}

/* Whether the line names a single word of a memory, "mem[7]", and which. */
static bool one_word(const struct tn_plan *p, const struct tn_plan_space *sp,
                     const struct tn_survey_state *st, int64_t *word)
{
    for (unsigned i = 0; st->words && i < sp->globs; i++) {
        char stem[TN_FAULT_WHERE];
        char *open;
        snprintf(stem, sizeof stem, "%s", sp->glob[i]);
        open = strrchr(stem, '[');
        if (!open || !index_at(open) || open[index_at(open)])
            continue;
        *word = strtol(open + 1, NULL, 10);
        *open = 0;
        if (matches_one(stem, st->name) && !matches(st->name, p->exclude, p->excludes) &&
            *word >= st->first && (uint64_t)(*word - st->first) < st->words)
            return true;
    }
    return false;
}

/* Bits of state that the line may strike; with pick, the pick-th of them goes to f. */
static uint64_t state_bits(const struct tn_plan *p, const struct tn_plan_space *sp,
                           const struct tn_survey *s, uint64_t pick, struct tn_fault *f)
{
    uint64_t total = 0;
    for (size_t i = 0; i < s->states; i++) {
        const struct tn_survey_state *st = &s->state[i];
        uint64_t bits = (uint64_t)st->bits * (st->words ? st->words : 1);
        int64_t first = st->first;
        if (!wanted(p, sp, st->name)) {
            if (!one_word(p, sp, st, &first))
                continue;
            bits = st->bits;
        }
        if (f && pick < total + bits) {
            uint64_t at = pick - total;
            if (st->words)
                snprintf(f->where, sizeof f->where, "%.130s[%" PRId64 "]", st->name,
                         first + (int64_t)(at / st->bits));
            else
                snprintf(f->where, sizeof f->where, "%s", st->name);
            f->arg = (uint32_t)(at % st->bits);
            f->has_arg = true;
            return total;
        }
        total += bits;
    }
    return total;
}

/* The same for packets. */
static uint64_t packets_of(const struct tn_plan *p, const struct tn_plan_space *sp,
                           const struct tn_survey *s, uint64_t pick,
                           const struct tn_survey_packet **found)
{
    uint64_t total = 0;
    for (size_t i = 0; i < s->packets; i++) {
        if (!wanted(p, sp, s->packet[i].link))
            continue;
        if (found && pick == total) {
            *found = &s->packet[i];
            return total;
        }
        total++;
    }
    return total;
}

static void draw_cycle(struct tn_drawn *d, const struct tn_survey *s, struct tn_rng *rng)
{
    d->f.cycle = s->start + tn_rng_below(rng, s->end > s->start ? s->end - s->start : 1);
    d->arm = d->f.cycle - 1;
}

/* A serial line that the plan's line may strike, any of them as likely; or NULL. */
static const char *draw_line(const struct tn_plan *p, const struct tn_plan_space *sp,
                             const struct tn_survey *s, struct tn_rng *rng)
{
    const char *found[TN_SURVEY_LINES];
    size_t n = 0;
    for (size_t i = 0; i < s->lines; i++)
        if (wanted(p, sp, s->line[i]))
            found[n++] = s->line[i];
    return n ? found[tn_rng_below(rng, n)] : NULL;
}

static void draw_packet(struct tn_drawn *d, const struct tn_survey_packet *pk, struct tn_rng *rng)
{
    snprintf(d->f.where, sizeof d->f.where, "%s", pk->link);
    d->f.by_packet = true;
    d->f.packet = pk->number;
    d->f.time = 1;
    d->arm = pk->cycle > ARM_EARLY ? pk->cycle - ARM_EARLY : 0;
    if ((d->f.kind == TN_FAULT_FLIP || d->f.kind == TN_FAULT_BURST) && !d->f.has_arg) {
        uint32_t room =
            d->f.kind == TN_FAULT_BURST && d->f.len < pk->bits ? pk->bits - d->f.len + 1 : pk->bits;
        d->f.arg = (uint32_t)tn_rng_below(rng, room);
        d->f.has_arg = true;
    }
}

static int draw_one(const struct tn_plan *p, const struct tn_plan_space *sp,
                    const struct tn_survey *s, struct tn_rng *rng, struct tn_drawn *d)
{
    const char *line = draw_line(p, sp, s, rng);
    if (line) {
        *d = (struct tn_drawn){.f = sp->f};
        snprintf(d->f.where, sizeof d->f.where, "%s", line);
        draw_cycle(d, s, rng);
        const struct tn_dut *dut = tn_dut_of_image(p->dut);
        const uint64_t early = dut && dut->line_early ? dut->line_early : ARM_EARLY;
        d->arm = d->f.cycle > early ? d->f.cycle - early : 0;
        return 0;
    }
    bool state = !tn_fault_on_link(sp->f.kind);
    uint64_t n = state ? state_bits(p, sp, s, 0, NULL) : packets_of(p, sp, s, 0, NULL);
    const struct tn_survey_packet *pk = NULL;
    memset(d, 0, sizeof *d);
    if (n == 0)
        return -ENOENT;
    d->f = sp->f;
    if (state) {
        bool given = sp->f.has_arg;
        state_bits(p, sp, s, tn_rng_below(rng, n), &d->f);
        if (given)
            d->f.arg = sp->f.arg;
        draw_cycle(d, s, rng);
        return 0;
    }
    packets_of(p, sp, s, tn_rng_below(rng, n), &pk);
    if (tn_fault_on_packet(sp->f.kind)) {
        draw_packet(d, pk, rng);
    } else {
        snprintf(d->f.where, sizeof d->f.where, "%s", pk->link);
        draw_cycle(d, s, rng);
    }
    return 0;
}

int tn_space_draw(const struct tn_plan *p, const struct tn_survey *s, struct tn_drawn **out,
                  char *err, size_t err_size)
{
    struct tn_rng rng;
    *out = calloc(p->sample, sizeof **out);
    if (!*out) {
        snprintf(err, err_size, "out of memory");
        return -ENOMEM;
    }
    tn_rng_seed(&rng, p->seed, 4);
    for (uint32_t i = 0; i < p->sample; i++) {
        const struct tn_plan_space *sp = &p->space[i % p->spaces];
        if (draw_one(p, sp, s, &rng, &(*out)[i]) < 0) {
            snprintf(err, err_size, "%.200s: 'fault = %s on %.100s...' matches nothing in the DUT",
                     p->path, tn_fault_name(sp->f.kind), sp->glob[0]);
            free(*out);
            *out = NULL;
            return -ENOENT;
        }
    }
    return 0;
}
