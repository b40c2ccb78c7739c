/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of APEnet's links as messages.
 */
#include "ape_stimulus.h"

#include <tn/apenet/apenet.h>
#include <tn/capture.h>
#include <tn/rng.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP_MAX = 64, ERROR = 256, LINES = 64, OPEN = 16, HEAD = 3, SEEN = 1024 };

/* A message whose last packet has not come. */
struct open {
    bool used;
    uint32_t msg;
    struct tn_ape_stim_message m;
};

/* What tells packets apart; none of it is changed by routers. */
struct key {
    uint32_t crc, msg;
    uint16_t src, pkt;
};

struct tn_ape_stimulus {
    struct tn_reader *reader;
    struct tn_stim_options o;
    struct tn_rng rng;
    char error[ERROR];
    uint64_t messages, first, free; /* free: when the line has room for the next */
    bool begun, ended;
    struct ape_line line[LINES]; /* by point and direction */
    struct open open[OPEN];
    struct key seen[SEEN]; /* the last packets */
    unsigned seen_n;
    uint64_t cycle;
    /* a record of words that is being taken to pieces */
    uint8_t *word;
    size_t words, at;
    struct ape_line *from;
};

static struct tn_ape_stimulus *fresh(const char *path, const struct tn_stim_options *o, char *err,
                                     size_t err_size)
{
    struct tn_ape_stimulus *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    s->o = *o;
    tn_rng_seed(&s->rng, o->seed, 22);
    s->reader = tn_reader_open(path, err, err_size);
    if (s->reader)
        return s;
    free(s);
    return NULL;
}

struct tn_ape_stimulus *tn_ape_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             char *err, size_t err_size)
{
    static struct tn_ape_stim_message m;
    struct tn_ape_stimulus *s = fresh(path, o, err, err_size);
    if (!s)
        return NULL;
    const bool any = tn_ape_stimulus_next(s, &m) == 1;
    if (!any)
        snprintf(err, err_size, "%.120s: %.100s", path,
                 s->error[0] ? s->error : "no message of APEnet");
    tn_ape_stimulus_close(s);
    return any ? fresh(path, o, err, err_size) : NULL;
}

static uint64_t due(struct tn_ape_stimulus *s, uint32_t n)
{
    uint64_t at = s->free;
    if (!s->begun)
        s->first = s->cycle;
    s->begun = true;
    if (s->o.timing == TN_STIM_CAPTURED && s->cycle > s->first)
        at = (uint64_t)((double)(s->cycle - s->first) * s->o.scale);
    if (s->o.timing == TN_STIM_RANDOM)
        at += tn_rng_below(&s->rng, GAP_MAX + 1);
    s->free = at + HEAD + n / APE_WORD;
    return at;
}

/* A node as registers and events have it: {x 6, y 5, z 5}. */
static uint16_t number_of(const struct ape_node *n)
{
    return (uint16_t)(n->x << 10 | n->y << 5 | n->z);
}

static struct open *open_of(struct tn_ape_stimulus *s, const struct ape_packet *k)
{
    struct open *free_one = &s->open[0];
    for (unsigned i = 0; i < OPEN; i++) {
        struct open *o = &s->open[i];
        if (o->used && o->msg == k->footer.msg && o->m.type == k->header.type &&
            o->m.src == number_of(&k->footer.src))
            return o;
        if (!o->used)
            free_one = o;
    }
    *free_one = (struct open){.used = true, .msg = k->footer.msg};
    free_one->m.src = number_of(&k->footer.src);
    free_one->m.dst = number_of(&k->header.dst);
    free_one->m.type = k->header.type;
    free_one->m.from = (unsigned)(k->footer.src.x + k->footer.src.y + k->footer.src.z) % 2;
    return free_one;
}

/* Says whether a packet was there before: a capture of several lines has it at each. */
static bool again(struct tn_ape_stimulus *s, const struct ape_packet *k)
{
    const struct key key = {k->footer.crc, k->footer.msg, number_of(&k->footer.src), k->footer.pkt};
    for (unsigned i = 0; i < SEEN && i < s->seen_n; i++)
        if (memcmp(&s->seen[i], &key, sizeof key) == 0)
            return true;
    s->seen[s->seen_n++ % SEEN] = key;
    return false;
}

/* A packet joins its message; 1 when the message is whole, or as long as one can be. */
static int packet(struct tn_ape_stimulus *s, const uint8_t *bytes, size_t len,
                  struct tn_ape_stim_message *m)
{
    struct ape_packet k;
    ape_decode(bytes, len, len, &k);
    if (!k.has_footer || k.header.len == 0 || k.header.len > APE_LEN_MAX ||
        k.payload_n < k.header.len || k.header.type == TN_ape_hdr_type_GET ||
        k.footer.crc != ape_crc(bytes, len) || again(s, &k))
        return 0;
    struct open *o = open_of(s, &k);
    memcpy(o->m.data + o->m.n, k.payload, k.header.len);
    o->m.n += k.header.len;
    if (!k.footer.last && o->m.n + APE_LEN_MAX <= TN_APE_STIM_BYTES)
        return 0;
    *m = o->m;
    m->due = due(s, m->n);
    o->m.n = 0;
    o->used = !k.footer.last;
    return 1;
}

/* A record: 1 when a message is whole with it. */
static int record(struct tn_ape_stimulus *s, const struct tn_event *ev,
                  struct tn_ape_stim_message *m)
{
    s->cycle = ev->cycle;
    if (ev->unit == TN_UNIT_PACKET)
        return packet(s, ev->bytes, ev->len, m);
    if (ev->unit != TN_UNIT_FRAME)
        return 0;
    free(s->word);
    s->word = malloc(ev->len + 1);
    if (!s->word)
        return -ENOMEM;
    memcpy(s->word, ev->bytes, ev->len);
    s->words = ev->len / APE_LINK_WORD;
    s->at = 0;
    s->from = &s->line[(2u * (ev->point * 8u + ev->port) + ev->dir) % LINES];
    return 0;
}

int tn_ape_stimulus_next(struct tn_ape_stimulus *s, struct tn_ape_stim_message *m)
{
    struct tn_event ev;
    int rc = 0;
    if (s->o.max && s->messages >= s->o.max)
        return 0;
    while (rc == 0) {
        if (s->at < s->words) {
            const uint8_t *word = s->word + s->at++ * APE_LINK_WORD;
            ape_line_word(s->from, word[0], word + 1);
            s->cycle++;
            if (s->from->done)
                rc = packet(s, s->from->packet, (size_t)s->from->words * APE_WORD, m);
            continue;
        }
        rc = tn_reader_next(s->reader, &ev, NULL);
        if (rc <= 0) {
            snprintf(s->error, sizeof s->error, "%s", rc < 0 ? tn_reader_error(s->reader) : "");
            return rc;
        }
        rc = ev.fabric == TN_FABRIC_APENET ? record(s, &ev, m) : 0;
    }
    s->messages += rc == 1;
    return rc;
}

const char *tn_ape_stimulus_error(const struct tn_ape_stimulus *s)
{
    return s->error;
}

void tn_ape_stimulus_close(struct tn_ape_stimulus *s)
{
    if (!s)
        return;
    tn_reader_close(s->reader);
    free(s->word);
    free(s);
}
