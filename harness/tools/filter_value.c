/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the fields of a filter are called, and their values in a packet.
 */
#include "filter_value.h"

#include "tools.h"

#include <string.h>
#include <strings.h>

/* Types of ExaNet packets stand above the kinds of TLPs, those of TNW's records above these. */
enum { EXA_TYPE_BASE = 256, TNW_PACKETS = 512, TNW_SETS, TNW_STRAYS, NODE_PARTS = 4 };

static const char *const field_names[FIELDS] = {
    "type", "addr", "len", "tag", "requester", "completer", "status", "tc", "attr", "first_be",
    "last_be", "byte_count", "lower_addr", "code", "bytes", "packet", "cycle", "port", "dir",
    "point", "ep", "td",
    "src", "dst", "pdid", "form", "tid", "seq", "first", "last", "notify", "err",
    "vc", "offset", "fb_seq",
};

bool tn_filter_field(const char *text, size_t n, enum tn_filter_field *field)
{
    for (int f = 0; f < FIELDS; f++)
        if (strlen(field_names[f]) == n && strncmp(field_names[f], text, n) == 0) {
            *field = (enum tn_filter_field)f;
            return true;
        }
    return false;
}

/* "x.y.z.fpga" as the 22 bits in which it stands in a word. */
static bool node_value(const char *word, uint64_t *v)
{
    unsigned part[NODE_PARTS];
    int end = 0;
    if (sscanf(word, "%3u.%3u.%2u.%1u%n", &part[0], &part[1], &part[2], &part[3], &end) != NODE_PARTS ||
        word[end] || part[0] > 127 || part[1] > 127 || part[2] > 63 || part[3] > 3)
        return false;
    *v = exa_node_bits((struct exa_node){(uint8_t)part[0], (uint8_t)part[1], (uint8_t)part[2],
                                         (uint8_t)part[3]});
    return true;
}

static const struct {
    const char *name;
    uint64_t value;
} tnw_types[] = {{"Packet", TNW_PACKETS}, {"Set", TNW_SETS}, {"Stray", TNW_STRAYS}};

const char *tn_filter_constant(enum tn_filter_field field, const char *word, uint64_t *v)
{
    if ((field == F_SRC || field == F_DST) && strchr(word, '.'))
        return node_value(word, v) ? NULL : "not coordinates x.y.z.fpga";
    if (field == F_TYPE) {
        for (unsigned k = 1; k < EXA_TYPES; k++)
            if (strcasecmp(word, exa_type_name(k)) == 0) {
                *v = EXA_TYPE_BASE + k;
                return NULL;
            }
        for (size_t k = 0; k < sizeof tnw_types / sizeof *tnw_types; k++)
            if (strcasecmp(word, tnw_types[k].name) == 0) {
                *v = tnw_types[k].value;
                return NULL;
            }
        for (int k = 0; k < TN_TLP_KINDS; k++)
            if (strcasecmp(word, tn_tlp_name((enum tn_tlp_kind)k)) == 0) {
                *v = (uint64_t)k;
                return NULL;
            }
    }
    for (unsigned k = 0; field == F_CODE && k < TNW_CODES; k++)
        if (strcasecmp(word, tnw_code_name(k)) == 0) {
            *v = k;
            return NULL;
        }
    if (tn_number(word, UINT64_MAX, v))
        return NULL;
    return field == F_TYPE ? "not a packet type" : "not a number";
}

void tn_filter_look(const struct tn_event *ev, struct tn_filter_view *view)
{
    struct tn_event inner;
    view->ev = ev;
    view->is_exa = tn_event_exa(ev, &view->exa) && !tn_exa_unreadable(&view->exa);
    view->is_tnw = tn_event_tnw(ev, &view->tnw);
    view->is_tlp = tn_event_tlp(ev, &inner, &view->tlp);
}

static bool of_event(enum tn_filter_field f, const struct tn_event *ev, uint64_t *v)
{
    switch (f) {
    case F_BYTES: *v = ev->orig_len; return true;
    case F_PACKET: *v = ev->packet; return true;
    case F_CYCLE: *v = ev->cycle; return true;
    case F_PORT: *v = ev->port; return true;
    case F_DIR: *v = ev->dir; return true;
    case F_POINT: *v = ev->point; return true;
    default: return false;
    }
}

static bool of_tlp(enum tn_filter_field f, const struct tn_tlp *t, uint64_t *v)
{
    bool cpl = tn_tlp_is_completion(t->kind);
    switch (f) {
    case F_TYPE: *v = t->kind; return true;
    case F_ADDR: *v = t->addr; return !cpl;
    case F_LEN: *v = t->length_dw; return true;
    case F_TAG: *v = t->tag; return true;
    case F_REQUESTER: *v = t->requester; return true;
    case F_COMPLETER: *v = t->completer; return cpl;
    case F_STATUS: *v = t->status; return cpl;
    case F_TC: *v = t->tc; return true;
    case F_ATTR: *v = t->attr; return true;
    case F_FIRST_BE: *v = t->first_be; return !cpl;
    case F_LAST_BE: *v = t->last_be; return !cpl;
    case F_BYTE_COUNT: *v = t->byte_count; return cpl;
    case F_LOWER_ADDR: *v = t->lower_addr; return cpl;
    case F_CODE: *v = t->msg_code; return t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD;
    case F_EP: *v = t->ep; return true;
    case F_TD: *v = t->td; return true;
    default: return false;
    }
}

static bool of_exa(enum tn_filter_field f, const struct exa_packet *k, uint64_t *v)
{
    switch (f) {
    case F_TYPE: *v = EXA_TYPE_BASE + k->type; return true;
    case F_ADDR: *v = k->addr; return true;
    case F_LEN: *v = k->len; return true;
    case F_TAG: *v = k->tag; return true;
    case F_DST: *v = exa_node_bits(k->dst); return true;
    case F_PDID: *v = k->pdid; return true;
    case F_FORM: *v = k->form; return true;
    case F_SRC: *v = exa_node_bits(k->src); return k->has_footer;
    case F_TID: *v = k->tid; return k->has_footer;
    case F_SEQ: *v = k->seq; return k->has_footer;
    case F_FIRST: *v = k->first; return k->has_footer;
    case F_LAST: *v = k->last; return k->has_footer;
    case F_NOTIFY: *v = k->notify; return k->has_footer;
    case F_ERR: *v = k->code; return k->has_footer;
    default: return false;
    }
}

static bool of_tnw(enum tn_filter_field f, const struct tn_tnw_view *t, uint64_t *v)
{
    bool packet = t->has_packet && t->packet.has_header;
    switch (f) {
    case F_TYPE: *v = t->has_packet ? TNW_PACKETS : t->has_ctl ? TNW_SETS : TNW_STRAYS; return true;
    case F_VC: *v = t->packet.vc; return packet;
    case F_SEQ: *v = t->packet.seq; return packet;
    case F_OFFSET: *v = t->packet.offset; return packet;
    case F_CODE: *v = t->part.ctl.code; return t->has_ctl;
    case F_FB_SEQ: *v = t->part.ctl.seq; return t->has_ctl;
    default: return false;
    }
}

bool tn_filter_value(enum tn_filter_field f, const struct tn_filter_view *view, uint64_t *v)
{
    return of_event(f, view->ev, v) || (view->is_tlp && of_tlp(f, &view->tlp, v)) ||
           (view->is_exa && of_exa(f, &view->exa, v)) || (view->is_tnw && of_tnw(f, &view->tnw, v));
}
