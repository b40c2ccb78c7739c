/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A TLP as a line, as its fields, as JSON.
 */
#include "pcie.h"

#include <tn/fields.h>
#include <tn/protocol.h>
#include <tn/rules.h>

#include <string.h>

enum { TN_ROUTE_BY_ID = 2 };

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

/* How a message is routed, by Type[2:0] (PCIe 3.0 table 2-18). */
const char *const tn_tlp_routings[8] = {"to root complex", "by address", "by ID",    "broadcast",
                                        "local",           "gathered",   "reserved", "reserved"};
const char *const tn_tlp_address_types[4] = {"untranslated", "translation-request", "translated", "reserved"};

/* The message of that code, or NULL. */
static const char *message_name(unsigned code)
{
    const struct tn_value *v = tn_field_value(tn_header_named("tlp_msg"), "code", code);
    return v ? v->text : NULL;
}

unsigned tn_tlp_whole_tag(const struct tn_tlp *t, const struct tn_check_params *par)
{
    bool ten = par->ten_bit_tags && !par->inside;
    return ten ? (t->rsv[0] >> 23 & 1) << 9 | (t->rsv[0] >> 19 & 1) << 8 | t->tag : t->tag;
}

unsigned tn_tlp_len(const struct tn_tlp *t)
{
    bool none = t->kind == TN_TLP_CPL || t->kind == TN_TLP_CPLLK || t->kind == TN_TLP_MSG;
    return none ? 0 : t->length_dw;
}

static bool is_message(const struct tn_tlp *t)
{
    return t->kind == TN_TLP_MSG || t->kind == TN_TLP_MSGD;
}

static bool is_config(const struct tn_tlp *t)
{
    return t->kind >= TN_TLP_CFGRD0 && t->kind <= TN_TLP_CFGWR1;
}

static void print_message(FILE *f, const struct tn_tlp *t)
{
    const char *name = message_name(t->msg_code);
    fputs("from ", f);
    tn_print_bdf(f, t->requester);
    if (name)
        fprintf(f, " %s, routing %s", name, tn_tlp_routings[t->msg_route & 7]);
    else
        fprintf(f, " undefined code %02x, routing %s", t->msg_code,
                tn_tlp_routings[t->msg_route & 7]);
    if (t->msg_route == TN_ROUTE_BY_ID) {
        fputs(" to ", f);
        tn_print_bdf(f, t->dest_id);
    }
}

static void print_request(FILE *f, const struct tn_tlp *t, const struct tn_check_params *par)
{
    fputs("from ", f);
    tn_print_bdf(f, t->requester);
    fprintf(f, " tag %02x ", tn_tlp_whole_tag(t, par));
    if (is_config(t)) {
        fputs("to ", f);
        tn_print_bdf(f, t->dest_id);
        fprintf(f, " reg %03x", t->reg);
    } else {
        fprintf(f, "addr %0*llx", t->hdr_dw == 4 ? 16 : 8, (unsigned long long)t->addr);
    }
    fprintf(f, " be %x/%x", t->first_be, t->last_be);
}

/* What is unusual in the first DW, and what rules judge there. */
static void print_marks(FILE *f, const struct tn_tlp *t, const struct tn_check_params *par)
{
    static const char *const attrs[3] = {"ns", "ro", "ido"};
    const char *between = " attr ";
    if (t->tc)
        fprintf(f, " tc %u", t->tc);
    for (int i = 2; i >= 0; i--) {
        if (!(t->attr >> i & 1))
            continue;
        fprintf(f, "%s%s", between, attrs[i]);
        between = "+";
    }
    if (par->inside && t->dest_cpu)
        fprintf(f, " dest-cpu %u", t->dest_cpu);
    else if (t->th && !par->inside)
        fputs(" th", f);
    if (t->at)
        fprintf(f, " at %s", tn_tlp_address_types[t->at & 3]);
    if (t->bcm)
        fputs(" bcm", f);
    if (t->ep)
        fputs(" poisoned", f);
    if (t->td)
        fputs(" digest", f);
}

/* A Deferrable Memory Write, since PCIe 4.0: its fields are those of a memory write. */
static bool deferrable(const struct tn_event *ev, const struct tn_tlp *t, const struct tn_check_params *par, struct tn_tlp *as_write)
{
    enum { DMWR = 0x1b };
    uint8_t head[TN_TLP_MAX];
    const uint32_t n = ev->len < sizeof head ? ev->len : (uint32_t)sizeof head;
    if (par->pcie < 40 || t->kind != TN_TLP_INVALID || t->type != DMWR || t->fmt >> 1 != 1 || t->err & (TN_TLP_E_SHORT | TN_TLP_E_PREFIX))
        return false;
    memcpy(head, ev->bytes, n);
    head[t->hdr_off] &= 0xe0;
    tn_tlp_decode(head, n, ev->orig_len, as_write);
    return true;
}

