/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What of a capture goes into, or out of, a block of ExaNet's network interface.
 */
#include "exa_ni_own.h"

#include "../stimulus/exa_stimulus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { GAP_CYC = 40 /* in which software deals with a message */ };

struct exa_node tn_ni_own(struct tn_ni *ni)
{
    return exa_node_of(ni->stimulus.own);
}

unsigned tn_ni_domains(struct tn_ni *ni)
{
    return ni->stimulus.domains;
}

uint16_t tn_ni_pdid(struct tn_ni *ni, unsigned place)
{
    return ni->stimulus.pdid[place];
}

unsigned tn_ni_place(struct tn_ni *ni, uint16_t pdid)
{
    for (unsigned i = 0; i < ni->stimulus.domains; i++)
        if (ni->stimulus.pdid[i] == pdid)
            return i;
    return 0;
}

static struct tn_exa_stimulus *stimulus(struct tn_ni *ni, const struct tn_session_options *o,
                                        char *err, size_t err_size)
{
    struct tn_exa_stimulus *s;
    s = tn_exa_stimulus_open(o->capture, &o->stim, o->map[0] ? o->map : "port", NULL, err, err_size);
    if (s)
        tn_exa_stimulus_filter(s, ni->block->wanted);
    return s;
}

/* Packets that the FPGA sends are on side 0 of its link, those for it on side 1; without a
 * map all count as its own. */
static bool ours(struct tn_ni *ni, const struct tn_session_options *o,
                 const struct tn_exa_stim_packet *p)
{
    return !o->map[0] || p->port == !ni->block->posts;
}

/* The domains, before any packet is sent: each is bound then. */
static int learn(struct tn_ni *ni, const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_exa_stim_packet *p = &ni->stimulus.next;
    struct exa_packet k;
    int rc;
    ni->stimulus.capture = stimulus(ni, o, err, err_size);
    if (!ni->stimulus.capture)
        return -EINVAL;
    ni->stimulus.own = tn_exa_stimulus_own(ni->stimulus.capture);
    while ((rc = tn_exa_stimulus_next(ni->stimulus.capture, p)) == 1) {
        exa_decode(p->bytes, p->len, p->len, &k);
        if (ours(ni, o, p) && ni->stimulus.domains < ni->block->places() &&
            (ni->stimulus.domains == 0 || ni->stimulus.pdid[tn_ni_place(ni, k.pdid)] != k.pdid))
            ni->stimulus.pdid[ni->stimulus.domains++] = k.pdid;
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", o->capture,
                 tn_exa_stimulus_error(ni->stimulus.capture));
    else if (ni->stimulus.domains == 0)
        snprintf(err, err_size, "%.200s: nothing in it for this block", o->capture);
    tn_exa_stimulus_close(ni->stimulus.capture);
    return rc < 0 ? rc : ni->stimulus.domains ? 0 : -ENOMSG;
}

int tn_ni_stimulus_open(struct tn_ni *ni, const struct tn_session_options *o, char *err,
                        size_t err_size)
{
    int rc;
    ni->stimulus.mapped = o->map[0] != 0;
    rc = learn(ni, o, err, err_size);
    if (rc < 0)
        return rc;
    ni->stimulus.capture = stimulus(ni, o, err, err_size);
    return ni->stimulus.capture ? 0 : -EINVAL;
}

int tn_ni_stimulus_next(struct tn_ni *ni, struct exa_packet *k, uint64_t *at, size_t *words)
{
    struct tn_exa_stim_packet *p = &ni->stimulus.next;
    int rc;
    while ((rc = tn_exa_stimulus_next(ni->stimulus.capture, p)) == 1) {
        exa_decode(p->bytes, p->len, p->len, k);
        if ((!ni->stimulus.mapped || p->port == !ni->block->posts) &&
            ni->stimulus.pdid[tn_ni_place(ni, k->pdid)] == k->pdid)
            break;
    }
    if (rc != 1)
        return rc;
    if (ni->stimulus.begun && p->at < ni->stimulus.last_at + GAP_CYC)
        p->at = ni->stimulus.last_at + GAP_CYC;
    ni->stimulus.begun = true;
    *at = ni->stimulus.last_at = p->at;
    *words = p->len / EXA_WORD;
    return 1;
}

const char *tn_ni_error(struct tn_session *s)
{
    struct tn_ni *ni = s->own;
    return tn_exa_stimulus_error(ni->stimulus.capture);
}

void tn_ni_stimulus_close(struct tn_ni *ni)
{
    tn_exa_stimulus_close(ni->stimulus.capture);
}
