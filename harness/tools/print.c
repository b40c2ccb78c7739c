/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet event as one line, as its fields, as hex, as JSON.
 */
#include "print.h"

#include "tools.h"

#include <tn/fields.h>

#include <ctype.h>
#include <string.h>

static void print_id(FILE *f, unsigned id)
{
    fprintf(f, "%02x:%02x.%x", id >> 8, id >> 3 & 31, id & 7);
}

static const char *status_name(unsigned status)
{
    const struct tn_value *v = tn_field_value(tn_header_find("tlp_cpl"), "status", status);
    return v ? v->name : "reserved";
}

static const char *message_name(unsigned code)
{
    const struct tn_value *v = tn_field_value(tn_header_find("tlp_msg"), "code", code);
    return v ? v->text : "undefined";
}

static void print_tlp(FILE *f, const struct tn_event *ev, const struct tn_tlp *t)
{
    if (t->err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        fprintf(f, "malformed TLP, Fmt %u Type %u, %u bytes", t->fmt, t->type, ev->orig_len);
        return;
    }
    fprintf(f, "%-6s ", tn_tlp_name(t->kind));
    if (tn_tlp_is_completion(t->kind)) {
        fputs("to ", f);
        print_id(f, t->requester);
        fprintf(f, " tag %02x from ", t->tag);
        print_id(f, t->completer);
        fprintf(f, " %s bc %u la %02x", status_name(t->status), t->byte_count, t->lower_addr);
    } else if (t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD) {
        fputs("from ", f);
        print_id(f, t->requester);
        fprintf(f, " %s, routing %u", message_name(t->msg_code), t->msg_route);
    } else {
        fputs("from ", f);
        print_id(f, t->requester);
        fprintf(f, " tag %02x ", t->tag);
        if (t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1) {
            fputs("to ", f);
            print_id(f, t->dest_id);
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

void tn_print_line(FILE *f, const struct tn_event *ev, const char *point)
{
    struct tn_event tlp_ev;
    struct tn_tlp t;
    fprintf(f, "%6llu %llu.%09llu ", (unsigned long long)ev->packet,
            (unsigned long long)(ev->time_ns / 1000000000u),
            (unsigned long long)(ev->time_ns % 1000000000u));
    if (ev->cycle)
        fprintf(f, "c%llu ", (unsigned long long)ev->cycle);
    if (point) {
        tn_print_text(f, point);
        fprintf(f, "%s%s ",
                ev->dir == TN_DIR_UP     ? "^"
                : ev->dir == TN_DIR_DOWN ? "v"
                                         : "",
                ev->flags & TN_EV_FAULT ? "!" : "");
    }
    if (ev->unit == TN_UNIT_NOTE) {
        for (uint32_t i = 0; i < ev->len; i++) {
            int c = ev->bytes[i];
            fputc(c == '\n' ? ';' : isprint(c) ? c : '?', f);
        }
    } else if (tn_event_tlp(ev, &tlp_ev, &t)) {
        if (ev->unit == TN_UNIT_FRAME)
            fprintf(f, "seq %u ", (ev->bytes[1] & 15u) << 8 | ev->bytes[2]);
        print_tlp(f, &tlp_ev, &t);
    } else if (ev->fabric == TN_FABRIC_PCIE && ev->unit == TN_UNIT_FRAME && ev->len) {
        tn_print_link(f, ev);
    } else if (ev->fabric == TN_FABRIC_ROCEV2) {
        tn_print_roce(f, ev);
    } else if (ev->fabric == TN_FABRIC_EXANET) {
        (ev->unit == TN_UNIT_FRAME ? tn_print_exa_frame : tn_print_exa)(f, ev);
    } else if (ev->fabric == TN_FABRIC_TNW) {
        tn_print_tnw(f, ev);
    } else {
        fprintf(f, "%u bytes of fabric %u", ev->len, ev->fabric);
    }
}

void tn_print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base)
{
    const struct tn_header *h = tn_header_find(name);
    if (left < h->bytes)
        return;
    for (size_t i = 0; i < h->field_n; i++) {
        const struct tn_field *d = &h->fields[i];
        uint32_t v = tn_bits_get(p, d->off, d->width);
        const struct tn_value *named = tn_field_value(h, d->name, v);
        fprintf(f, "        byte %2zu bit %u..%u  %-11s ", base + d->off / 8, 7 - d->off % 8u,
                (8u * h->bytes - d->off - d->width) % 8u, d->name);
        if (d->kind == TN_FIELD_BDF)
            print_id(f, v);
        else
            fprintf(f, d->kind == TN_FIELD_DEC || d->width == 1 ? "%u" : "%xh", v);
        fprintf(f, "  %s%s%s\n", named ? named->text : "", named ? "; " : "", d->text);
    }
}

void tn_print_fields(FILE *f, const struct tn_event *ev)
{
    struct tn_event e;
    struct tn_tlp t;
    const uint8_t *h;
    size_t left, off, base;
    if (ev->fabric == TN_FABRIC_ROCEV2) {
        tn_print_roce_fields(f, ev);
        return;
    }
    if (ev->fabric == TN_FABRIC_EXANET) {
        (ev->unit == TN_UNIT_FRAME ? tn_print_exa_frame_fields : tn_print_exa_fields)(f, ev);
        return;
    }
    if (ev->fabric == TN_FABRIC_TNW)
        tn_print_tnw_fields(f, ev);
    if (ev->fabric == TN_FABRIC_PCIE && ev->unit == TN_UNIT_FRAME)
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

void tn_print_hex(FILE *f, const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        fprintf(f, "        %04zx ", i);
        for (size_t k = i; k < i + 16 && k < len; k++)
            fprintf(f, " %02x", p[k]);
        fputc('\n', f);
    }
}

void tn_print_json(FILE *f, const struct tn_event *ev, const char *point)
{
    struct tn_event e;
    struct tn_tlp t;
    fprintf(f, "{\"packet\":%llu,\"time_ns\":%llu,\"cycle\":%llu", (unsigned long long)ev->packet,
            (unsigned long long)ev->time_ns, (unsigned long long)ev->cycle);
    if (point) {
        fputs(",\"point\":", f);
        tn_json_string(f, point);
    }
    fprintf(f, ",\"dir\":%u,\"port\":%u,\"unit\":%u,\"bytes\":%u", ev->dir, ev->port, ev->unit,
            ev->orig_len);
    if (ev->fabric == TN_FABRIC_PCIE && ev->unit == TN_UNIT_FRAME)
        tn_json_link(f, ev);
    if (ev->fabric == TN_FABRIC_ROCEV2) {
        tn_json_roce(f, ev);
    } else if (ev->fabric == TN_FABRIC_EXANET) {
        (ev->unit == TN_UNIT_FRAME ? tn_json_exa_frame : tn_json_exa)(f, ev);
    } else if (ev->fabric == TN_FABRIC_TNW) {
        tn_json_tnw(f, ev);
    } else if (tn_event_tlp(ev, &e, &t)) {
        fprintf(f, ",\"type\":\"%s\",\"len\":%u,\"requester\":%u,\"tag\":%u,\"tc\":%u,\"attr\":%u",
                tn_tlp_name(t.kind), t.length_dw, t.requester, t.tag, t.tc, t.attr);
        if (tn_tlp_is_completion(t.kind))
            fprintf(f, ",\"completer\":%u,\"status\":%u,\"byte_count\":%u,\"lower_addr\":%u",
                    t.completer, t.status, t.byte_count, t.lower_addr);
        else
            fprintf(f, ",\"addr\":%llu,\"first_be\":%u,\"last_be\":%u", (unsigned long long)t.addr,
                    t.first_be, t.last_be);
    }
    fputs("}\n", f);
}
