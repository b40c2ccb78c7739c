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
    F_SIZE,
    F_DST,
    F_PDID,
    F_SRC,
    F_TID,
    F_SEQ,
    F_FIRST,
    F_LAST,
    F_NOTIFY,
    F_RESP,
    F_GEN,
    F_ATT
};
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", EXA_TYPES - 1, false},
    [F_ADDR] = {"addr", (1ull << EXA_ADDR_BITS) - 1, true},
    [F_SIZE] = {"size", (1u << 14) - 1, false},
    [F_DST] = {"dst", (1u << 22) - 1, false},
    [F_PDID] = {"pdid", UINT16_MAX, true},
    [F_SRC] = {"src", (1u << 22) - 1, false},
    [F_TID] = {"tid", (1u << 14) - 1, false},
    [F_SEQ] = {"seq", EXA_NUMBER_MOD - 1, false},
    [F_FIRST] = {"first", 1, false},
    [F_LAST] = {"last", 1, false},
    [F_NOTIFY] = {"notify", 1, false},
    [F_RESP] = {"resp", 15, false},
    [F_GEN] = {"gen", EXA_SEQ_MOD / EXA_ATTEMPTS - 1, false},
    [F_ATT] = {"att", EXA_ATTEMPTS - 1, false},
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
    case F_SIZE:
        *v = k->size;
        return true;
    case F_DST:
        *v = exa_node_bits(k->dst);
        return true;
    case F_PDID:
        *v = k->pdid;
        return true;
    case F_SRC:
        *v = exa_node_bits(k->src);
        return k->has_footer;
    case F_TID:
        *v = k->tid;
        return exa_has_number(k) != 0;
    case F_SEQ:
        *v = k->seq;
        return exa_has_number(k) != 0;
    case F_FIRST:
        *v = k->first;
        return k->has_footer;
    case F_LAST:
        *v = k->last;
        return k->has_footer;
    case F_NOTIFY:
        *v = k->notify;
        return k->has_footer;
    case F_RESP:
        *v = k->code;
        return k->type == EXA_ACK;
    case F_GEN:
        *v = k->seq / EXA_ATTEMPTS;
        return exa_of_transaction(k);
    case F_ATT:
        *v = k->seq % EXA_ATTEMPTS;
        return exa_of_transaction(k);
    default:
        return false;
    }
}

/* Coordinates as the 22 bits in which they stand in a word. */
static bool node_value(const char *word, uint64_t *v)
{
    struct exa_node n;
    if (exa_node_parse(word, &n) < 0)
        return false;
    *v = exa_node_bits(n);
    return true;
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    if ((f == F_SRC || f == F_DST) && strchr(word, '.'))
        return node_value(word, v) ? NULL : "not coordinates x.y.z.fpga or tor.x.y.z.fpga";
    for (unsigned k = 0; f == F_TYPE && k < EXA_TYPE_N; k++)
        if (strcasecmp(word, exa_type_name(exa_type_at(k))) == 0) {
            *v = exa_type_at(k);
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_exanet = {.fields = fields,
                                                .view_size = sizeof(struct exa_packet),
                                                .look = look,
                                                .value = value,
                                                .constant = constant};
