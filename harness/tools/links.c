/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The links of a capture, by the names of its points.
 */
#include "links.h"

#include "tools.h"

#include <stdlib.h>
#include <string.h>

/* Records of one clock stand in their order, or nearly: the least time after which a requester of PCIe gives up. */
enum { BACK_NS = 50000 };

/* Room for index i in an array of pointers; new ones are NULL. */
static bool room(struct tn_link ***array, unsigned *cap, unsigned i)
{
    unsigned want = *cap ? *cap : 16;
    struct tn_link **p;
    if (i < *cap)
        return true;
    while (want <= i)
        want *= 2;
    p = realloc(*array, want * sizeof *p);
    if (!p)
        return false;
    memset(p + *cap, 0, (want - *cap) * sizeof *p);
    *array = p;
    *cap = want;
    return true;
}

/* The number in the name of a port's direction, "to0" or "from0"; NULL when the name is another. */
static const char *port_of(const char *name)
{
    const char *n = strncmp(name, "to", 2) == 0 ? name + 2 : strncmp(name, "from", 4) == 0 ? name + 4 : "";
    return *n && strspn(n, "0123456789") == strlen(n) ? n : NULL;
}

/* The link that a point watches, where the capture does not name it: "s_usr" and "m_usr" are the two directions of
 * "usr", "to0" and "from0" those of port 0, "line0" and "line1" those of a serial link, and points without a name are of
 * one link. So is all of a capture from outside a simulation, wherever it was tapped. */
static void name_of(const struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev, char *link, size_t size)
{
    const unsigned point = ev->point;
    const char *name = tn_reader_point(r, point);
    if (!l->one_link && tn_reader_link(r, point))
        snprintf(link, size, "%s", tn_reader_link(r, point));
    else if (!l->one_link && !tn_reader_text(r) && tn_reader_joined(r) && ev->fabric != TN_FABRIC_PCIE)
        snprintf(link, size, "\n%u", point); /* its packets may pass several points: which these are, the text that is missing says */
    else if (l->one_link || !name)
        snprintf(link, size, "\n"); /* which no name holds */
    else if ((name[0] == 's' || name[0] == 'm') && name[1] == '_')
        snprintf(link, size, "%s", name + 2);
    else if (strcmp(name, "line0") == 0 || strcmp(name, "line1") == 0)
        snprintf(link, size, "line");
    else if (port_of(name))
        snprintf(link, size, "port%s", port_of(name));
    else
        snprintf(link, size, "%s", name);
}

/* The link whose checker judges what crosses from one link to another; no link's name holds it. */
#define BETWEEN "\v"

static void link_free(struct tn_link *k)
{
    if (k) {
        tn_checker_free(k->checker);
        free(k->name);
    }
    free(k);
}

/* A path in a waveform counts by its last name. */
void tn_links_name(struct tn_check_params *par, const char *link)
{
    const char *dot = strrchr(link, '.');
    for (size_t i = 0; tn_face_at(i); i++)
        if (tn_face_at(i)->check && tn_face_at(i)->check->link)
            tn_face_at(i)->check->link(par, dot ? dot + 1 : link);
}

/* The link of that name, made when there is none; NULL on ENOMEM. */
static struct tn_link *link_named(struct tn_links *l, const char *name)
{
    struct tn_link *k;
    for (unsigned i = 0; i < l->n; i++)
        if (strcmp(l->at[i]->name, name) == 0)
            return l->at[i];
    if (!room(&l->at, &l->cap, l->n) || !(k = calloc(1, sizeof *k)))
        return NULL;
    k->par = l->par;
    tn_links_name(&k->par, name);
    k->name = strdup(name);
    k->checker = l->fn ? tn_checker_new(&k->par, l->only, l->skip, l->fn, l->ctx) : NULL;
    if (!k->name || (l->fn && !k->checker)) {
        link_free(k);
        return NULL;
    }
    if (k->checker && l->n && strcmp(name, BETWEEN) != 0)
        tn_checker_beside(k->checker, l->at[0]->checker);
    if (k->checker)
        tn_checker_pairs(k->checker, l->pair_fn, l->pair_ctx);
    if (k->checker)
        tn_checker_apart(k->checker, l->apart_fn, l->apart_ctx);
    l->at[l->n++] = k;
    return k;
}

/* Sets what the form of the capture says; before the first link. */
static void learn_origin(struct tn_links *l, const struct tn_reader *r)
{
    const char *origin = tn_reader_origin(r);
    l->one_link = strcmp(origin, "Tenter") != 0;
    l->par.joined = l->joined || tn_reader_joined(r);
    for (size_t i = 0; tn_face_at(i); i++)
        if (tn_face_at(i)->check && tn_face_at(i)->check->origin)
            tn_face_at(i)->check->origin(&l->par, origin);
    for (size_t i = 0; tn_reader_text(r) && tn_face_at(i); i++)
        if (tn_face_at(i)->check && tn_face_at(i)->check->text)
            tn_face_at(i)->check->text(&l->par, tn_reader_text(r));
}

struct tn_link *tn_links_find(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev)
{
    const char *name;
    size_t size;
    char *link;
    if (ev->point < l->point_n && l->of_point[ev->point])
        return l->of_point[ev->point];
    name = tn_reader_point(r, ev->point);
    size = (name ? strlen(name) : 0) + (tn_reader_link(r, ev->point) ? strlen(tn_reader_link(r, ev->point)) : 0) + 16;
    if (!room(&l->of_point, &l->point_n, ev->point) || !(link = malloc(size)))
        return NULL;
    if (l->n == 0)
        learn_origin(l, r);
    name_of(l, r, ev, link, size);
    l->of_point[ev->point] = link_named(l, link);
    free(link);
    return l->of_point[ev->point];
}

