/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An ExaNet packet as a line, as fields, as JSON, as a step of the ladder.
 */
#include "exanet.h"

#include <tn/fields.h>
#include <tn/protocol.h>

bool tn_exa_unframe(const struct tn_event *ev, struct exa_frame *f, struct tn_event *packet)
{
    if (ev->fabric != TN_FABRIC_EXANET || ev->unit != TN_UNIT_FRAME)
        return false;
    exa_frame_decode(ev->bytes, ev->len, f);
    *packet = *ev;
    packet->unit = TN_UNIT_PACKET;
    packet->bytes = f->bytes;
    packet->len = (uint32_t)f->len;
    packet->orig_len = packet->len;
    return f->words > 0;
}

bool tn_event_exa(const struct tn_event *ev, struct exa_packet *k)
{
    struct exa_frame f;
    struct tn_event packet;
    if (tn_exa_unframe(ev, &f, &packet))
        ev = &packet;
    else if (ev->fabric != TN_FABRIC_EXANET || ev->unit != TN_UNIT_PACKET)
        return false;
    exa_decode(ev->bytes, ev->len, ev->orig_len, k);
    return true;
}

bool tn_exa_unreadable(const struct exa_packet *k)
{
    return k->err & EXA_E_SHORT || k->hdr_crc != exa_want_hdr_crc(k);
}

static void node(char text[EXA_NODE_TEXT], struct exa_node n, bool known)
{
    if (known)
        exa_node_text(n, text);
    else
        snprintf(text, EXA_NODE_TEXT, "?");
}

static const char *named(const char *header, const char *field, uint32_t value)
{
    const struct tn_value *v = tn_field_value(tn_header_named(header), field, value);
    return v ? v->name : NULL;
}

/* What the packet is part of: a message, or a transaction. */
static void print_part(FILE *f, const struct exa_packet *k)
{
    if (!exa_has_number(k))
        return;
    if (exa_is_message(k))
        fprintf(f, " chan %u msg %u", k->tid & EXA_TID_CHAN, k->seq);
    else
        fprintf(f, " tid %u seq %u", k->tid, k->seq);
    fprintf(f, "%s%s%s", k->first ? " first" : "", k->last ? " last" : "",
            k->notify ? " notify" : "");
    if (k->code) {
        const char *why = named("exa_ack", "resp", k->code);
        fprintf(f, " nack %s", why ? why : "reserved");
    } else if (k->type == EXA_ACK) {
        fputs(" ok", f);
    }
}

static void print_doubts(FILE *f, const struct tn_event *ev, const struct exa_packet *k)
{
    if (k->snapped)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
    else if (k->err & (EXA_E_LENGTH | EXA_E_PART | EXA_E_LONG))
        fputs(" [length wrong]", f);
    if (!k->has_footer)
        return;
    if (k->ftr_crc != exa_want_ftr_crc(k))
        fputs(" [footer CRC wrong]", f);
    else if (!k->snapped && !(k->err & EXA_E_LONG) && k->pld_crc != exa_want_pld_crc(k))
        fputs(" [payload CRC wrong]", f);
}

void tn_print_exa(FILE *f, const struct tn_event *ev)
{
    struct exa_packet k;
    char src[EXA_NODE_TEXT], dst[EXA_NODE_TEXT];
    const char *place;
    if (!tn_event_exa(ev, &k))
        return;
    if (tn_exa_unreadable(&k)) {
        fprintf(f, "ExaNet packet with a wrong header CRC, %u bytes", ev->orig_len);
        return;
    }
    if (k.err & EXA_E_TYPE) {
        fprintf(f, "malformed ExaNet packet, type %u, %u bytes", k.type, ev->orig_len);
        return;
    }
    node(src, k.src, k.has_footer);
    node(dst, k.dst, true);
    place = named("exa_hdr", "addr_hi", (uint32_t)(k.addr >> 32));
    fprintf(f, "%-8s %s > %s addr %011llx%s%s", exa_type_name(k.type), src, dst,
            (unsigned long long)k.addr, place ? " " : "", place ? place : "");
    if (k.size)
        fprintf(f, " size %u", k.size);
    print_part(f, &k);
    fprintf(f, " pdid %04x", k.pdid);
    print_doubts(f, ev, &k);
}