/* The first bytes of the prefixes: Fmt, whether it is end-to-end, and its type. */
static void print_prefixes(FILE *f, const struct tn_tlp *t)
{
    for (unsigned i = 0; i < t->prefix_n; i++)
        fprintf(f, "%s%02x", i ? "+" : " prefix ", t->prefix[i] >> 24);
}

static void print_packet(FILE *f, const struct tn_event *ev, const struct tn_tlp *found,
                         const struct tn_check_params *par)
{
    struct tn_tlp as_write;
    const bool deferred = deferrable(ev, found, par, &as_write);
    const struct tn_tlp *t = deferred ? &as_write : found;
    if (t->err & (TN_TLP_E_SHORT | TN_TLP_E_FMT | TN_TLP_E_PREFIX)) {
        fprintf(f, "malformed TLP, Fmt %u Type %u, %u bytes", t->fmt, t->type, ev->orig_len);
        return;
    }
    fprintf(f, "%-6s ", deferred ? "DMWr" : tn_tlp_name(t->kind));
    if (tn_tlp_is_completion(t->kind)) {
        fputs("to ", f);
        tn_print_bdf(f, t->requester);
        fprintf(f, " tag %02x from ", tn_tlp_whole_tag(t, par));
        tn_print_bdf(f, t->completer);
        fprintf(f, " %s bc %u la %02x", status_name(t->status), t->byte_count, t->lower_addr);
    } else if (is_message(t)) {
        print_message(f, t);
    } else {
        print_request(f, t, par);
    }
    if (tn_tlp_has_data(t->kind) || t->kind == TN_TLP_MRD || t->kind == TN_TLP_MRDLK)
        fprintf(f, " len %u", t->length_dw);
    print_marks(f, t, par);
    print_prefixes(f, t);
    if (ev->len < ev->orig_len)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
    else if (t->err & TN_TLP_E_LENGTH)
        fputs(" [length wrong]", f);
}

bool tn_print_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    struct tn_event e;
    struct tn_tlp t;
    if (tn_event_tlp(ev, &e, &t)) {
        if (ev->unit == TN_UNIT_FRAME)
            fprintf(f, "seq %u ", (ev->bytes[1] & 15u) << 8 | ev->bytes[2]);
        print_packet(f, &e, &t, par);
    } else if (ev->unit == TN_UNIT_FRAME && ev->len) {
        tn_print_link(f, ev);
    } else {
        return false;
    }
    return true;
}

/* The text of a field whose bits inside cZodiac are Dest CPU's, "for the host; inside cZodiac
 * Dest CPU[3]", as the link reads it. */
static void local_text(char *text, size_t size, const struct tn_field *d, const struct tn_check_params *par)
{
    static const char mark[] = "; inside cZodiac ";
    const char *at = strstr(d->text, mark);
    bool ten = par->ten_bit_tags && !par->inside;
    if (ten && strcmp(d->name, "r23") == 0)
        snprintf(text, size, "Tag[9]");
    else if (ten && strcmp(d->name, "r19") == 0)
        snprintf(text, size, "Tag[8]");
    else if (at && par->inside)
        snprintf(text, size, "%s", at + sizeof mark - 1);
    else
        snprintf(text, size, "%.*s", at ? (int)(at - d->text) : (int)strlen(d->text), d->text);
}

static void print_dw0(FILE *f, const uint8_t *p, size_t left, size_t base, const struct tn_check_params *par)
{
    const struct tn_header *h = tn_header_named("tlp_dw0");
    char text[128];
    for (size_t i = 0; i < h->field_n && left >= h->bytes; i++) {
        local_text(text, sizeof text, &h->fields[i], par);
        tn_print_field(f, h, &h->fields[i], p, base, text);
    }
}

/* A header in which the row of the tag says the whole tag when it has ten bits. */
static void print_tagged(FILE *f, const char *name, const uint8_t *p, size_t left, size_t base,
                         const struct tn_tlp *t, const struct tn_check_params *par)
{
    const struct tn_header *h = tn_header_named(name);
    char text[64];
    if (!par->ten_bit_tags || par->inside) {
        tn_print_header(f, name, p, left, base);
        return;
    }
    snprintf(text, sizeof text, "Tag[7:0]; the tag is %xh", tn_tlp_whole_tag(t, par));
    for (size_t i = 0; i < h->field_n && left >= h->bytes; i++)
        tn_print_field(f, h, &h->fields[i], p, base,
                       strcmp(h->fields[i].name, "tag") == 0 ? text : h->fields[i].text);
}