/* Hands the event to the checkers. False: no memory. */
static bool judge(struct tn_links *l, const struct tn_event *ev, unsigned art)
{
    struct tn_link *k = tn_links_find(l, l->reader, ev);
    if (!k || tn_checker_event(k->checker, ev, art) < 0)
        return false;
    if (l->one_link || tn_reader_link(l->reader, ev->point))
        return true;
    if (tn_reader_point(l->reader, ev->point) && port_of(tn_reader_point(l->reader, ev->point)))
        return true; /* where TLPs begin and end: none of one port leaves by another */
    k = link_named(l, BETWEEN);
    return k && tn_checker_between(k->checker, ev, art) == 0;
}

/* Another capture begins: what was open in the one before is judged, and nothing of it is kept. */
static void next_part(struct tn_links *l, bool joined)
{
    l->par.joined = joined;
    memset(l->point_ns, 0, sizeof l->point_ns);
    for (unsigned i = 0; i < l->n; i++) {
        tn_checker_finish(l->at[i]->checker);
        tn_checker_rejoin(l->at[i]->checker, joined);
    }
}

/* Keeps the event until the next one tells whether another capture begins with it. False: no memory. */
static bool hold(struct tn_links *l, const struct tn_event *ev, unsigned art)
{
    l->held_bytes = malloc(ev->len + (size_t)1);
    if (!l->held_bytes)
        return false;
    memcpy(l->held_bytes, ev->bytes, ev->len);
    l->held = *ev;
    l->held.bytes = l->held_bytes;
    l->held_art = art;
    return true;
}

static bool near(uint64_t a, uint64_t b)
{
    const uint64_t apart_ns = 1000000000;
    return (a > b ? a - b : b - a) <= apart_ns;
}

/* Judges the event that is held: as the first one of another capture, or in its place, without its time, which is wrong. */
static bool let_go(struct tn_links *l, bool another)
{
    struct tn_event ev = l->held;
    bool right = true;
    if (!l->held_bytes)
        return true;
    if (another) {
        next_part(l, true);
        l->now_ns = l->first_ns = ev.time_ns;
    } else if (!near(ev.time_ns, l->now_ns)) {
        ev.time_ns = l->now_ns;
    }
    right = judge(l, &ev, l->held_art);
    free(l->held_bytes);
    l->held_bytes = NULL;
    return right;
}

/* Does the time of the event's point go back by more than records of one clock are mixed up, or that of all points to where the
 * capture began? Not in a simulation's capture, whose records stand in the order in which packets ended. */
static bool goes_back(const struct tn_links *l, const struct tn_event *ev, unsigned art)
{
    if (!(art & 1u << TN_ART_TIME_BACK))
        return false;
    return (ev->point < TN_LINKS_CLOCKS && ev->time_ns + BACK_NS < l->point_ns[ev->point]) ||
           (ev->time_ns <= l->first_ns && ev->time_ns + BACK_NS < l->now_ns);
}

bool tn_links_judge(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev, unsigned art)
{
    l->reader = r;
    if (l->held_bytes) {
        const bool far = !near(l->held.time_ns, l->now_ns);
        if (!let_go(l, far ? near(ev->time_ns, l->held.time_ns) || !near(ev->time_ns, l->now_ns) : ev->time_ns + BACK_NS < l->now_ns))
            return false;
    }
    if (l->timed && (!near(ev->time_ns, l->now_ns) || goes_back(l, ev, art)))
        return hold(l, ev, art);
    if (!l->timed)
        l->first_ns = ev->time_ns;
    l->timed = true;
    l->now_ns = ev->time_ns;
    if (ev->point < TN_LINKS_CLOCKS)
        l->point_ns[ev->point] = ev->time_ns;
    return judge(l, ev, art);
}

bool tn_links_note(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev)
{
    static const char reset[] = "reset", tool[] = "tool=";
    struct tn_link *k;
    l->reader = r;
    if (l->timed && !l->one_link && ev->len > sizeof tool && memcmp(ev->bytes, tool, sizeof tool - 1) == 0) {
        if (!let_go(l, false))
            return false;
        next_part(l, l->joined || tn_reader_joined(r));
        memset(l->of_point, 0, l->point_n * sizeof(*l->of_point)); /* its points have other names */
        l->timed = false;
        return true;
    }
    if (ev->len != sizeof reset - 1 || memcmp(ev->bytes, reset, sizeof reset - 1) != 0)
        return true;
    if (!let_go(l, false))
        return false;
    if (!tn_reader_link(r, ev->point)) {
        for (unsigned i = 0; i < l->n; i++)
            tn_checker_reset(l->at[i]->checker);
        return true;
    }
    if (!(k = tn_links_find(l, r, ev)))
        return false;
    tn_checker_reset(k->checker);
    return true;
}

void tn_links_finish(struct tn_links *l)
{
    let_go(l, true);
    for (unsigned i = 0; i < l->n; i++)
        tn_checker_finish(l->at[i]->checker);
}

uint64_t tn_links_asked(const struct tn_links *l, const char *rule)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < l->n; i++)
        n += tn_checker_asked(l->at[i]->checker, rule);
    return n;
}

uint64_t tn_links_failed(const struct tn_links *l, const char *rule)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < l->n; i++)
        n += tn_checker_failed(l->at[i]->checker, rule);
    return n;
}

void tn_links_free(struct tn_links *l)
{
    for (unsigned i = 0; i < l->n; i++)
        link_free(l->at[i]);
    free(l->at);
    free(l->of_point);
    free(l->held_bytes);
}
