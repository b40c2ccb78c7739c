/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of cZodiac's rules, which keep no state.
 */
#ifndef TN_RULES_CZODIAC_H
#define TN_RULES_CZODIAC_H

#include "../../engine/engine.h"

/* The rules by their places in the fabric's table: R_CZR_ISO_1, ... */
enum tn_czodiac_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_CZODIAC_RULES
};

extern const struct tn_protocol tn_protocol_czodiac;

#endif
