/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture of a TNW cable as messages.
 */
#include "tnw_torus_stimulus.h"

#include "../stimulus/tnw_stimulus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 2, THIRD = 3 };

struct tn_torus_stimulus {
    struct tn_tnw_stimulus *items;
    struct tn_torus_message open[WAYS][TNW_VCS]; /* len 0: none */
    uint32_t next[WAYS][TNW_VCS];                /* offset that goes on with it */
    unsigned given[WAYS];
    bool ended;
};

struct tn_torus_stimulus *tn_torus_stimulus_open(const char *path, const struct tn_stim_options *o, const char *map,
                                                 char *err, size_t err_size)
{
    struct tn_torus_stimulus *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(err, err_size, "out of memory");
        return NULL;
    }
    s->items = tn_tnw_stimulus_open(path, o, map, err, err_size);
    if (s->items)
        return s;
    free(s);
    return NULL;
}

static int give(struct tn_torus_stimulus *s, struct tn_torus_message *open, struct tn_torus_message *m)
{
    *m = *open;
    m->get = ++s->given[m->from] % THIRD == 0;
    open->len = 0;
    return 1;
}

/* The capture is at its end: what is still open, by way and channel. */
static int rest(struct tn_torus_stimulus *s, struct tn_torus_message *m)
{
    for (unsigned way = 0; way < WAYS; way++)
        for (unsigned vc = 0; vc < TNW_VCS; vc++)
            if (s->open[way][vc].len)
                return give(s, &s->open[way][vc], m);
    return 0;
}

int tn_torus_stimulus_next(struct tn_torus_stimulus *s, struct tn_torus_message *m)
{
    struct tn_tnw_injected item;
    enum tn_tnw_way way;
    uint64_t at;
    int rc;
    while (!s->ended && (rc = tn_tnw_stimulus_next(s->items, &item, &way, &at)) != 0) {
        if (rc < 0)
            return rc;
        struct tn_torus_message *open = &s->open[way][item.vc];
        bool ready = false;
        /* the next one, or that with `last` */
        const bool goes_on = item.offset - s->next[way][item.vc] <= TNW_LAST;
        if (open->len && (!goes_on || open->len == TN_TORUS_MESSAGE))
            ready = give(s, open, m);
        if (!open->len) {
            open->from = way == TN_TNW_FROM_DUT ? 0 : 1;
            open->vc = item.vc;
            open->due = at;
        }
        memcpy(open->data + open->len, item.data, TNW_PAYLOAD);
        open->len += TNW_PAYLOAD;
        s->next[way][item.vc] = item.offset + TNW_PAYLOAD / 16;
        if (ready)
            return 1;
    }
    s->ended = true;
    return rest(s, m);
}

const char *tn_torus_stimulus_error(const struct tn_torus_stimulus *s)
{
    return tn_tnw_stimulus_error(s->items);
}

void tn_torus_stimulus_close(struct tn_torus_stimulus *s)
{
    if (!s)
        return;
    tn_tnw_stimulus_close(s->items);
    free(s);
}