void tn_print_exa_fields(FILE *f, const struct tn_event *ev)
{
    struct exa_packet k;
    uint8_t place[8];
    if (!tn_event_exa(ev, &k) || k.err & EXA_E_SHORT)
        return;
    tn_print_header(f, k.type == EXA_ACK ? "exa_ack" : "exa_hdr", ev->bytes, ev->len, 0);
    if (k.type == EXA_DMA_CTL && k.word_n == 2) {
        for (unsigned i = 0; i < sizeof place; i++) /* a number, its low byte in lane 0 */
            place[i] = k.lanes[sizeof place - 1 - i];
        tn_print_header(f, "exa_place", place, sizeof place, EXA_WORD);
    }
    if (k.has_footer) {
        size_t at = ev->orig_len - ev->orig_len % EXA_WORD - EXA_WORD;
        tn_print_header(f, "exa_ftr", ev->bytes + at, ev->len - at, at);
    }
}

void tn_json_exa(FILE *f, const struct tn_event *ev)
{
    struct exa_packet k;
    char dst[EXA_NODE_TEXT], src[EXA_NODE_TEXT];
    bool readable;
    if (!tn_event_exa(ev, &k))
        return;
    readable = !tn_exa_unreadable(&k);
    fprintf(f, ",\"type\":\"%s\",\"header_crc_ok\":%s", readable ? exa_type_name(k.type) : "?",
            readable ? "true" : "false");
    if (!readable)
        return;
    node(dst, k.dst, true);
    fprintf(f, ",\"dst\":\"%s\",\"addr\":%llu,\"size\":%u,\"pdid\":%u", dst,
            (unsigned long long)k.addr, k.size, k.pdid);
    if (exa_has_number(&k))
        fprintf(f, ",\"tid\":%u,\"seq\":%u", k.tid, k.seq);
    if (exa_of_transaction(&k))
        fprintf(f, ",\"gen\":%u,\"att\":%u", k.seq / EXA_ATTEMPTS, k.seq % EXA_ATTEMPTS);
    if (k.type == EXA_ACK)
        fprintf(f, ",\"resp\":%u", k.code);
    if (!k.has_footer)
        return;
    node(src, k.src, true);
    fprintf(f, ",\"src\":\"%s\",\"first\":%u,\"last\":%u,\"notify\":%u", src, k.first, k.last,
            k.notify);
    fprintf(f, ",\"footer_crc_ok\":%s", k.ftr_crc == exa_want_ftr_crc(&k) ? "true" : "false");
    if (!k.snapped)
        fprintf(f, ",\"payload_crc_ok\":%s", k.pld_crc == exa_want_pld_crc(&k) ? "true" : "false");
}

void tn_ladder_exa(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns,
                   long long latency_ns)
{
    struct exa_packet k;
    char left[EXA_NODE_TEXT], right[EXA_NODE_TEXT], label[80], part[48] = "";
    const char *why;
    bool back, answerer;
    if (!tn_event_exa(ev, &k) || tn_exa_unreadable(&k))
        return;
    answerer = k.type == EXA_ACK && tn_exa_answerer(stats, &k, &k.src);
    back = k.type == EXA_ACK || k.type == EXA_ZREAD_RSP;
    why = k.code ? named("exa_ack", "resp", k.code) : NULL;
    node(left, back ? k.dst : k.src, back || k.has_footer);
    node(right, back ? k.src : k.dst, !back || k.has_footer || answerer);
    if (exa_has_number(&k) && exa_is_message(&k))
        snprintf(part, sizeof part, "chan %u msg %u", k.tid & EXA_TID_CHAN, k.seq);
    else if (exa_has_number(&k))
        snprintf(part, sizeof part, "tid %u seq %u%s%s", k.tid, k.seq, k.first ? " first" : "",
                 k.last ? " last" : "");
    if (back)
        snprintf(label, sizeof label, "%s %s%s%s", exa_type_name(k.type), part,
                 k.code ? " nack " : "",
                 !k.code ? ""
                 : why   ? why
                         : "reserved");
    else
        snprintf(label, sizeof label, "%s %s %llx+%u", exa_type_name(k.type), part,
                 (unsigned long long)k.addr, k.size);
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "%-11s |%s%-44s%s| %s", left,
            back ? "<-- " : "--- ", label, back ? " ---" : " -->", right);
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    if (stats)
        tn_exa_step_print(f, tn_exa_last_step(stats));
    fputc('\n', f);
}
