/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of an APEnet packet that a filter can name.
 */
#include "apenet.h"

#include <strings.h>

enum field { F_TYPE, F_LEN, F_ADDR, F_PID, F_VC, F_HOPS, F_PORT, F_MSG, F_PKT, F_ERR };
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", 15, false},
    [F_LEN] = {"len", 16383, false},
    [F_ADDR] = {"addr", (1ull << 48) - 1, true},
    [F_PID] = {"pid", UINT16_MAX, true},
    [F_VC] = {"vc", 15, false},
    [F_HOPS] = {"hops", APE_HOPS_MAX, false},
    [F_PORT] = {"node_port", 15, false},
    [F_MSG] = {"msg", UINT32_MAX, true},
    [F_PKT] = {"pkt", UINT16_MAX, false},
    [F_ERR] = {"err", 1, false},
    {NULL, 0, false},
};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    (void)par;
    return tn_ape_packet_of(ev, view);
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct ape_packet *k = view;
    const struct ape_header *h = &k->header;
    switch ((enum field)f) {
    case F_TYPE:
        *v = h->type;
        return true;
    case F_LEN:
        *v = h->len;
        return true;
    case F_ADDR:
        *v = h->addr;
        return true;
    case F_PID:
        *v = h->pid;
        return true;
    case F_VC:
        *v = h->vc;
        return true;
    case F_HOPS:
        *v = h->hops;
        return true;
    case F_PORT:
        *v = h->port;
        return true;
    case F_MSG:
        *v = k->footer.msg;
        return k->has_footer;
    case F_PKT:
        *v = k->footer.pkt;
        return k->has_footer;
    case F_ERR:
        *v = k->footer.err;
        return k->has_footer;
    default:
        return false;
    }
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    for (unsigned t = 0; f == F_TYPE && t < 16; t++)
        if (ape_type_name(t) && strcasecmp(word, ape_type_name(t)) == 0) {
            *v = t;
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_apenet = {.fields = fields,
                                                .view_size = sizeof(struct ape_packet),
                                                .look = look,
                                                .value = value,
                                                .constant = constant};
