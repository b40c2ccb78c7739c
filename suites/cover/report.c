/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Sums the coverage files of DUTs that share a plan, and says which bins were missed.
 *   cover-report DUT FILE...
 * DUT: one of those DUTs.
 * Exit 0 when every bin that must be reachable was hit and no other, 1 when not, 2 when
 * a file cannot be used.
 */
#include <tn/cover.h>
#include <tn/dut.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    const char *cross; /* being counted */
    unsigned long hit, missed, never;
    unsigned long all_hit, all_missed, wrong;
};

static void end_cross(struct tally *t)
{
    if (t->cross)
        printf("%-14s %4lu hit, %4lu missed, %4lu out of reach\n", t->cross, t->hit, t->missed, t->never);
    t->all_hit += t->hit;
    t->all_missed += t->missed;
    t->hit = t->missed = t->never = 0;
}

static void count(void *ctx, const char *cross, const char *name, uint64_t n, const char *reason)
{
    struct tally *t = ctx;
    (void)name;
    if (t->cross != cross)
        end_cross(t);
    t->cross = cross;
    t->never += reason != NULL;
    t->hit += !reason && n;
    t->missed += !reason && !n;
    t->wrong += reason && n;
}

static void list(void *ctx, const char *cross, const char *name, uint64_t n, const char *reason)
{
    (void)ctx;
    if (!reason && !n)
        printf("missed %s: %s\n", cross, name);
    if (reason && n)
        printf("hit, and should be out of reach: %s: %s, %" PRIu64 " times (%s)\n", cross, name, n, reason);
}

static bool add(struct tn_cover *c, const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "cover-report: %s: %s\n", path, strerror(errno));
        return false;
    }
    int rc = tn_cover_read(c, f);
    fclose(f);
    if (rc < 0)
        fprintf(stderr, "cover-report: %s: not the bins of this plan\n", path);
    return rc == 0;
}

int main(int argc, char **argv)
{
    const struct tn_dut *dut = argc > 2 ? tn_dut_find(argv[1]) : NULL;
    struct tn_cover *c = dut && dut->plan ? tn_cover_new(dut->plan) : NULL;
    struct tally t = {0};
    if (!c) {
        fprintf(stderr, "usage: cover-report DUT FILE...\nDUTs with a plan:");
        for (const struct tn_dut *const *d = tn_duts; *d; d++)
            if ((*d)->plan)
                fprintf(stderr, " %s", (*d)->name);
        fprintf(stderr, "\n");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        if (!add(c, argv[i]))
            return 2;
    tn_cover_each(c, count, &t);
    end_cross(&t);
    tn_cover_each(c, list, NULL);
    printf("%s every bin of %s that must be reachable was hit: %lu of %lu\n", t.all_missed ? "not ok" : "ok",
           argv[1], t.all_hit, t.all_hit + t.all_missed);
    printf("%s no bin of %s listed as out of reach was hit\n", t.wrong ? "not ok" : "ok", argv[1]);
    tn_cover_free(c);
    return t.all_missed || t.wrong;
}
