/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of a TNW record that a filter can name.
 */
#include "tnw.h"

#include <strings.h>

enum { PACKETS, SETS, STRAYS, TYPES };
static const char *const types[TYPES] = {"Packet", "Set", "Stray"};

enum field { F_TYPE, F_VC, F_SEQ, F_OFFSET, F_LAST, F_WHOLE, F_MORE, F_CODE, F_FB_SEQ };
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", TYPES - 1, false},         [F_VC] = {"vc", TNW_VCS - 1, false},
    [F_SEQ] = {"seq", TNW_SEQ_MOD - 1, false},     [F_OFFSET] = {"offset", UINT32_MAX, true},
    [F_LAST] = {"last", 1, false},                 [F_WHOLE] = {"whole", 1, false},
    [F_MORE] = {"more", UINT32_MAX, false},
    [F_CODE] = {"code", TNW_CODES, false},         [F_FB_SEQ] = {"fb_seq", TNW_SEQ_MOD - 1, false},
    {NULL, 0, false},
};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    (void)par;
    return tn_event_tnw(ev, view);
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct tn_tnw_view *t = view;
    bool packet = t->has_packet && t->packet.has_header;
    switch ((enum field)f) {
    case F_TYPE:
        *v = t->has_packet ? PACKETS : t->has_ctl ? SETS : STRAYS;
        return true;
    case F_VC:
        *v = t->packet.vc;
        return packet;
    case F_SEQ:
        *v = t->packet.seq;
        return packet;
    case F_OFFSET:
        *v = t->packet.offset;
        return packet;
    case F_LAST: /* bit 0 of the offset, which where LAST_EN is 0 is none */
        *v = t->packet.offset & TNW_LAST;
        return packet;
    case F_WHOLE: /* 0: the packet is too short */
        *v = t->whole;
        return t->has_packet;
    case F_MORE: /* words behind the packet's last in its record */
        *v = t->more;
        return t->has_packet;
    case F_CODE:
        *v = t->part.ctl.code;
        return t->has_ctl;
    case F_FB_SEQ:
        *v = t->part.ctl.seq;
        return t->has_ctl;
    default:
        return false;
    }
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    for (unsigned k = 0; f == F_TYPE && k < TYPES; k++)
        if (strcasecmp(word, types[k]) == 0) {
            *v = k;
            return NULL;
        }
    for (unsigned k = 0; f == F_CODE && k < TNW_CODES; k++)
        if (strcasecmp(word, tnw_code_name(k)) == 0) {
            *v = k;
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_tnw = {.fields = fields,
                                             .view_size = sizeof(struct tn_tnw_view),
                                             .look = look,
                                             .value = value,
                                             .constant = constant};
