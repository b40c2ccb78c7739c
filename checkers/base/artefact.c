/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Names of the artefacts.
 */
#include <tn/artefact.h>

static const struct {
    const char *id, *text;
} names[TN_ARTEFACTS] = {
#define TN_ARTEFACT(name, id, flag, text) [TN_ART_##name] = {id, text},
#include "../spec/artefacts.def"
#undef TN_ARTEFACT
};

_Static_assert(TN_ARTEFACTS <= 32, "a set of artefacts is an unsigned");

const char *tn_artefact_id(enum tn_artefact a)
{
    return names[a].id;
}

const char *tn_artefact_text(enum tn_artefact a)
{
    return names[a].text;
}
