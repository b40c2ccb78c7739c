/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A verdict is the result of a rule for one packet. Checkers and judges hand each verdict to a
 * function and never print; programs decide what to show.
 */
#ifndef TN_VERDICT_H
#define TN_VERDICT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tn_verdict_kind {
    TN_VERDICT_PASS,
    TN_VERDICT_FAIL,         /* the DUT (or the device seen) broke the rule */
    TN_VERDICT_ARTEFACT,     /* the capture lies; nothing follows about the DUT */
    TN_VERDICT_INCONCLUSIVE, /* not enough was seen to judge */
};

enum { TN_VERDICT_TEXT = 96 }; /* bytes of a text, its 0 included */

struct tn_verdict {
    enum tn_verdict_kind kind;
    const char *rule; /* permanent rule ID, static storage, e.g. "TLP-BE-1" */
    uint64_t packet;  /* number of the packet, as in its event; 0: the verdict is about no packet */
    uint64_t cycle;   /* cycle of the DUT's clock */
    uint64_t time_ns; /* time stamp, nanoseconds */
    uint64_t related; /* number of another packet that matters (the request), or 0 */
    char expected[TN_VERDICT_TEXT]; /* the behaviour that the rule demands */
    char found[TN_VERDICT_TEXT];    /* the behaviour that was seen */
};

/* Receives each verdict; v is borrowed for the call. */
typedef void tn_verdict_fn(void *ctx, const struct tn_verdict *v);

#ifdef __cplusplus
}
#endif

#endif
