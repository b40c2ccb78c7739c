/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of a TNW link as items.
 */
#include "tnw_stimulus.h"

#include <tn/capture.h>
#include <tn/rng.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP_MAX = 64, ERROR = 256 };

struct tn_tnw_stimulus {
    struct tn_reader *reader;
    struct tn_stim_options o;
    struct tn_rng rng;
    bool swap;
    unsigned vcs; /* channels that are used */
    char error[ERROR];
    uint64_t packets;
    uint64_t first; /* cycle of the first packet */
    bool begun;
    struct {
        uint64_t free; /* when the line has room for the next */
        uint8_t next;  /* number due */
        bool known;
    } way[2];
    /* a frame that is being taken to pieces */
    uint8_t *frame;
    uint32_t at, len;
    enum tn_tnw_way from;
    uint64_t cycle;
};

static enum tn_tnw_way way_of(const struct tn_tnw_stimulus *s, const struct tn_event *ev)
{
    const char *name = tn_reader_point(s->reader, ev->point);
    const bool in = name && name[0] && name[1] == '_' ? name[0] == 's' : ev->point % 2 != 0 || ev->dir != 0;
    return in != s->swap ? TN_TNW_TO_DUT : TN_TNW_FROM_DUT;
}

/* swap, vcs=N */
static bool map_words(struct tn_tnw_stimulus *s, const char *map, char *err, size_t err_size)
{
    char copy[64], *word;
    snprintf(copy, sizeof copy, "%s", map);
    for (word = strtok(copy, " ,"); word; word = strtok(NULL, " ,")) {
        if (strcmp(word, "swap") == 0) {
            s->swap = true;
        } else if (strncmp(word, "vcs=", 4) == 0 && word[4] >= '1' && word[4] <= '8' && !word[5]) {
            s->vcs = (unsigned)(word[4] - '0');
        } else {
            snprintf(err, err_size, "map: '%.40s' is neither swap nor vcs=N (1 to 8)", word);
            return false;
        }
    }
    return true;
}

static struct tn_tnw_stimulus *fresh(const char *path, const struct tn_stim_options *o, const char *map, char *err,
                                     size_t err_size)
{
    struct tn_tnw_stimulus *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    s->o = *o;
    s->vcs = TNW_VCS;
    tn_rng_seed(&s->rng, o->seed, 6);
    if (map_words(s, map, err, err_size))
        s->reader = tn_reader_open(path, err, err_size);
    if (s->reader)
        return s;
    free(s);
    return NULL;
}

struct tn_tnw_stimulus *tn_tnw_stimulus_open(const char *path, const struct tn_stim_options *o, const char *map,
                                             char *err, size_t err_size)
{
    struct tn_tnw_injected item;
    enum tn_tnw_way way;
    uint64_t at;
    struct tn_tnw_stimulus *s = fresh(path, o, map, err, err_size);
    if (!s)
        return NULL;
    const bool any = tn_tnw_stimulus_next(s, &item, &way, &at) == 1;
    if (!any)
        snprintf(err, err_size, "%.120s: %.100s", path, s->error[0] ? s->error : "no packet of a TNW link");
    tn_tnw_stimulus_close(s);
    return any ? fresh(path, o, map, err, err_size) : NULL;
}

/* When an item is due: the line's own speed, the capture's time, or gaps at random. */
static uint64_t due(struct tn_tnw_stimulus *s, enum tn_tnw_way way)
{
    uint64_t at = s->way[way].free;
    if (!s->begun)
        s->first = s->cycle;
    s->begun = true;
    if (s->o.timing == TN_STIM_CAPTURED && s->cycle > s->first)
        at = (uint64_t)((double)(s->cycle - s->first) * s->o.scale);
    if (s->o.timing == TN_STIM_RANDOM)
        at += tn_rng_below(&s->rng, GAP_MAX + 1);
    s->way[way].free = at + TNW_WORDS;
    return at;
}

/* The packet is the one that a receiver takes: right, and the next. */
static bool taken(struct tn_tnw_stimulus *s, enum tn_tnw_way way, const struct tnw_packet *k, struct tn_tnw_injected *item)
{
    if (!k->has_crc || k->word_n != TNW_PAYLOAD / TNW_WORD || k->crc != tnw_want_crc(k))
        return false;
    if (s->way[way].known && k->seq != s->way[way].next)
        return false;
    s->way[way].known = true;
    s->way[way].next = tnw_seq_next(k->seq);
    *item = (struct tn_tnw_injected){.vc = (uint8_t)(k->vc % s->vcs), .offset = k->offset};
    memcpy(item->data, k->payload, TNW_PAYLOAD);
    return true;
}

/* The next part of the frame: 1 with an item, 0 none. */
static int part(struct tn_tnw_stimulus *s, struct tn_tnw_injected *item, enum tn_tnw_way *way, uint64_t *at)
{
    struct tnw_part p;
    const size_t n = tnw_part_decode(s->frame + s->at, s->len - s->at, &p);
    if (n == 0) {
        s->at = s->len;
        return 0;
    }
    s->at += (uint32_t)n;
    if (p.kind == TNW_SET && p.ctl.code == TNW_INIT)
        s->way[s->from].known = false;
    if (p.kind != TNW_START || p.words != TNW_WORDS || !taken(s, s->from, &p.packet, item))
        return 0;
    *way = s->from;
    *at = due(s, s->from);
    return 1;
}

/* A record of a TNW link; 1 when it is an item by itself. */
static int record(struct tn_tnw_stimulus *s, const struct tn_event *ev, struct tn_tnw_injected *item,
                  enum tn_tnw_way *way, uint64_t *at)
{
    struct tnw_packet k;
    s->from = way_of(s, ev);
    s->cycle = ev->cycle;
    if (ev->unit == TN_UNIT_FRAME) {
        const size_t room = (size_t)ev->len * TNW_WORD_OCTETS / TNW_WORD + 1;
        free(s->frame);
        s->frame = malloc(room);
        s->at = s->len = 0;
        if (!s->frame)
            return -ENOMEM;
        s->len = (uint32_t)tnw_foreign_words(ev->bytes, ev->len, s->frame, room);
        if (!s->len) {
            memcpy(s->frame, ev->bytes, ev->len);
            s->len = ev->len;
        }
        return 0;
    }
    tnw_decode_any(ev->bytes, ev->len, ev->orig_len, &k);
    if (ev->unit != TN_UNIT_PACKET || !taken(s, s->from, &k, item))
        return 0;
    *way = s->from;
    *at = due(s, s->from);
    return 1;
}

int tn_tnw_stimulus_next(struct tn_tnw_stimulus *s, struct tn_tnw_injected *item, enum tn_tnw_way *way, uint64_t *at)
{
    struct tn_event ev;
    int rc = 0;
    if (s->o.max && s->packets >= s->o.max)
        return 0;
    while (rc == 0) {
        if (s->at < s->len) {
            rc = part(s, item, way, at);
            continue;
        }
        rc = tn_reader_next(s->reader, &ev, NULL);
        if (rc <= 0) {
            snprintf(s->error, sizeof s->error, "%s", rc < 0 ? tn_reader_error(s->reader) : "");
            return rc;
        }
        rc = ev.fabric == TN_FABRIC_TNW ? record(s, &ev, item, way, at) : 0;
    }
    s->packets += rc == 1;
    return rc;
}

const char *tn_tnw_stimulus_error(const struct tn_tnw_stimulus *s)
{
    return s->error;
}

void tn_tnw_stimulus_close(struct tn_tnw_stimulus *s)
{
    if (!s)
        return;
    tn_reader_close(s->reader);
    free(s->frame);
    free(s);
}
