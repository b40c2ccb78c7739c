/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The fields of a packet of the cluster that a filter can name.
 */
#include "cluster.h"

#include <strings.h>

enum field { F_TYPE, F_SRC, F_DST, F_PRIO, F_LEN, F_SEQ, F_ADDR, F_ACK, F_SIZE, F_NACK, F_PLANE };
static const struct tn_face_field fields[] = {
    [F_TYPE] = {"type", 15, false},
    [F_SRC] = {"src", 31, false},
    [F_DST] = {"dst", 31, false},
    [F_PRIO] = {"prio", 3, false},
    [F_LEN] = {"len", 63, false},
    [F_SEQ] = {"seq", CL_SEQS - 1, false},
    [F_ADDR] = {"addr", UINT32_MAX, true},
    [F_ACK] = {"ack", UINT32_MAX, true},
    [F_SIZE] = {"size", UINT16_MAX, false},
    [F_NACK] = {"nack", 1, false},
    [F_PLANE] = {"plane", CL_PLANES, false},
    {NULL, 0, false},
};

static bool look(const struct tn_event *ev, const struct tn_check_params *par, void *view)
{
    (void)par;
    return tn_cl_view(ev, view);
}

/* A field of the packet's header. */
static uint64_t of_header(const struct cl_header *h, enum field f)
{
    return f == F_SRC    ? h->src
           : f == F_DST  ? h->dst
           : f == F_PRIO ? h->prio
           : f == F_LEN  ? h->len
                         : h->seq;
}

static bool value(const void *view, size_t f, uint64_t *v)
{
    const struct tn_cl_view *t = view;
    const struct cl_body *b = &t->packet.body;
    switch ((enum field)f) {
    case F_TYPE:
        *v = t->packet.header.type;
        return t->packet.has_header;
    case F_ADDR:
        *v = b->first;
        return t->packet.has_body;
    case F_ACK:
        *v = t->has_ctl ? t->ctl.ack : b->ack;
        return t->has_ctl || t->packet.has_body;
    case F_SIZE:
        *v = b->size;
        return t->packet.has_body;
    case F_NACK:
        *v = t->ctl.nack;
        return t->has_ctl;
    case F_PLANE:
        *v = t->ctl.plane;
        return t->has_ctl;
    default:
        *v = of_header(&t->packet.header, (enum field)f);
        return t->packet.has_header && !t->has_ctl;
    }
}

static const char *constant(size_t f, const char *word, uint64_t *v)
{
    for (unsigned t = 0; f == F_TYPE && t < 16; t++)
        if (cl_type_name(t) && strcasecmp(word, cl_type_name(t)) == 0) {
            *v = t;
            return NULL;
        }
    return "";
}

const struct tn_face_filter tn_filter_cluster = {.fields = fields,
                                                 .view_size = sizeof(struct tn_cl_view),
                                                 .look = look,
                                                 .value = value,
                                                 .constant = constant};
