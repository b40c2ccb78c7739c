/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields that a filter can name, and their values in a packet.
 */
#ifndef TN_FILTER_VALUE_H
#define TN_FILTER_VALUE_H

#include "tools.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tn_filter_field {
    F_TYPE, F_ADDR, F_LEN, F_TAG, F_REQUESTER, F_COMPLETER, F_STATUS, F_TC, F_ATTR, F_FIRST_BE,
    F_LAST_BE, F_BYTE_COUNT, F_LOWER_ADDR, F_CODE, F_BYTES, F_PACKET, F_CYCLE, F_PORT, F_DIR,
    F_POINT, F_EP, F_TD,
    F_SRC, F_DST, F_PDID, F_FORM, F_TID, F_SEQ, F_FIRST, F_LAST, F_NOTIFY, F_ERR,
    F_VC, F_OFFSET, F_FB_SEQ,
    FIELDS
};

/* A packet as a filter sees it, decoded once. */
struct tn_filter_view {
    const struct tn_event *ev;
    bool is_tlp, is_exa, is_tnw;
    struct tn_tlp tlp;
    struct exa_packet exa;
    struct tn_tnw_view tnw;
};
void tn_filter_look(const struct tn_event *ev, struct tn_filter_view *view);

/* The field called by the n characters of text; false when there is none. */
bool tn_filter_field(const char *text, size_t n, enum tn_filter_field *field);
/* The value that word stands for beside field: NULL, or what is wrong with it. */
const char *tn_filter_constant(enum tn_filter_field field, const char *word, uint64_t *v);
/* The field's value in that packet; false when the packet has no such field. */
bool tn_filter_value(enum tn_filter_field field, const struct tn_filter_view *view, uint64_t *v);

#endif
