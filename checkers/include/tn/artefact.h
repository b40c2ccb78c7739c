/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An artefact is a sign that the capture is at fault, and not the packets in it. spec/artefacts.def
 * lists all artefacts; reports use the order of that list, which means nothing else.
 */
#ifndef TN_ARTEFACT_H
#define TN_ARTEFACT_H

#ifdef __cplusplus
extern "C" {
#endif

/* TN_ART_SNAPPED, ...; an event's artefacts are a set of 1 << enum tn_artefact. */
enum tn_artefact {
#define TN_ARTEFACT(name, id, flags, text) TN_ART_##name,
#include "../../spec/artefacts.def"
#undef TN_ARTEFACT
    TN_ARTEFACTS
};

/* The flag of an artefact in artefacts.def: no flag; the bytes are not the packet's; the record is
 * a copy of another record. */
enum tn_artefact_flag { TN_ART_F_0 = 0, TN_ART_F_SPOILED = 1, TN_ART_F_COPY = 2 };

/* The sets of artefacts with each flag. */
enum tn_artefact_sets {
#define TN_ARTEFACT(name, id, flag, text)                                                          \
    (TN_ART_F_##flag == TN_ART_F_SPOILED ? 1 << TN_ART_##name : 0) |
    TN_ART_SPOILED =
#include "../../spec/artefacts.def"
        0,
#undef TN_ARTEFACT
#define TN_ARTEFACT(name, id, flag, text)                                                          \
    (TN_ART_F_##flag == TN_ART_F_COPY ? 1 << TN_ART_##name : 0) |
    TN_ART_COPY =
#include "../../spec/artefacts.def"
        0
#undef TN_ARTEFACT
};

/* Returns the artefact's permanent ID, such as "ART-SNAP". */
const char *tn_artefact_id(enum tn_artefact a);
/* Returns one line that explains the artefact to people. */
const char *tn_artefact_text(enum tn_artefact a);

#ifdef __cplusplus
}
#endif

#endif
