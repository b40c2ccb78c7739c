/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Verdicts: what a checker says of a packet. Checkers append to a log
 * and never print; programs decide what to show.
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

enum { TN_VERDICT_TEXT = 96 };

struct tn_verdict {
    enum tn_verdict_kind kind;
    const char *rule; /* permanent rule ID, static storage, e.g. "TLP-BE-1" */
    uint64_t packet;  /* event's packet number */
    uint64_t cycle;
    uint64_t time_ns;
    uint64_t related; /* another packet this is about (the request), or 0 */
    char expected[TN_VERDICT_TEXT];
    char found[TN_VERDICT_TEXT];
};

/* Receives each verdict; v is borrowed for the call. */
typedef void tn_verdict_fn(void *ctx, const struct tn_verdict *v);

#ifdef __cplusplus
}
#endif

#endif
