/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What of a capture goes into, or out of, a block of ExaNet's network interface.
 */
#include "session_ni_parts.h"

#include "exa_stimulus.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { DOMAINS = 64, GAP_CYC = 40 /* in which software deals with a message */ };

static struct {
    const struct tn_ni_block *block;
    struct tn_exa_stimulus *stimulus;
    bool mapped;
    uint32_t own;
    uint16_t pdid[DOMAINS];
    unsigned domains;
    uint64_t last_at;
    bool begun;
} run;

struct exa_node tn_ni_own(void)
{
    return exa_node_of(run.own);
}

unsigned tn_ni_domains(void)
{
    return run.domains;
}

uint16_t tn_ni_pdid(unsigned place)
{
    return run.pdid[place];
}

unsigned tn_ni_place(uint16_t pdid)
{
    for (unsigned i = 0; i < run.domains; i++)
        if (run.pdid[i] == pdid)
            return i;
    return 0;
}

static struct tn_exa_stimulus *stimulus(const struct tn_session_options *o, char *err, size_t err_size)
{
    struct tn_exa_stimulus *s;
    s = tn_exa_stimulus_open(o->capture, &o->stim, o->map[0] ? o->map : "port", NULL, err, err_size);
    if (s)
        tn_exa_stimulus_filter(s, run.block->wanted);
    return s;
}

/* Packets that the FPGA sends are on side 0 of its link, those for it on side 1; without a
 * map all count as its own. */
static bool ours(const struct tn_session_options *o, const struct tn_exa_stim_packet *p)
{
    return !o->map[0] || p->port == !run.block->posts;
}

/* The domains, before any packet is sent: each is bound then. */
static int learn(const struct tn_session_options *o, char *err, size_t err_size)
{
    static struct tn_exa_stim_packet p;
    struct exa_packet k;
    int rc;
    run.stimulus = stimulus(o, err, err_size);
    if (!run.stimulus)
        return -EINVAL;
    run.own = tn_exa_stimulus_own(run.stimulus);
    while ((rc = tn_exa_stimulus_next(run.stimulus, &p)) == 1) {
        exa_decode(p.bytes, p.len, p.len, &k);
        if (ours(o, &p) && run.domains < run.block->places() &&
            (run.domains == 0 || run.pdid[tn_ni_place(k.pdid)] != k.pdid))
            run.pdid[run.domains++] = k.pdid;
    }
    if (rc < 0)
        snprintf(err, err_size, "%.200s: %s", o->capture, tn_exa_stimulus_error(run.stimulus));
    else if (run.domains == 0)
        snprintf(err, err_size, "%.200s: nothing in it for this block", o->capture);
    tn_exa_stimulus_close(run.stimulus);
    return rc < 0 ? rc : run.domains ? 0 : -ENOMSG;
}

int tn_ni_stimulus_open(const struct tn_ni_block *b, const struct tn_session_options *o, char *err, size_t err_size)
{
    int rc;
    memset(&run, 0, sizeof run);
    run.block = b;
    run.mapped = o->map[0] != 0;
    rc = learn(o, err, err_size);
    if (rc < 0)
        return rc;
    run.stimulus = stimulus(o, err, err_size);
    return run.stimulus ? 0 : -EINVAL;
}

int tn_ni_stimulus_next(struct exa_packet *k, uint64_t *at, size_t *words)
{
    static struct tn_exa_stim_packet p;
    int rc;
    while ((rc = tn_exa_stimulus_next(run.stimulus, &p)) == 1) {
        exa_decode(p.bytes, p.len, p.len, k);
        if ((!run.mapped || p.port == !run.block->posts) && run.pdid[tn_ni_place(k->pdid)] == k->pdid)
            break;
    }
    if (rc != 1)
        return rc;
    if (run.begun && p.at < run.last_at + GAP_CYC)
        p.at = run.last_at + GAP_CYC;
    run.begun = true;
    *at = run.last_at = p.at;
    *words = p.len / EXA_WORD;
    return 1;
}

const char *tn_ni_error(void)
{
    return tn_exa_stimulus_error(run.stimulus);
}

void tn_ni_stimulus_close(void)
{
    tn_exa_stimulus_close(run.stimulus);
}
