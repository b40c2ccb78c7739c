/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A program of one node: its part of the lattice, and the exchange of faces with its neighbours.
 */
#include "lattice.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS = TNW_LIB_LINKS, FACE_MAX = 16 * 16 * 8 };

struct local {
    const struct tn_tnw_lattice *l;
    unsigned n; /* edge */
    uint64_t *now, *next;
};

static uint64_t *cell(uint64_t *cells, unsigned n, unsigned x, unsigned y, unsigned z)
{
    return cells + (size_t)POPS * (x + n * (y + (size_t)n * z));
}

static void first_cells(const struct local *s, unsigned node)
{
    unsigned at[3];
    place_of(s->l, node, at);
    for (unsigned z = 0; z < s->n; z++)
        for (unsigned y = 0; y < s->n; y++)
            for (unsigned x = 0; x < s->n; x++) {
                const unsigned g[3] = {at[0] * s->n + x, at[1] * s->n + y, at[2] * s->n + z};
                first_cell(s->l->seed, g, cell(s->now, s->n, x, y, z));
            }
}

/* The cell of face link at (u,v): its first two coordinates that are not the link's. */
static uint64_t *face_cell(uint64_t *cells, unsigned n, unsigned link, unsigned u, unsigned v)
{
    const unsigned w = link & 1 ? 0 : n - 1;
    switch (link / 2) {
    case 0:
        return cell(cells, n, w, u, v);
    case 1:
        return cell(cells, n, u, w, v);
    default:
        return cell(cells, n, u, v, w);
    }
}

/* Populations of cells that collided move inside; those at a face stay out. */
static void stream_inside(const struct local *s)
{
    static const int step[POPS][3] = {{0},        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0},
                                      {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const unsigned n = s->n;
    for (unsigned z = 0; z < n; z++)
        for (unsigned y = 0; y < n; y++)
            for (unsigned x = 0; x < n; x++)
                for (unsigned i = 0; i < POPS; i++) {
                    const unsigned tx = x + (unsigned)step[i][0], ty = y + (unsigned)step[i][1],
                                   tz = z + (unsigned)step[i][2];
                    if (tx < n && ty < n && tz < n)
                        cell(s->next, n, tx, ty, tz)[i] = cell(s->now, n, x, y, z)[i];
                }
}

/* What leaves through a face, least significant byte first. */
static void pack(const struct local *s, unsigned link, uint8_t *out)
{
    for (unsigned v = 0; v < s->n; v++)
        for (unsigned u = 0; u < s->n; u++)
            for (unsigned b = 0; b < 8; b++)
                *out++ = (uint8_t)(face_cell(s->now, s->n, link, u, v)[1 + link] >> 8 * b);
}

/* What came in through it moves the other way. */
static void unpack(const struct local *s, unsigned link, const uint8_t *in)
{
    for (unsigned v = 0; v < s->n; v++)
        for (unsigned u = 0; u < s->n; u++) {
            uint64_t value = 0;
            for (unsigned b = 0; b < 8; b++)
                value |= (uint64_t)*in++ << 8 * b;
            face_cell(s->next, s->n, link, u, v)[1 + (link ^ 1)] = value;
        }
}

struct program {
    struct local s;
    struct tnw t;
    const struct tnw_io *io;
    void *ctx;
    uint64_t base;
    struct tn_tnw_lib_judge *judge;
    uint32_t came[LINKS], sent[LINKS];
};

static uint64_t receive_at(const struct program *p, unsigned link)
{
    return p->base + TN_TNW_AT_RECEIVE + (uint64_t)TN_TNW_AT_STEP * link;
}

static int give_credits(struct program *p)
{
    int r = 0;
    for (unsigned l = 0; !r && l < LINKS; l++)
        r = tnwCredit(&p->t, (int)l, (int)p->s.l->vc, receive_at(p, l), tn_tnw_lattice_halo(p->s.l),
                      &p->came[l]);
    return r;
}

static int send_face(struct program *p, unsigned link)
{
    const size_t len = tn_tnw_lattice_halo(p->s.l);
    const int vc = (int)p->s.l->vc;
    uint8_t face[FACE_MAX];
    pack(&p->s, link, face);
    if (!(p->s.l->get_links >> link & 1)) {
        const int r = tnwSend(&p->t, (int)link, vc, face, len, 0);
        if (p->judge)
            tn_tnw_lib_judge_sent(p->judge, r);
        return r;
    }
    const uint64_t src = p->base + TN_TNW_AT_SOURCE + (uint64_t)TN_TNW_AT_STEP * link;
    const int r = p->io->store(p->ctx, src, face, len);
    return r ? r : tnwGet(&p->t, (int)link, vc, src, len, 0, &p->sent[link]);
}

static int wait_for(struct program *p, uint32_t handle)
{
    struct tnw_done d = {0};
    const int r = tnwWait(&p->t, handle, &d);
    if (p->judge)
        tn_tnw_lib_judge_tested(p->judge, handle, r, &d);
    return r;
}

/* One step: credits before sends, so that nothing can stand still. */
static int step(struct program *p)
{
    const unsigned n = p->s.n;
    uint8_t face[FACE_MAX];
    int r = give_credits(p);
    for (size_t i = 0; i < (size_t)n * n * n; i++)
        collide(p->s.now + POPS * i);
    for (unsigned l = 0; !r && l < LINKS; l++)
        r = send_face(p, l);
    stream_inside(&p->s);
    for (unsigned l = 0; !r && l < LINKS; l++) {
        r = wait_for(p, p->came[l]);
        if (!r)
            r = p->io->load(p->ctx, receive_at(p, l), face, tn_tnw_lattice_halo(p->s.l));
        if (!r)
            unpack(&p->s, l, face);
    }
    for (unsigned l = 0; !r && l < LINKS; l++)
        if (p->s.l->get_links >> l & 1)
            r = wait_for(p, p->sent[l]);
    uint64_t *const done = p->s.now;
    p->s.now = p->s.next;
    p->s.next = done;
    return r;
}

int tn_tnw_lattice_node(const struct tn_tnw_lattice *l, unsigned node, const struct tnw_io *io,
                        void *ctx, uint64_t base, struct tn_tnw_lib_judge *judge, uint64_t *cells)
{
    const size_t bytes = 8 * tn_tnw_lattice_words(l);
    if (!l->edge || l->edge % 4 || l->edge > 16)
        return -EINVAL;
    struct program *p = calloc(1, sizeof *p);
    uint64_t *memory = malloc(2 * bytes);
    int r = -ENOMEM;
    if (p && memory) {
        p->s = (struct local){.l = l, .n = l->edge, .now = memory, .next = memory + bytes / 8};
        p->io = io;
        p->ctx = ctx;
        p->base = base;
        p->judge = judge;
        first_cells(&p->s, node);
        r = tnwOpen(&p->t, judge ? &tn_tnw_lib_judge_io : io, judge ? (void *)judge : ctx,
                    (1 << LINKS) - 1, base + TN_TNW_AT_NOTES);
        for (unsigned i = 0; !r && i < l->steps; i++)
            r = step(p);
        memcpy(cells, p->s.now, bytes);
    }
    free(memory);
    free(p);
    return r;
}
