/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The blocks of an FST file, each a byte of type and 8 bytes of length. The library trusts them;
 * here they are counted first.
 */
#include "scope.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    HEADER = 0,
    GEOMETRY = 3,
    HIERARCHY = 4,
    HIERARCHY_LZ4 = 6,
    HIERARCHY_LZ4DUO = 7,
    WRAPPER = 254,
    UNWRITTEN = 255,
    HEADER_LEN = 329
};

struct blocks {
    bool header, geometry, hierarchy, wrapper, unwritten;
};

static bool number(FILE *f, uint64_t *v)
{
    unsigned char b[8];
    *v = 0;
    for (unsigned i = 0; i < sizeof b; i++)
        b[i] = 0;
    if (fread(b, 1, sizeof b, f) != sizeof b)
        return false;
    for (unsigned i = 0; i < sizeof b; i++)
        *v = *v << 8 | b[i];
    return true;
}

static void note(struct blocks *b, int type, uint64_t len)
{
    b->header |= type == HEADER && len == HEADER_LEN;
    b->geometry |= type == GEOMETRY;
    b->hierarchy |= type == HIERARCHY || type == HIERARCHY_LZ4 || type == HIERARCHY_LZ4DUO;
    b->wrapper |= type == WRAPPER;
    b->unwritten |= type == UNWRITTEN;
}

/* Returns whether the blocks tile the file. */
static bool walk(FILE *f, uint64_t size, struct blocks *b)
{
    uint64_t at = 0, len;
    while (at < size) {
        int type = fseeko(f, (off_t)at, SEEK_SET) == 0 ? fgetc(f) : EOF;
        if (type == EOF || !number(f, &len) || len < 8 || len > size - at - 1)
            return false;
        note(b, type, len);
        at += 1 + len;
    }
    return true;
}

int tn_wave_fst_blocks(const char *path, const struct tn_wave_text *err)
{
    struct blocks b = {0};
    FILE *f = fopen(path, "rb");
    off_t size;
    bool whole;
    if (!f)
        return tn_wave_refuse(err, "%s: %s", path, strerror(errno));
    size = fseeko(f, 0, SEEK_END) == 0 ? ftello(f) : -1;
    whole = size > 0 && walk(f, (uint64_t)size, &b);
    fclose(f);
    if (b.wrapper)
        return whole ? 0 : tn_wave_refuse(err, "%s: cut short", path);
    if (!b.header)
        return tn_wave_refuse(err, "%s: neither FST nor VCD", path);
    if (b.unwritten || (whole && (!b.geometry || !b.hierarchy)))
        return tn_wave_refuse(
            err, "%s: not written to its end: the simulation is at work, or was killed", path);
    return whole ? 0 : tn_wave_refuse(err, "%s: cut short", path);
}
