/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An FST file is blocks: a byte that says what, 8 bytes length (big-endian, itself
 * included), and what follows. The writer leaves type 255 to a block not finished. The
 * last block is the hierarchy, whose length it takes from the file: a cut one says so by what it
 * decompresses to alone.
 */
#include "waves.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEAD = 0,
    CHANGES = 1,
    OFF = 2, /* a block that says where the waveform was stopped and went on */
    GEOMETRY = 3,
    HIERARCHY_GZ = 4,
    CHANGES_ALIAS = 5,
    HIERARCHY_LZ4 = 6,
    HIERARCHY_LZ4_TWICE = 7,
    CHANGES_ALIAS_2 = 8,
};
enum { BLOCK_HEAD = 9, LENGTH = 8, HIERARCHY_MAX = 1 << 28 };

/* Returns the bit of a kind of blocks: of those that must be there and of one that may; 0 for all
 * others. */
static unsigned part_of(int type)
{
    switch (type) {
    case HEAD:
        return 1;
    case CHANGES:
    case CHANGES_ALIAS:
    case CHANGES_ALIAS_2:
        return 2;
    case GEOMETRY:
        return 4;
    case HIERARCHY_GZ:
    case HIERARCHY_LZ4:
    case HIERARCHY_LZ4_TWICE:
        return 8;
    case OFF:
        return 16;
    default:
        return 0;
    }
}

static uint64_t get64(const uint8_t *p)
{
    uint64_t v = 0;
    for (int i = 0; i < LENGTH; i++)
        v = v << 8 | p[i];
    return v;
}

/* Reads a length of LZ4: 4 bits and, when these are 15, bytes up to the first that is not 255.
 * Returns false at the end of the data. */
static bool lz4_length(const uint8_t *p, size_t n, size_t *at, unsigned nibble, uint64_t *length)
{
    *length = nibble;
    if (nibble < 15)
        return true;
    for (uint8_t more = 255; more == 255; *length += more) {
        if (*at >= n)
            return false;
        more = p[(*at)++];
    }
    return true;
}

/* Says whether n bytes are an LZ4 block that decompresses to `wanted` bytes: literals and copies by
 * turns, literals last. */
static bool lz4_holds(const uint8_t *p, size_t n, uint64_t wanted)
{
    uint64_t out = 0, length;
    for (size_t at = 0; at < n;) {
        uint8_t token = p[at++];
        if (!lz4_length(p, n, &at, token >> 4, &length) || length > n - at)
            return false;
        at += length;
        out += length;
        if (at == n)
            return out == wanted;
        if (n - at < 2)
            return false;
        at += 2;
        if (!lz4_length(p, n, &at, token & 15u, &length))
            return false;
        out += length + 4;
    }
    return false;
}

/* Says whether the hierarchy's block is whole. Behind its head stand the length that it
 * decompresses to (of double LZ4 also the inner length) and the data; gzip has the length at its
 * end, too, little-endian. */
static bool hierarchy_whole(const uint8_t *p, size_t n, int type)
{
    size_t lengths = type == HIERARCHY_LZ4_TWICE ? 2 * LENGTH : LENGTH;
    if (n < lengths + 4)
        return false;
    if (type != HIERARCHY_GZ)
        return lz4_holds(p + lengths, n - lengths, get64(p + lengths - LENGTH));
    const uint8_t *last = p + n - 4;
    return (uint32_t)get64(p) ==
           ((uint32_t)last[3] << 24 | (uint32_t)last[2] << 16 | (uint32_t)last[1] << 8 | last[0]);
}

/* Says the same of the next n bytes of f. */
static bool hierarchy_at(FILE *f, uint64_t n, int type)
{
    uint8_t *p = n <= HIERARCHY_MAX ? malloc(n + 1) : NULL;
    bool whole = !p || (fread(p, 1, n, f) == n && hierarchy_whole(p, n, type));
    free(p);
    return whole;
}

/* Follows the blocks of a file of this size. Returns whether all are whole and all kinds are
 * there. */
static bool follow(FILE *f, uint64_t size)
{
    uint8_t head[BLOCK_HEAD];
    uint64_t at = 0;
    unsigned seen = 0;
    while (at < size) {
        uint64_t length;
        unsigned part;
        if (fseeko(f, (off_t)at, SEEK_SET) != 0 || fread(head, 1, sizeof head, f) != sizeof head)
            return false;
        length = get64(head + 1);
        part = part_of(head[0]);
        if (part == 0 || length < LENGTH || length > size - at - 1)
            return false;
        if (part == part_of(HIERARCHY_GZ) && !hierarchy_at(f, length - LENGTH, head[0]))
            return false;
        seen |= part;
        at += 1 + length;
    }
    return (seen & 15) == 15;
}

bool tn_waves_whole(const char *path)
{
    struct stat st;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    bool whole = f && follow(f, (uint64_t)st.st_size);
    if (f)
        fclose(f);
    return whole;
}

/* Messages that are formatted beforehand, since a signal's handler may format nothing. */
static char early[400], late[400], hierarchy_file[4200];
static volatile sig_atomic_t ended, ended_with;
static pid_t watched;

static void on_bus_error(int sig)
{
    (void)sig;
    ssize_t ignored = ended ? write(STDERR_FILENO, late, strlen(late))
                            : write(STDERR_FILENO, early, strlen(early));
    (void)ignored;
    unlink(hierarchy_file); /* the waveform's writer would have removed its file */
    _exit(ended ? ended_with : 2);
}

void tn_waves_ending(int status)
{
    ended_with = status;
    ended = 1;
}

static void at_end(void)
{
    const char *path = getenv("TN_WAVES");
    struct stat st;
    if (getpid() == watched && path && stat(path, &st) == 0 && !tn_waves_whole(path))
        fputs(late, stderr);
}

void tn_waves_watch(void)
{
    const char *path = getenv("TN_WAVES");
    if (!path || !*path)
        return;
    watched = getpid();
    snprintf(early, sizeof early,
             "tenter: waveform %.300s: no room for its working files: the run ended early\n", path);
    snprintf(late, sizeof late, "tenter: waveform %.300s: not whole: no room for all of it\n",
             path);
    snprintf(hierarchy_file, sizeof hierarchy_file, "%s.hier", path);
    signal(SIGBUS, on_bus_error);
    atexit(at_end);
}
