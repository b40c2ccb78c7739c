/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of an ExaNet packet that a filter can name.
 */
#include "exanet.h"

#include <string.h>
#include <strings.h>

enum field {
    F_TYPE,
    F_ADDR,
    F_LEN,
    F_TAG,
    F_DST,
    F_PDID,
    F_FORM,
    F_SRC,
    F_TID,
    F_SEQ,
    F_FIRST,
    F_LAST,
    F_NOTIFY,
    F_ERR
};
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", EXA_TYPES - 1, false},  [F_ADDR] = {"addr", (1ull << 42) - 1, true},
    [F_LEN] = {"len", 511, false},       [F_TAG] = {"tag", UINT16_MAX, false},
    [F_DST] = {"dst", (1u << 22) - 1, false},   [F_PDID] = {"pdid", UINT16_MAX, true},
    [F_FORM] = {"form", 3, false},              [F_SRC] = {"src", (1u << 22) - 1, false},
    [F_TID] = {"tid", 1023, false},       [F_SEQ] = {"seq", 8191, false},
    [F_FIRST] = {"first", 1, false},            [F_LAST] = {"last", 1, false},
    [F_NOTIFY] = {"notify", 1, false},          [F_ERR] = {"err", 15, false},
    {NULL, 0, false},
};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    (void)par;
    return tn_event_exa(ev, view) && !tn_exa_unreadable(view);
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct exa_packet *k = view;
    switch ((enum field)f) {
    case F_TYPE:
        *v = k->type;
        return true;
    case F_ADDR:
        *v = k->addr;
        return true;
    case F_LEN:
        *v = k->len;
        return true;
    case F_TAG:
        *v = k->tag;
        return true;
    case F_DST:
        *v = exa_node_bits(k->dst);
        return true;
    case F_PDID:
        *v = k->pdid;
        return true;
    case F_FORM:
        *v = k->form;
        return true;
    case F_SRC:
        *v = exa_node_bits(k->src);
        return k->has_footer;
    case F_TID:
        *v = k->tid;
        return k->has_footer;
    case F_SEQ:
        *v = k->seq;
        return k->has_footer;
    case F_FIRST:
        *v = k->first;
        return k->has_footer;
    case F_LAST:
        *v = k->last;
        return k->has_footer;
    case F_NOTIFY:
        *v = k->notify;
        return k->has_footer;
    case F_ERR:
        *v = k->code;
        return k->has_footer;
    default:
        return false;
    }
}

/* "x.y.z.fpga" as the 22 bits in which it stands in a word. */
static bool node_value(const char *word, uint64_t *v)
{
    enum { PARTS = 4 };
    unsigned part[PARTS];
    int end = 0;
    if (sscanf(word, "%3u.%3u.%2u.%1u%n", &part[0], &part[1], &part[2], &part[3], &end) != PARTS ||
        word[end] || part[0] > 127 || part[1] > 127 || part[2] > 63 || part[3] > 3)
        return false;
    *v = exa_node_bits(
        (struct exa_node){(uint8_t)part[0], (uint8_t)part[1], (uint8_t)part[2], (uint8_t)part[3]});
    return true;
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    if ((f == F_SRC || f == F_DST) && strchr(word, '.'))
        return node_value(word, v) ? NULL : "not coordinates x.y.z.fpga";
    for (unsigned k = 1; f == F_TYPE && k < EXA_TYPES; k++)
        if (strcasecmp(word, exa_type_name(k)) == 0) {
            *v = k;
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_exanet = {.fields = fields,
                                                .view_size = sizeof(struct exa_packet),
                                                .look = look,
                                                .value = value,
                                                .constant = constant};
