/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * FST files. Only the chains of chosen signals are unpacked, in a single pass.
 */
#include "file.h"
#include "scope.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* GTKWave's library of FST files, as Verilator ships it. It ends the program when it finds damage;
 * here it leaves the call that is under way, and says nothing. The makefile keeps its symbols to
 * this object. */
_Noreturn static void damage(void);
static int quiet(FILE *f, const char *text, ...) __attribute__((format(printf, 2, 3)));
#define exit(code)         damage()
#define fprintf            quiet
#define FST_CONFIG_INCLUDE "fst_config.h"
#include <gtkwave/fastlz.c>
#include <gtkwave/fstapi.c>
#include <gtkwave/lz4.c>
#undef exit
#undef fprintf

/* The library's fprintf(): its messages are left out, and it writes nothing else. */
static int quiet(FILE *f, const char *text, ...)
{
    (void)f;
    (void)text;
    return 0;
}

struct fst {
    void *reader;
    char *path;
    struct tn_wave *wave;
    uint32_t handles;
    uint32_t blackout; /* the next of the file's changes between dumping and not dumping */
};

/* The library's calls come one at a time, and so do files. */
static jmp_buf *way_out;

_Noreturn static void damage(void)
{
    longjmp(*way_out, 1);
}

static void fst_close(void *file)
{
    struct fst *f = file;
    if (f->reader)
        fstReaderClose(f->reader);
    free(f->path);
    free(f);
}

static int damaged(const struct fst *f, const struct tn_wave_text *err)
{
    return tn_wave_refuse(err, "%s: damaged FST file", f->path);
}

static void *fst_open(const char *path, const struct tn_wave_text *err)
{
    struct fst *volatile f = calloc(1, sizeof *f);
    jmp_buf out;
    if (!f || !(f->path = strdup(path))) {
        free(f);
        tn_wave_refuse(err, "out of memory");
        return NULL;
    }
    if (tn_wave_fst_blocks(path, err) < 0) {
        fst_close(f);
        return NULL;
    }
    way_out = &out;
    if (setjmp(out) == 0)
        f->reader = fstReaderOpen(path);
    if (f->reader)
        return f;
    damaged(f, err);
    fst_close(f);
    return NULL;
}

/* Declares a variable; those without bits of 0 and 1 are left out. */
static int declare(struct fst *f, struct tn_wave *w, const struct tn_wave_path *scope,
                   const struct fstHierVar *v)
{
    char name[4096];
    if (v->handle == 0 || v->handle > f->handles)
        return -1;
    if (v->length == 0 || v->typ == FST_VT_VCD_REAL || v->typ == FST_VT_VCD_REAL_PARAMETER ||
        v->typ == FST_VT_VCD_REALTIME || v->typ == FST_VT_SV_SHORTREAL ||
        v->typ == FST_VT_GEN_STRING || v->typ == FST_VT_VCD_PORT)
        return 0;
    if (snprintf(name, sizeof name, "%s", v->name) >= (int)sizeof name)
        return 0;
    return tn_wave_signal(w, scope->text, *name == '\\' ? name + 1 : name, v->length, v->handle);
}

static int walk(struct fst *f, struct tn_wave *w)
{
    struct tn_wave_path scope;
    struct fstHier *h;
    int rc = tn_wave_path_init(&scope);
    while (rc == 0 && (h = fstReaderIterateHier(f->reader)) != NULL) {
        if (h->htyp == FST_HT_SCOPE)
            rc = tn_wave_path_push(&scope, h->u.scope.name);
        else if (h->htyp == FST_HT_UPSCOPE)
            tn_wave_path_pop(&scope);
        else if (h->htyp == FST_HT_VAR)
            rc = declare(f, w, &scope, &h->u.var);
    }
    tn_wave_path_free(&scope);
    return rc;
}

static int fst_signals(void *file, struct tn_wave *w, const struct tn_wave_text *err)
{
    struct fst *f = file;
    jmp_buf out;
    way_out = &out;
    if (setjmp(out))
        return damaged(f, err);
    f->handles = fstReaderGetMaxHandle(f->reader);
    tn_wave_scale(w, fstReaderGetTimescale(f->reader), fstReaderGetStartTime(f->reader));
    return walk(f, w) < 0 ? damaged(f, err) : 0;
}

static void choose(void *ctx, uint32_t id)
{
    fstReaderSetFacProcessMask(ctx, id);
}

static void on_change(void *ctx, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct fst *f = ctx;
    for (; f->blackout < fstReaderGetNumberDumpActivityChanges(f->reader) &&
           fstReaderGetDumpActivityChangeTime(f->reader, f->blackout) <= time;
         f->blackout++)
        if (f->blackout && fstReaderGetDumpActivityChangeValue(f->reader, f->blackout))
            tn_wave_gap(f->wave);
    tn_wave_change(f->wave, time, handle, (const char *)value);
}

static int fst_play(void *file, struct tn_wave *w, const struct tn_wave_text *err)
{
    struct fst *f = file;
    uint64_t from, to;
    jmp_buf out;
    way_out = &out;
    if (setjmp(out))
        return damaged(f, err);
    f->wave = w;
    fstReaderClrFacProcessMaskAll(f->reader);
    tn_wave_each_id(w, choose, f->reader);
    tn_wave_range_of(w, &from, &to);
    if (from > 0 || to < UINT64_MAX)
        fstReaderSetLimitTimeRange(f->reader, from, to);
    fstReaderIterBlocks(f->reader, on_change, f, NULL);
    return 0;
}

const struct tn_wave_form tn_wave_form_fst = {
    .open = fst_open, .signals = fst_signals, .play = fst_play, .close = fst_close};
