/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The links of a capture: how each reads its bits, and its checker when there is one.
 */
#ifndef TN_TOOLS_LINKS_H
#define TN_TOOLS_LINKS_H

#include <tn/capture.h>
#include <tn/rules.h>

#include <stdbool.h>

struct tn_link {
    char *name;
    struct tn_check_params par;
    struct tn_checker *checker; /* NULL when nothing is judged */
};

enum { TN_LINKS_CLOCKS = 64 };

struct tn_links {
    struct tn_check_params par; /* of the capture; a link's name adds to it */
    const char *only, *skip;    /* lists of rules, or NULL */
    tn_verdict_fn *fn;          /* NULL: nothing is judged */
    void *ctx;
    tn_pair_fn *pair_fn;        /* takes the requests and answers that are found, or NULL */
    void *pair_ctx;
    tn_apart_fn *apart_fn;      /* says whether the clocks of both directions are apart; NULL: they are one */
    void *apart_ctx;
    bool joined;                /* the capture begins midway, whatever its text says */
    bool one_link;              /* all points watch the same link */
    struct tn_link **at;
    unsigned n, cap;
    struct tn_link **of_point; /* by point: found once each */
    unsigned point_n;
    /* Two captures, one behind the other in one file, are known by their times: where these part, the next record tells. */
    const struct tn_reader *reader;
    uint64_t now_ns, first_ns; /* times of the last record and of the first */
    uint64_t point_ns[TN_LINKS_CLOCKS]; /* of the last one of each of the first points */
    bool timed;      /* it is known */
    struct tn_event held; /* the record at which the times part; its bytes are owned */
    uint8_t *held_bytes;  /* NULL: none is held */
    unsigned held_art;
};

/* Sets the parameters that follow from the name of a link. */
void tn_links_name(struct tn_check_params *par, const char *link);
/* The link of the event's point; NULL on ENOMEM. */
struct tn_link *tn_links_find(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev);
/* Hands the event to the checker of its link, and to the checker between links. False: no memory. */
bool tn_links_judge(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev, unsigned art);
/* Takes an annotation: "reset" at a point whose link the capture names resets that link's checker, at another point
 * those of all links. False: no memory. */
bool tn_links_note(struct tn_links *l, const struct tn_reader *r, const struct tn_event *ev);
/* The end of the capture: requests still open are judged. */
void tn_links_finish(struct tn_links *l);
/* How often the rule was asked, and failed, on all links. */
uint64_t tn_links_asked(const struct tn_links *l, const char *rule);
uint64_t tn_links_failed(const struct tn_links *l, const char *rule);
void tn_links_free(struct tn_links *l);

#endif
