/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The CPU's accesses, and memory behind the cache (cl_ni.md 1, 3, 4).
 */
#include "ni.h"

#include <string.h>

enum { SPACE = 0x1ffffff, ALL_BYTES = 15, REGION_CYC = 4 };

/* Says whether the access must end with a fault: 0 no, 1 yes, 2 it may. */
static unsigned faults(const struct tn_cl_ni_judge *j, const struct cl_ni_way *w)
{
    const struct tn_cl_ni_pins *p = j->p;
    const unsigned word = cl_ni_place(w->to), state = cl_ni_state_of(j, word);
    if (w->fault)
        return 1;
    if (w->remote)
        return p->c_wr ? p->c_be != ALL_BYTES : j->loaded && j->load_fault;
    if (!w->scratch)
        return 0;
    if (state == CL_NI_CACHE)
        return p->c_wr ? 2 : 1;
    if ((state == CL_NI_MRQ || state == CL_NI_SRQ) && word % CL_NI_LINE_WORDS == 5 && !p->c_wr)
        return cl_ni_queue_faults(j, word) ? 2 : 0;
    return p->c_wr && state != CL_NI_PLAIN && p->c_be != ALL_BYTES;
}

static uint32_t merge(uint32_t old, uint32_t value, uint8_t be)
{
    for (unsigned i = 0; i < 4; i++)
        if (be >> i & 1)
            old = (old & ~(0xffu << 8 * i)) | (value & 0xffu << 8 * i);
    return old;
}

static struct cl_ni_mem *mem_line(struct tn_cl_ni_judge *j, uint32_t addr)
{
    return tn_keyed_find(&j->mem, (addr & 0xffffff) / CL_LINE + 1);
}

static void cached(struct tn_cl_ni_judge *j, uint32_t addr)
{
    const struct tn_cl_ni_pins *p = j->p;
    struct cl_ni_mem *m = mem_line(j, addr);
    const unsigned i = addr / 4 % CL_NI_LINE_WORDS;
    cl_ni_tick(j, &j->hits, true);
    if (!tn_scope_judge(&j->all, N_CCH_1, m, "a line of memory", "none was fetched for %06x", addr))
        return;
    if (!p->c_wr) {
        tn_scope_judge(&j->all, N_CCH_1, p->c_rdata == m->word[i], "the last store's value",
                       "%08x, not %08x at %06x", p->c_rdata, m->word[i], addr);
        return;
    }
    m->word[i] = merge(m->word[i], p->c_wdata, p->c_be);
    m->dirty |= p->c_be && !m->early;
    m->early = false;
}

static void load(struct tn_cl_ni_judge *j, unsigned word)
{
    const uint32_t value = j->p->c_rdata;
    switch (cl_ni_state_of(j, word)) {
    case CL_NI_COMMAND:
        cl_ni_command_load(j, word, value);
        return;
    case CL_NI_COUNTER:
        cl_ni_counter_load(j, word, value);
        return;
    case CL_NI_MRQ:
    case CL_NI_SRQ:
        cl_ni_queue_load(j, word, value);
        return;
    default:
        tn_scope_judge(&j->all, N_SCR_1, cl_ni_may_be(j, word, value, j->c_since),
                       "the last value written", "%08x, not %08x at word %u", value,
                       j->word[word].is, word);
    }
}

static void store(struct tn_cl_ni_judge *j, unsigned word)
{
    const struct tn_cl_ni_pins *p = j->p;
    struct cl_ni_word *w = &j->word[word];
    switch (cl_ni_state_of(j, word)) {
    case CL_NI_COMMAND:
        cl_ni_command_store(j, word, p->c_wdata);
        return;
    case CL_NI_COUNTER:
        cl_ni_counter_store(j, word, p->c_wdata);
        return;
    case CL_NI_MRQ:
    case CL_NI_SRQ:
        cl_ni_queue_store(j, word, p->c_wdata);
        return;
    case CL_NI_PLAIN:
        if (w->known || p->c_be == ALL_BYTES)
            cl_ni_set(j, word, merge(w->is, p->c_wdata, p->c_be));
        return;
    default:
        return;
    }
}

/* A remote access ends. */
static void remote(struct tn_cl_ni_judge *j, const struct cl_ni_way *w)
{
    const struct tn_cl_ni_pins *p = j->p;
    if (!p->c_wr) {
        tn_scope_judge(&j->all, N_REM_1, j->loaded && p->c_rdata == j->load_value,
                       "the answer's word", "%08x%s", p->c_rdata, j->loaded ? "" : ", none came");
        return;
    }
    if (j->sent)
        return;
    if (j->stores == OWED)
        tn_scope_close(&j->all);
    else {
        j->store[j->stores].to = w->to;
        j->store[j->stores].data = p->c_wdata;
        j->store[j->stores++].at = j->now;
    }
}

