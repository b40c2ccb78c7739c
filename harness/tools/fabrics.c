/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The faces of the fabrics, in the order of fabrics.def.
 */
#include <tn/face.h>

#define TN_FABRIC(name, CODE, n, text) extern const struct tn_face tn_face_##name;
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC

static const struct tn_face *const faces[] = {
#define TN_FABRIC(name, CODE, n, text) &tn_face_##name,
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC
    NULL,
};

const struct tn_face *tn_face_at(size_t i)
{
    return i < sizeof faces / sizeof *faces ? faces[i] : NULL;
}

const struct tn_face *tn_face_of(uint8_t fabric)
{
    for (size_t i = 0; fabric && faces[i]; i++) {
        if (faces[i]->fabric == fabric)
            return faces[i];
        if (faces[i]->guest && faces[i]->guest->fabric == fabric)
            return faces[i]->guest;
    }
    return NULL;
}
