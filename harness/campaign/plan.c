/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Campaign plans: key = value lines.
 */
#include <tn/campaign.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PLAN_MAX = 1 << 20 };

/* The whole file, or NULL with errno. */
static char *slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(PLAN_MAX + 1) : NULL;
    size_t n;
    int saved;
    if (!text) {
        saved = errno;
        if (f)
            fclose(f);
        errno = saved;
        return NULL;
    }
    errno = 0;
    n = fread(text, 1, PLAN_MAX + 1, f);
    saved = ferror(f) ? (errno ? errno : EIO) : n > PLAN_MAX ? EFBIG : memchr(text, 0, n) ? EILSEQ : 0;
    fclose(f);
    if (saved) {
        free(text);
        errno = saved;
        return NULL;
    }
    text[n] = 0;
    return text;
}

static char *trim(char *s)
{
    char *end;
    while (isspace((unsigned char)*s))
        s++;
    for (end = s + strlen(s); end > s && isspace((unsigned char)end[-1]); end--)
        end[-1] = 0;
    return s;
}

static const char *put_number(const char *value, uint64_t max, uint64_t *out)
{
    char *end;
    errno = 0;
    *out = isdigit((unsigned char)*value) ? strtoull(value, &end, 10) : 0;
    if (!isdigit((unsigned char)*value) || errno || *end || *out > max)
        return "a number in range is expected";
    return NULL;
}

static const char *put_u32(const char *value, uint32_t max, uint32_t *out)
{
    uint64_t n;
    const char *why = put_number(value, max, &n);
    *out = (uint32_t)n;
    return why ? why : n == 0 ? "above 0 is expected" : NULL;
}

static const char *put_text(const char *value, char *out, size_t size)
{
    if (*value == 0 || strlen(value) >= size)
        return "empty or too long";
    memcpy(out, value, strlen(value) + 1);
    return NULL;
}

static const char *put_path(const struct tn_plan *p, const char *value, char *out, size_t size)
{
    const char *slash = strrchr(p->path, '/');
    int dir = slash && *value != '/' ? (int)(slash + 1 - p->path) : 0;
    int n = snprintf(out, size, "%.*s%s", dir, p->path, value);
    return *value == 0 || n < 0 || (size_t)n >= size ? "empty or too long" : NULL;
}

static const char *put_timing(struct tn_plan *p, char *value)
{
    char *colon = strchr(value, ':'), *end;
    p->scale = 1;
    if (colon) {
        *colon = 0;
        p->scale = strtod(colon + 1, &end);
        if (end == colon + 1 || *end || !(p->scale > 0 && p->scale <= 1e6))
            return "a scale above 0 is expected after ':'";
    }
    if (strcmp(value, "fast") != 0 && strcmp(value, "captured") != 0 && strcmp(value, "random") != 0)
        return "fast, captured, captured:SCALE or random is expected";
    return put_text(value, p->timing, sizeof p->timing);
}

static const char *put_globs(char *list, char glob[][TN_FAULT_WHERE], unsigned *n)
{
    for (char *g = strtok(list, " \t"); g; g = strtok(NULL, " \t")) {
        const char *why;
        if (*n == TN_PLAN_GLOBS)
            return "too many places in one line";
        why = put_text(g, glob[*n], TN_FAULT_WHERE);
        if (why)
            return why;
        ++*n;
    }
    return *n ? NULL : "a place is expected";
}

/* "flip on s_usr m_dev", "seu on u_dut.*", "stuck0+40 on ..." */
static const char *put_space(struct tn_plan *p, char *value)
{
    struct tn_plan_space *s = &p->space[p->spaces];
    char *on = strstr(value, " on "), text[TN_FAULT_TEXT], err[256];
    if (p->spaces == TN_PLAN_SPACES)
        return "too many fault lines";
    if (!on)
        return "KIND on PLACE... is expected";
    *on = 0;
    if (strchr(value, '@'))
        return "KIND on PLACE... is expected, a place stands behind on alone";
    snprintf(text, sizeof text, "%.64s@x@0", trim(value));
    if (tn_fault_parse(text, &s->f, err, sizeof err) < 0)
        return "unknown kind, or a number is missing or too many (tenter replay --faults lists them)";
    p->spaces++;
    return put_globs(on + 4, s->glob, &s->globs);
}

