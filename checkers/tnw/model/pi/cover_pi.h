/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what the halves of a processor interface's coverage share. cover_pi.c has the plan, the
 * host's TLPs and windows; cover_get.c Nget and the way out.
 */
#ifndef COVER_PI_H
#define COVER_PI_H

#include <tn/tnw/tnw_node_cover.h>
#include <tn/tnw/tnw_get.h>

/* Crosses that both know, by their place in the .def. */
enum cover_pi_cross {
    PI_DESCRIPTOR,
    PI_ENGINE,
    PI_SLOTS,
    PI_SPAN,
    PI_SPLIT,
    PI_TAGS,
    PI_BAD,
    PI_NOTE,
    PI_SENT,
    PI_ROW
};

enum { COVER_READS = 256, COVER_WRITES = 256 };

struct tn_tnw_pi_cover {
    struct tn_cover *counts;
    struct tn_tnw_pi_params par;
    unsigned n; /* items of a window */
    /* TLPs under way, in and out */
    struct cover_tlp {
        uint8_t bytes[TN_TNW_PI_TLP];
        size_t len;
    } in, out;
    unsigned unanswered;
    struct cover_window {
        uint32_t next;
        uint32_t last;  /* fragment put down last */
        bool failed;
        uint8_t there[TN_TNW_PI_ITEMS_MAX];
    } window[TN_TNW_PI_WINDOWS];
    bool amid; /* an item is being injected */
    bool any;  /* one was since reset, by number turn */
    unsigned turn;
    struct cover_engine {
        uint32_t reg[TN_TNW_GET_RW];
        uint32_t length[TN_TNW_GET_DESCS_MAX]; /* of descriptors, the oldest first */
        unsigned descs;
    } engine[TNW_LINKS];
    struct cover_read {
        bool open;
        uint64_t addr, number; /* of the next byte; in the order of the reads */
        uint32_t asked, left;
    } read[COVER_READS]; /* by tag */
    uint64_t reads;
    struct {
        uint64_t addr;
        uint32_t left;
    } write[COVER_WRITES]; /* of m_wr, not yet sent: a ring */
    unsigned written, sent;
    uint32_t begun; /* bytes of the oldest that were sent */
    int was;        /* class of the TLP to the host before, -1 none */
};

void tnw_cover_pi_hit(struct tn_tnw_pi_cover *c, enum cover_pi_cross cross, const unsigned *at);
#define PI_HIT(c, cross, ...) tnw_cover_pi_hit(c, PI_##cross, (unsigned[]){__VA_ARGS__})

/* A register of Nget is written. */
void tnw_cover_get_write(struct tn_tnw_pi_cover *c, unsigned addr, uint32_t data);
/* A completion from the host. */
void tnw_cover_get_completion(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_tlp *k, uint16_t rid);
/* A beat of m_wr was taken; the TLP in out was sent. */
void tnw_cover_get_m_wr(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in);
void tnw_cover_get_sent(struct tn_tnw_pi_cover *c);

#endif
