/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: the session of TNW's processor interface, and the software on its host.
 */
#ifndef TN_TNW_PI_SESSION_H
#define TN_TNW_PI_SESSION_H

#include "tnw_block_messages.h"

#include <tn/tnw/bfm_tnw_pi.h>
#include <tn/tnw/tnw_get.h>

static const uint64_t PI_BAR0 = 0xf8000000, PI_BAR2 = 0x380000000000;

struct tn_pi_run {
    struct tn_session *s;
    struct tn_tnw_pi_params par;
    struct tn_tnw_host *host;
    struct tn_tnw_combiner *combiner;
    struct tn_block_post *post;
    enum tn_pi_kind {
        TN_PI_PUT,
        TN_PI_GET,
        TN_PI_WRITE
    } *
        kind; /* of each message; WRITE: by reception */
    unsigned want, begun;
    uint64_t moved; /* cycle in which a message ended last */
    struct tn_pi_window {
        bool busy; /* with message now */
        unsigned now;
        uint32_t base; /* DONE before it */
        unsigned used; /* messages */
    } window[TN_TNW_PI_WINDOWS];
    unsigned gets[TNW_LINKS]; /* descriptors without a notification */
    unsigned timeouts;        /* register reads without an answer */
    struct {
        bool asked;
        unsigned window; /* the window that is asked about, or was last */
        uint8_t tag;
        uint64_t since; /* cycle of the question, or of its end */
    } poll;
};

/* Does a turn of software: begins messages that are due, and looks at those that have begun. Called
 * every few cycles; no time passes. */
void tn_pi_soft_turn(struct tn_pi_run *r);
/* The DUT sent a TLP to its host. */
void tn_pi_soft_tlp(struct tn_pi_run *r, const struct tn_tlp *t, const uint8_t *bytes);
/* Adds a message, which is sent by its kind. */
void tn_pi_post(struct tn_pi_run *r, const struct tn_torus_message *m, enum tn_pi_kind kind,
                unsigned id);

#endif
