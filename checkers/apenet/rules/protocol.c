/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet's descriptor.
 */
#include "apenet.h"

#include <stdlib.h>

#define TN_TABLE "../../apenet/spec/apenet.def"
#include <tn/field_table.def>

static const struct tn_rule rules[] = {
#define TN_RULE(ident, id, level, source, text) {id, TN_##level, source, text},
#include "../spec/rules.def"
#undef TN_RULE
};

static bool event(struct tn_checker *c, bool spoiled)
{
    const struct tn_event *ev = c->ev;
    struct ape_packet k;
    if (ev->unit == TN_UNIT_FRAME) {
        tn_rules_ape_frame(c, spoiled);
        return true;
    }
    if (spoiled || ev->flags & TN_EV_FAULT) {
        tn_rules_ape_lost(c, ev);
        return !spoiled;
    }
    ape_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (!k.has_header && ev->len < APE_WORD && ev->orig_len >= APE_WORD) { /* cut within its header */
        tn_rules_ape_lost(c, ev);
        return true;
    }
    RULE(c, APE_FRM_1, k.has_header && ev->orig_len % APE_WORD == 0, "whole words, a header first",
         "%u bytes", ev->orig_len);
    if (k.has_header && ev->orig_len % APE_WORD == 0)
        tn_rules_ape_packet(c, &k, false);
    return true;
}

static void give_back(struct tn_checker *c)
{
    struct tn_apenet_rules *s = c->state;
    tn_ape_sides_free(&s->link);
    tn_ape_sides_free(&s->across);
    free(s->way);
}

const struct tn_protocol tn_protocol_apenet = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
    .rules = rules,
    .rule_n = sizeof rules / sizeof *rules,
    .state_size = sizeof(struct tn_apenet_rules),
    .event = event,
    .between = tn_rules_ape_between,
    .between_frames = true,
    .end = tn_rules_ape_way_end,
    .free = give_back,
};
