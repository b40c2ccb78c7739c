/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A TLP as a line, as its fields, as JSON.
 */
#include "pcie.h"

#include <tn/fields.h>
#include <tn/protocol.h>

bool tn_event_tlp(const struct tn_event *ev, struct tn_event *tlp_ev, struct tn_tlp *t)
{
    enum { STP = 0xfb, HEAD = 3, TAIL = 5 };
    *tlp_ev = *ev;
    if (ev->fabric != TN_FABRIC_PCIE)
        return false;
    if (ev->unit == TN_UNIT_FRAME) {
        if (ev->len < HEAD + 12 + TAIL || ev->bytes[0] != STP || ev->len < ev->orig_len)
            return false;
        tlp_ev->unit = TN_UNIT_PACKET;
        tlp_ev->bytes += HEAD;
        tlp_ev->len = tlp_ev->orig_len = ev->len - HEAD - TAIL;
    } else if (ev->unit != TN_UNIT_PACKET) {
        return false;
    }
    tn_tlp_decode(tlp_ev->bytes, tlp_ev->len, tlp_ev->orig_len, t);
    return true;
}

static const char *status_name(unsigned status)
{
    const struct tn_value *v = tn_field_value(tn_header_named("tlp_cpl"), "status", status);
    return v ? v->name : "reserved";
}

static const char *message_name(unsigned code)
{
    const struct tn_value *v = tn_field_value(tn_header_named("tlp_msg"), "code", code);
    return v ? v->text : "undefined";
}

static void print_packet(FILE *f, const struct tn_event *ev, const struct tn_tlp *t)
{
    if (t->err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        fprintf(f, "malformed TLP, Fmt %u Type %u, %u bytes", t->fmt, t->type, ev->orig_len);
        return;
    }
    fprintf(f, "%-6s ", tn_tlp_name(t->kind));
    if (tn_tlp_is_completion(t->kind)) {
        fputs("to ", f);
        tn_print_bdf(f, t->requester);
        fprintf(f, " tag %02x from ", t->tag);
        tn_print_bdf(f, t->completer);
        fprintf(f, " %s bc %u la %02x", status_name(t->status), t->byte_count, t->lower_addr);
    } else if (t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD) {
        fputs("from ", f);
        tn_print_bdf(f, t->requester);
        fprintf(f, " %s, routing %u", message_name(t->msg_code), t->msg_route);
    } else {
        fputs("from ", f);
        tn_print_bdf(f, t->requester);
        fprintf(f, " tag %02x ", t->tag);
        if (t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1) {
            fputs("to ", f);
            tn_print_bdf(f, t->dest_id);
            fprintf(f, " reg %03x", t->reg);
        } else {
            fprintf(f, "addr %0*llx", t->hdr_dw == 4 ? 16 : 8, (unsigned long long)t->addr);
        }
        fprintf(f, " be %x/%x", t->first_be, t->last_be);
    }
    if (tn_tlp_has_data(t->kind) || t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK)
        fprintf(f, " len %u", t->length_dw);
    if (t->tc)
        fprintf(f, " tc %u", t->tc);
    if (t->ep)
        fputs(" poisoned", f);
    if (t->td)
        fputs(" digest", f);
    if (ev->len < ev->orig_len)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
    else if (t->err & TN_TLP_E_LENGTH)
        fputs(" [length wrong]", f);
}

bool tn_print_tlp(FILE *f, const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    if (tn_event_tlp(ev, &e, &t)) {
        if (ev->unit == TN_UNIT_FRAME)
            fprintf(f, "seq %u ", (ev->bytes[1] & 15u) << 8 | ev->bytes[2]);
        print_packet(f, &e, &t);
    } else if (ev->unit == TN_UNIT_FRAME && ev->len) {
        tn_print_link(f, ev);
    } else {
        return false;
    }
    return true;
}

void tn_print_tlp_fields(FILE *f, const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    const uint8_t *h;
    size_t left, off, base;
    if (ev->unit == TN_UNIT_FRAME)
        tn_print_link_fields(f, ev);
    if (!tn_event_tlp(ev, &e, &t))
        return;
    base = (size_t)(e.bytes - ev->bytes);
    for (unsigned i = 0; i < t.prefix_n; i++)
        tn_print_header(f, "tlp_prefix", e.bytes + 4 * i, e.len - 4 * i, base + 4 * i);
    off = base + t.hdr_off;
    h = e.bytes + t.hdr_off;
    left = e.len - t.hdr_off;
    tn_print_header(f, "tlp_dw0", h, left, off);
    if (t.kind == TN_TLP_INVALID || left < 12)
        return;
    if (tn_tlp_is_completion(t.kind)) {
        tn_print_header(f, "tlp_cpl", h + 4, left - 4, off + 4);
    } else if (t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD) {
        tn_print_header(f, "tlp_msg", h + 4, left - 4, off + 4);
    } else {
        tn_print_header(f, "tlp_req", h + 4, left - 4, off + 4);
        if (t.kind >= TN_TLP_CFGRD0 && t.kind <= TN_TLP_CFGWR1)
            tn_print_header(f, "tlp_cfg", h + 8, left - 8, off + 8);
        else
            tn_print_header(f, t.hdr_dw == 4 ? "tlp_addr64" : "tlp_addr32", h + 8, left - 8,
                            off + 8);
    }
}

void tn_json_tlp(FILE *f, const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    if (ev->unit == TN_UNIT_FRAME)
        tn_json_link(f, ev);
    if (!tn_event_tlp(ev, &e, &t))
        return;
    fprintf(f, ",\"type\":\"%s\",\"len\":%u,\"requester\":%u,\"tag\":%u,\"tc\":%u,\"attr\":%u",
            tn_tlp_name(t.kind), t.length_dw, t.requester, t.tag, t.tc, t.attr);
    if (tn_tlp_is_completion(t.kind))
        fprintf(f, ",\"completer\":%u,\"status\":%u,\"byte_count\":%u,\"lower_addr\":%u",
                t.completer, t.status, t.byte_count, t.lower_addr);
    else
        fprintf(f, ",\"addr\":%llu,\"first_be\":%u,\"last_be\":%u", (unsigned long long)t.addr,
                t.first_be, t.last_be);
}
