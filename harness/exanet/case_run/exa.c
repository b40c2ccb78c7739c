/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * ExaNet's sources under cases, the same for every DUT of that fabric.
 */
#include "exa_fit.h"

#include "../../case/run/run.h"

#include <tn/exanet/bfm_exa.h>

#include <errno.h>
#include <string.h>

enum { SEND_WORDS = 64 };

int tn_run_exa_send(const struct runner *r, const struct tn_case_step *s)
{
    const struct tn_case_tlp *w = &s->tlp[0];
    struct tn_exa_source *source = tn_exa_source_find(s->point);
    struct tn_exa_word words[SEND_WORDS];
    size_t n = w->len / EXA_WORD;
    int rc = !source ? -ENOENT : n > SEND_WORDS ? -EMSGSIZE : 0;
    (void)r;
    for (size_t i = 0; i < n && rc == 0; i++) {
        words[i].kind = w->kinds[i];
        if (w->kinds[i] == TN_EXA_PLD)
            memcpy(words[i].data, w->bytes + i * EXA_WORD, EXA_WORD);
        else
            exa_word_turn(w->bytes + i * EXA_WORD, words[i].data);
    }
    for (unsigned k = 0; k < s->count && rc == 0; k++)
        rc = tn_exa_source_words(source, words, n, 0);
    return rc;
}

bool tn_run_exa_under_way(const struct runner *r)
{
    for (const char *const *name = r->names; *name; name++) {
        const struct tn_exa_source *s = (*name)[0] == 's' ? tn_exa_source_find(*name) : NULL;
        if (s && tn_exa_source_pending(s))
            return true;
    }
    return false;
}

int tn_run_exa_stall(const struct runner *r, const char *stream, const struct tn_stall *stall)
{
    (void)r;
    struct tn_exa_source *s = tn_exa_source_find(stream);
    return s ? tn_exa_source_stall(s, stall) : 0; /* of another shape's bench, which lacks the port */
}
