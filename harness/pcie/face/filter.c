/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of a TLP that a filter can name.
 */
#include "pcie.h"

#include <strings.h>

enum field {
    F_TYPE,
    F_ADDR,
    F_LEN,
    F_TAG,
    F_REQUESTER,
    F_COMPLETER,
    F_STATUS,
    F_TC,
    F_ATTR,
    F_FIRST_BE,
    F_LAST_BE,
    F_BYTE_COUNT,
    F_LOWER_ADDR,
    F_CODE,
    F_EP,
    F_TD
};
static const char *const names[] = {
    "type",       "addr", "len",  "tag",      "requester", "completer",
    "status",     "tc",   "attr", "first_be", "last_be",   "byte_count",
    "lower_addr", "code", "ep",   "td",       NULL,
};

static bool look(const struct tn_event *ev, void *view)
{
    struct tn_event inner;
    return tn_event_tlp(ev, &inner, view);
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct tn_tlp *t = view;
    bool cpl = tn_tlp_is_completion(t->kind);
    switch ((enum field)f) {
    case F_TYPE:
        *v = t->kind;
        return true;
    case F_ADDR:
        *v = t->addr;
        return !cpl;
    case F_LEN:
        *v = t->length_dw;
        return true;
    case F_TAG:
        *v = t->tag;
        return true;
    case F_REQUESTER:
        *v = t->requester;
        return true;
    case F_COMPLETER:
        *v = t->completer;
        return cpl;
    case F_STATUS:
        *v = t->status;
        return cpl;
    case F_TC:
        *v = t->tc;
        return true;
    case F_ATTR:
        *v = t->attr;
        return true;
    case F_FIRST_BE:
        *v = t->first_be;
        return !cpl;
    case F_LAST_BE:
        *v = t->last_be;
        return !cpl;
    case F_BYTE_COUNT:
        *v = t->byte_count;
        return cpl;
    case F_LOWER_ADDR:
        *v = t->lower_addr;
        return cpl;
    case F_CODE:
        *v = t->msg_code;
        return t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD;
    case F_EP:
        *v = t->ep;
        return true;
    case F_TD:
        *v = t->td;
        return true;
    default:
        return false;
    }
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    for (int k = 0; f == F_TYPE && k < TN_TLP_KINDS; k++)
        if (strcasecmp(word, tn_tlp_name((enum tn_tlp_kind)k)) == 0) {
            *v = (uint64_t)k;
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_pcie = {.names = names,
                                              .view_size = sizeof(struct tn_tlp),
                                              .look = look,
                                              .value = value,
                                              .constant = constant};
