/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Compressed captures, by zlib and libzstd behind a stdio stream.
 */
#include "unpack.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { BLOCK = 1 << 16, GZIP_FIRST = 0x1f, ZSTD_FIRST = 0x28, GZIP_WINDOW = 15 + 16 };

struct tn_unpack {
    FILE *in;
    z_stream gzip;
    ZSTD_DStream *zstd; /* NULL: gzip */
    bool middle;        /* inside a member or frame */
    bool cut;           /* the input ended there */
    char error[128];
    uint8_t block[BLOCK]; /* input, from at up to n */
    size_t at, n;
};

/* More input when there is none; false at the end of the input. */
static bool fill(struct tn_unpack *u)
{
    if (u->at < u->n)
        return true;
    u->at = 0;
    u->n = fread(u->block, 1, sizeof u->block, u->in);
    return u->n > 0;
}

static ssize_t fail(struct tn_unpack *u, const char *form, const char *why)
{
    snprintf(u->error, sizeof u->error, "%s: %s", form, why);
    errno = EIO;
    return -1;
}

/* Unpacks up to size bytes of a member; how many, or -1. */
static ssize_t read_gzip(struct tn_unpack *u, char *buf, size_t size)
{
    int rc;
    if (!u->middle && inflateReset(&u->gzip) != Z_OK)
        return fail(u, "gzip", "out of memory");
    u->gzip.next_in = u->block + u->at;
    u->gzip.avail_in = (unsigned)(u->n - u->at);
    u->gzip.next_out = (Bytef *)buf;
    u->gzip.avail_out = (unsigned)size;
    rc = inflate(&u->gzip, Z_NO_FLUSH);
    u->at = u->n - u->gzip.avail_in;
    u->middle = rc != Z_STREAM_END;
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
        return fail(u, "gzip", u->gzip.msg ? u->gzip.msg : "corrupt data");
    return (ssize_t)(size - u->gzip.avail_out);
}

/* Unpacks up to size bytes of a frame; how many, or -1. */
static ssize_t read_zstd(struct tn_unpack *u, char *buf, size_t size)
{
    ZSTD_inBuffer in = {u->block, u->n, u->at};
    ZSTD_outBuffer out = {buf, size, 0};
    size_t rc = ZSTD_decompressStream(u->zstd, &out, &in);
    u->at = in.pos;
    if (ZSTD_isError(rc))
        return fail(u, "zstd", ZSTD_getErrorName(rc));
    u->middle = rc != 0;
    return (ssize_t)out.pos;
}

/* What stdio asks for: bytes, 0 at the end, -1 with errno. */
static ssize_t read_more(void *cookie, char *buf, size_t size)
{
    struct tn_unpack *u = cookie;
    ssize_t n = 0;
    if (*u->error) {
        errno = EIO;
        return -1;
    }
    while (n == 0) {
        bool more = fill(u);
        if (!more && ferror(u->in))
            return fail(u, u->zstd ? "zstd" : "gzip", strerror(errno));
        if (!more && !u->middle)
            return 0;
        n = u->zstd ? read_zstd(u, buf, size) : read_gzip(u, buf, size);
        if (n == 0 && !more) { /* nothing is left inside either */
            u->cut = true;
            return 0;
        }
    }
    return n;
}

static int close_both(void *cookie)
{
    struct tn_unpack *u = cookie;
    inflateEnd(&u->gzip);
    ZSTD_freeDStream(u->zstd);
    if (u->in != stdin)
        fclose(u->in);
    free(u);
    return 0;
}

FILE *tn_unpack_open(FILE *f, struct tn_unpack **u)
{
    static const cookie_io_functions_t functions = {.read = read_more, .close = close_both};
    int first = getc(f);
    FILE *out;
    *u = NULL;
    if (first != EOF)
        ungetc(first, f);
    if (first != GZIP_FIRST && first != ZSTD_FIRST)
        return f;
    *u = calloc(1, sizeof **u);
    if (*u && inflateInit2(&(*u)->gzip, GZIP_WINDOW) == Z_OK &&
        (first == GZIP_FIRST || ((*u)->zstd = ZSTD_createDStream()) != NULL)) {
        (*u)->in = f;
        out = fopencookie(*u, "r", functions);
        if (out)
            return out;
    }
    if (*u) {
        inflateEnd(&(*u)->gzip);
        ZSTD_freeDStream((*u)->zstd);
    }
    free(*u);
    *u = NULL;
    errno = ENOMEM;
    return NULL;
}

const char *tn_unpack_error(const struct tn_unpack *u)
{
    return u && *u->error ? u->error : NULL;
}

int tn_unpack_cut(const struct tn_unpack *u)
{
    return u && u->cut;
}
