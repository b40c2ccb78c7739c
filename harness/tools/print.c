/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A packet event as one line, as its fields, as hex, as JSON.
 */
#include "tools.h"

#include <tn/crc.h>
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

static void print_frame(FILE *f, const struct tn_event *ev)
{
    static const struct {
        uint8_t type;
        const char *name;
    } names[] = {{0x00, "Ack"},           {0x10, "Nak"},           {0x20, "PM_Enter_L1"},
                 {0x21, "PM_Enter_L23"},  {0x23, "PM_Active_State_Request_L1"},
                 {0x24, "PM_Request_Ack"}, {0x30, "Vendor"}};
    static const char *const classes[] = {"P", "NP", "Cpl", "?"};
    static const char *const kinds[] = {"InitFC1", "UpdateFC", "InitFC2"};
    const uint8_t *p = ev->bytes;
    if (p[0] == 0xbc) {
        fputs("ordered set", f);
    } else if (p[0] == 0x5c && ev->len == 8) {
        if (p[1] >= 0x40) {
            fprintf(f, "DLLP   %s-%s VC %u hdr %u data %u", kinds[(p[1] >> 6) == 1 ? 0 : (p[1] >> 6) == 2 ? 1 : 2],
                    classes[p[1] >> 4 & 3], p[1] & 7u, (p[2] & 63u) << 2 | p[3] >> 6,
                    (p[3] & 15u) << 8 | p[4]);
        } else {
            const char *name = "reserved";
            for (size_t i = 0; i < sizeof names / sizeof *names; i++)
                if (names[i].type == p[1])
                    name = names[i].name;
            fprintf(f, "DLLP   %s", name);
            if (p[1] == 0x00 || p[1] == 0x10)
                fprintf(f, " %u", (p[3] & 15u) << 8 | p[4]);
        }
        if (tn_crc16_dllp(p + 1, 4) != (p[5] | (unsigned)p[6] << 8))
            fputs(" [CRC wrong]", f);
    } else {
        fprintf(f, "%u symbols without framing", ev->len);
    }
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
    if (point)
        fprintf(f, "%s%s%s ", point, ev->dir == TN_DIR_UP ? "^" : ev->dir == TN_DIR_DOWN ? "v" : "",
                ev->flags & TN_EV_FAULT ? "!" : "");
    if (ev->unit == TN_UNIT_NOTE) {
        for (uint32_t i = 0; i < ev->len; i++) {
            int c = ev->bytes[i];
            fputc(c == '\n' ? ';' : isprint(c) ? c : '?', f);
        }
    } else if (tn_event_tlp(ev, &tlp_ev, &t)) {
        if (ev->unit == TN_UNIT_FRAME)
            fprintf(f, "seq %u ", (ev->bytes[1] & 15u) << 8 | ev->bytes[2]);
        print_tlp(f, &tlp_ev, &t);
    } else if (ev->unit == TN_UNIT_FRAME && ev->fabric == TN_FABRIC_PCIE && ev->len) {
        print_frame(f, ev);
    } else {
        fprintf(f, "%u bytes of fabric %u", ev->len, ev->fabric);
    }
}

/* The fields of one header at p, if it is all there. */
static void print_header(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base)
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
    size_t left, off;
    if (!tn_event_tlp(ev, &e, &t))
        return;
    for (unsigned i = 0; i < t.prefix_n; i++)
        print_header(f, "tlp_prefix", e.bytes + 4 * i, e.len - 4 * i, 4 * i);
    off = t.hdr_off;
    h = e.bytes + off;
    left = e.len - off;
    print_header(f, "tlp_dw0", h, left, off);
    if (t.kind == TN_TLP_INVALID || left < 12)
        return;
    if (tn_tlp_is_completion(t.kind)) {
        print_header(f, "tlp_cpl", h + 4, left - 4, off + 4);
    } else if (t.kind == TN_TLP_MSG || t.kind == TN_TLP_MSGD) {
        print_header(f, "tlp_msg", h + 4, left - 4, off + 4);
    } else {
        print_header(f, "tlp_req", h + 4, left - 4, off + 4);
        if (t.kind >= TN_TLP_CFGRD0 && t.kind <= TN_TLP_CFGWR1)
            print_header(f, "tlp_cfg", h + 8, left - 8, off + 8);
        else
            print_header(f, t.hdr_dw == 4 ? "tlp_addr64" : "tlp_addr32", h + 8, left - 8, off + 8);
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

void tn_json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            fprintf(f, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, f);
    }
    fputc('"', f);
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
    if (tn_event_tlp(ev, &e, &t)) {
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