static const char *put(struct tn_plan *p, const char *key, char *value)
{
    if (strcmp(key, "dut") == 0)
        return put_text(value, p->dut, sizeof p->dut);
    if (strcmp(key, "sim") == 0)
        return strcmp(value, "icarus") != 0 && strcmp(value, "verilator") != 0
                   ? "icarus or verilator is expected" : put_text(value, p->sim, sizeof p->sim);
    if (strcmp(key, "stimulus") == 0)
        return put_path(p, value, p->stimulus, sizeof p->stimulus);
    if (strcmp(key, "timing") == 0)
        return put_timing(p, value);
    if (strcmp(key, "digest") == 0) {
        p->digest = strcmp(value, "on") == 0;
        return p->digest || strcmp(value, "off") == 0 ? NULL : "on or off is expected";
    }
    if (strcmp(key, "map") == 0)
        return put_text(value, p->map, sizeof p->map);
    if (strcmp(key, "packets") == 0)
        return put_u32(value, 100000, &p->packets);
    if (strcmp(key, "window") == 0)
        return put_u32(value, 10000000, &p->window);
    if (strcmp(key, "sample") == 0)
        return put_u32(value, TN_PLAN_SAMPLE_MAX, &p->sample);
    if (strcmp(key, "seed") == 0)
        return put_number(value, UINT64_MAX, &p->seed);
    if (strcmp(key, "fault") == 0)
        return put_space(p, value);
    if (strcmp(key, "exclude") == 0)
        return put_globs(value, p->exclude, &p->excludes);
    return "unknown key";
}

static const char *missing(const struct tn_plan *p)
{
    return !p->dut[0] ? "dut" : !p->stimulus[0] ? "stimulus" : !p->sample ? "sample"
         : !p->spaces ? "fault" : NULL;
}

static int read_lines(struct tn_plan *p, char *text, char *err, size_t err_size)
{
    unsigned line = 0;
    for (char *at = text, *next; at; at = next) {
        char *equals, *key;
        const char *why;
        line++;
        next = strchr(at, '\n');
        if (next)
            *next++ = 0;
        at[strcspn(at, "#")] = 0;
        key = trim(at);
        if (*key == 0)
            continue;
        equals = strchr(key, '=');
        if (equals)
            *equals = 0;
        why = equals ? put(p, trim(key), trim(equals + 1)) : "key = value is expected";
        if (why) {
            snprintf(err, err_size, "%.300s:%u: %.40s: %s", p->path, line, key, why);
            return -EINVAL;
        }
    }
    if (missing(p)) {
        snprintf(err, err_size, "%.300s:%u: %s is missing", p->path, line, missing(p));
        return -EINVAL;
    }
    return 0;
}

int tn_plan_read(const char *path, struct tn_plan *p, char *err, size_t err_size)
{
    char *copy;
    int rc;
    memset(p, 0, sizeof *p);
    snprintf(p->path, sizeof p->path, "%s", path);
    strcpy(p->sim, "icarus");
    strcpy(p->timing, "fast");
    strcpy(p->map, "-");
    p->scale = 1;
    p->packets = 200;
    p->window = 600;
    p->seed = 1;
    p->text = slurp(path);
    copy = p->text ? strdup(p->text) : NULL;
    if (!copy) {
        rc = -errno;
        snprintf(err, err_size, "%.300s: %s", path, errno == EILSEQ ? "a byte of 0 in it: no text" : strerror(errno));
        tn_plan_free(p);
        return rc;
    }
    rc = read_lines(p, copy, err, err_size);
    free(copy);
    if (rc < 0)
        tn_plan_free(p);
    return rc;
}

void tn_plan_free(struct tn_plan *p)
{
    free(p->text);
    p->text = NULL;
}