/* An access ends. */
static void ends(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p;
    const struct cl_ni_way w = cl_ni_way(j, p->c_va, p->c_wr ? CLN_WR : CLN_RD);
    const unsigned must = faults(j, &w);
    const bool sure = j->c_since > j->region_at + REGION_CYC && must != 2;
    if (p->c_fault && !(w.remote && j->loaded && !w.fault))
        cl_ni_tick(j, &j->faults, true);
    tn_scope_judge(&j->all, N_CPU_1, !sure || p->c_fault == must,
                   must ? "a fault" : "an access without fault", "%s of %08x with fault %u",
                   p->c_wr ? "store" : "load", p->c_va, p->c_fault);
    if (p->c_fault || w.fault)
        return;
    if (w.remote)
        remote(j, &w);
    else if (!w.scratch)
        cached(j, w.to & SPACE);
    else if (p->c_wr)
        store(j, cl_ni_place(w.to));
    else
        load(j, cl_ni_place(w.to));
}

void cl_ni_cpu(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p;
    if (p->c_valid && !(j->was.c_valid && !j->was.c_ready)) {
        j->c_since = j->now;
        j->sent = j->loaded = false;
    }
    if (p->c_valid && p->c_ready)
        ends(j);
}

/* Says whether the line has the store that is under way besides. */
static bool has_store(const struct tn_cl_ni_judge *j, const struct cl_ni_mem *m)
{
    const struct tn_cl_ni_pins *p = j->p;
    const struct cl_ni_way w = cl_ni_way(j, p->c_va, CLN_WR);
    uint32_t line[CL_NI_LINE_WORDS];
    const unsigned i = w.to / 4 % CL_NI_LINE_WORDS;
    if (!p->c_valid || !p->c_wr || w.fault || w.remote || w.scratch ||
        (w.to & SPACE) / CL_LINE + 1 != m->key)
        return false;
    memcpy(line, m->word, sizeof line);
    line[i] = merge(line[i], p->c_wdata, p->c_be);
    return memcmp(line, p->mem_wdata, sizeof line) == 0;
}

static void writes_back(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p;
    struct cl_ni_mem *m = mem_line(j, p->mem_addr);
    cl_ni_tick(j, &j->backs, true);
    const bool is = m && memcmp(m->word, p->mem_wdata, sizeof m->word) == 0;
    const bool early = m && !(is && m->dirty) && has_store(j, m);
    tn_scope_judge(&j->all, N_CCH_2, (is && m->dirty) || early,
                   "a dirty line as its stores left it", "%s at %06x",
                   m && !m->dirty ? "a clean one" : "others", p->mem_addr);
    if (!m)
        return;
    m->dirty = false;
    m->early = early;
}

void cl_ni_memory(struct tn_cl_ni_judge *j)
{
    const struct tn_cl_ni_pins *p = j->p, *was = &j->was;
    if (was->mem_valid && !was->mem_ready)
        tn_scope_judge(
            &j->all, N_HSK_1,
            p->mem_valid && p->mem_wr == was->mem_wr && p->mem_addr == was->mem_addr &&
                (!p->mem_wr || memcmp(p->mem_wdata, was->mem_wdata, sizeof p->mem_wdata) == 0),
            "the access until it is taken", "another, or none, at memory");
    if (p->mem_rvalid && j->fetches) {
        bool made;
        struct cl_ni_mem *m = tn_keyed_add(&j->mem, j->fetch[0] / CL_LINE + 1, &made);
        memmove(j->fetch, j->fetch + 1, --j->fetches * sizeof *j->fetch);
        if (!m)
            tn_scope_close(&j->all);
        else if (made)
            memcpy(m->word, p->mem_rdata, sizeof m->word);
    }
    if (!p->mem_valid || !p->mem_ready)
        return;
    if (p->mem_wr) {
        writes_back(j);
        return;
    }
    const struct cl_ni_mem *m = mem_line(j, p->mem_addr);
    cl_ni_tick(j, &j->misses, true);
    tn_scope_judge(&j->all, N_CCH_2, !m || !m->dirty, "no fetch of a dirty line", "one of %06x",
                   p->mem_addr);
    if (j->fetches < OWED)
        j->fetch[j->fetches++] = p->mem_addr & 0xffffff;
}