/* The address DWs: the address as such, then the hint in its place. */
static void print_address(FILE *f, const uint8_t *p, size_t left, size_t base, const struct tn_tlp *t)
{
    const char *name = t->hdr_dw == 4 ? "tlp_addr64" : "tlp_addr32";
    const struct tn_header *h = tn_header_named(name);
    const struct tn_field *ph = tn_field_find(h, "ph");
    if (left < h->bytes)
        return;
    tn_print_wide(f, "addr", base, h->bytes, 2, t->addr, t->hdr_dw == 4 ? "Address[63:2]" : "Address[31:2]");
    tn_print_field(f, h, ph, p, base, ph->text);
}

void tn_print_tlp_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
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
    print_dw0(f, h, left, off, par);
    if (t.kind == TN_TLP_INVALID || left < 12)
        return;
    if (tn_tlp_is_completion(t.kind)) {
        print_tagged(f, "tlp_cpl", h + 4, left - 4, off + 4, &t, par);
    } else if (is_message(&t)) {
        tn_print_header(f, "tlp_msg", h + 4, left - 4, off + 4);
    } else {
        print_tagged(f, "tlp_req", h + 4, left - 4, off + 4, &t, par);
        if (is_config(&t))
            tn_print_header(f, "tlp_cfg", h + 8, left - 8, off + 8);
        else
            print_address(f, h + 8, left - 8, off + 8, &t);
    }
}

static void json_id(FILE *f, unsigned id)
{
    fprintf(f, ",\"bus\":%u,\"device\":%u,\"function\":%u", id >> 8, id >> 3 & 31, id & 7);
}

static void json_request(FILE *f, const struct tn_tlp *t)
{
    if (is_message(t)) {
        const char *name = message_name(t->msg_code);
        fprintf(f, ",\"code\":%u,\"message\":\"%s\",\"routing\":%u,\"routing_name\":\"%s\"", t->msg_code,
                name ? name : "undefined", t->msg_route, tn_tlp_routings[t->msg_route & 7]);
        if (t->msg_route == TN_ROUTE_BY_ID)
            json_id(f, t->dest_id);
        fprintf(f, ",\"dw2\":%u,\"dw3\":%u", t->msg_dw2, t->msg_dw3);
        return;
    }
    if (is_config(t)) {
        json_id(f, t->dest_id);
        fprintf(f, ",\"register\":%u", t->reg);
    } else {
        fprintf(f, ",\"addr\":%llu,\"ph\":%u", (unsigned long long)t->addr, t->ph);
    }
    fprintf(f, ",\"first_be\":%u,\"last_be\":%u", t->first_be, t->last_be);
}

void tn_json_tlp(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    struct tn_event e;
    struct tn_tlp t;
    if (ev->unit == TN_UNIT_FRAME)
        tn_json_link(f, ev);
    if (!tn_event_tlp(ev, &e, &t))
        return;
    fprintf(f, ",\"type\":\"%s\",\"fmt\":%u,\"len\":%u,\"requester\":%u,\"tag\":%u,\"tc\":%u,\"attr\":%u",
            tn_tlp_name(t.kind), t.fmt, tn_tlp_len(&t), t.requester, tn_tlp_whole_tag(&t, par), t.tc, t.attr);
    fprintf(f, ",\"th\":%u,\"td\":%u,\"ep\":%u,\"at\":%u", par->inside ? 0 : t.th, t.td, t.ep, t.at);
    if (par->inside)
        fprintf(f, ",\"dest_cpu\":%u", t.dest_cpu);
    if (tn_tlp_is_completion(t.kind))
        fprintf(f,
                ",\"completer\":%u,\"status\":%u,\"status_name\":\"%s\",\"bcm\":%u,\"byte_count\":%u,"
                "\"lower_addr\":%u",
                t.completer, t.status, status_name(t.status), t.bcm, t.byte_count, t.lower_addr);
    else if (t.kind != TN_TLP_INVALID)
        json_request(f, &t);
    for (unsigned i = 0; i < t.prefix_n; i++)
        fprintf(f, "%s%u%s", i ? "," : ",\"prefixes\":[", t.prefix[i], i + 1 == t.prefix_n ? "]" : "");
    fprintf(f, ",\"payload\":%u", t.payload_len);
    if (t.has_digest)
        fprintf(f, ",\"digest\":%u", t.digest);
}
