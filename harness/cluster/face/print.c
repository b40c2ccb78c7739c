/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A record of the cluster, a packet or a run of a lane, as a line, as fields, as JSON.
 */
#include "cluster.h"

#include <string.h>

bool tn_cl_view(const struct tn_event *ev, struct tn_cl_view *v)
{
    const unsigned unit = ev->unit == TN_UNIT_FRAME ? CL_FRAME_WORD : CL_WORD;
    unsigned n = ev->len / unit;
    memset(v, 0, sizeof *v);
    if (ev->unit == TN_UNIT_NOTE)
        return false;
    if (n > CL_WORDS_MAX)
        n = CL_WORDS_MAX;
    if (ev->unit == TN_UNIT_FRAME)
        v->flags = cl_frame_get(ev->bytes, n, v->word);
    else
        cl_words_get(ev->bytes, n, v->word);
    cl_decode(v->word, n, ev->orig_len / unit, &v->packet);
    v->length_wrong = ev->orig_len % unit != 0 ||
                      (v->packet.has_header && ev->orig_len / unit != v->packet.header.len + 3u);
    v->crc_wrong = v->packet.whole && !cl_crc_right(v->word, n);
    v->has_ctl = v->packet.whole && cl_is_link(v->word);
    if (v->has_ctl)
        cl_ctl_get(v->word + 2, &v->ctl);
    return true;
}

bool tn_cl_broken(const struct tn_cl_view *v)
{
    return !v->packet.has_header || v->length_wrong || v->crc_wrong || v->flags;
}

const char *tn_cl_type(const struct tn_cl_view *v)
{
    const char *name = v->packet.has_header ? cl_type_name(v->packet.header.type) : "Run";
    return name ? name : "?";
}

static void print_body(FILE *f, const struct cl_packet *k)
{
    const struct cl_body *b = &k->body;
    switch (k->header.type) {
    case TN_cl_hdr_type_WRITE:
    case TN_cl_hdr_type_WRITE_REPLY:
        fprintf(f, " addr %08x ack %08x size %u", b->first, b->ack, b->size);
        break;
    case TN_cl_hdr_type_MESSAGE:
        fprintf(f, " queue %08x ack %08x size %u", b->first, b->ack, b->size);
        break;
    case TN_cl_hdr_type_READ:
        fprintf(f, " addr %08x reply %08x ack %08x size %u", b->first, b->reply, b->ack, b->size);
        break;
    case TN_cl_hdr_type_QUEUE_READ:
        fprintf(f, " queue %08x response %08x size %u", b->first, b->reply, b->size);
        break;
    case TN_cl_hdr_type_NACK:
        fprintf(f, " ack %08x cause %u value %u", b->first, b->cause, b->value);
        break;
    default:
        fprintf(f, " %s %08x value %u", k->header.type == TN_cl_hdr_type_ACK ? "ack" : "addr",
                b->first, b->value);
        break;
    }
}

void tn_print_cl(FILE *f, const struct tn_event *ev)
{
    struct tn_cl_view v;
    const struct cl_header *h = &v.packet.header;
    if (!tn_cl_view(ev, &v))
        return;
    fprintf(f, "%-11s", tn_cl_type(&v));
    if (v.has_ctl)
        fprintf(f, " ack %u freed %u %u %u plane %u%s", v.ctl.ack, v.ctl.freed[0], v.ctl.freed[1],
                v.ctl.freed[2], v.ctl.plane, v.ctl.nack ? " NACK" : "");
    else if (v.packet.has_header)
        fprintf(f, " %u.%u > %u.%u prio %u seq %u", h->src, h->src_cpu, h->dst, h->dst_cpu, h->prio,
                h->seq);
    if (v.packet.has_body)
        print_body(f, &v.packet);
    if (v.flags)
        fputs(" [K or invalid symbol]", f);
    if (!v.packet.has_header || v.length_wrong)
        fprintf(f, " [length wrong: %u bytes]", ev->orig_len);
    if (v.crc_wrong)
        fputs(" [CRC wrong]", f);
    if (ev->len < ev->orig_len)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
}

void tn_print_cl_fields(FILE *f, const struct tn_event *ev)
{
    struct tn_cl_view v;
    uint8_t bytes[CL_BYTES_MAX];
    if (!tn_cl_view(ev, &v))
        return;
    const size_t len = (size_t)v.packet.words * CL_WORD;
    const char *table = v.packet.has_header ? cl_type_table(v.packet.header.type) : NULL;
    cl_words_put(v.word, v.packet.words, bytes);
    tn_print_header(f, "cl_hdr", bytes, len, 0);
    if (table && (v.packet.has_body || v.has_ctl))
        tn_print_header(f, table, bytes + TN_BYTES_cl_hdr, len - TN_BYTES_cl_hdr, TN_BYTES_cl_hdr);
    if (v.packet.whole)
        tn_print_wide(f, "crc", len - CL_WORD, CL_WORD, 0, v.packet.crc,
                      "CRC-16/IBM-3740 of all words before");
}

void tn_json_cl(FILE *f, const struct tn_event *ev)
{
    struct tn_cl_view v;
    const struct cl_header *h = &v.packet.header;
    const struct cl_body *b = &v.packet.body;
    if (!tn_cl_view(ev, &v))
        return;
    fprintf(f, ",\"type\":\"%s\"", tn_cl_type(&v));
    if (v.has_ctl)
        fprintf(f, ",\"ack\":%u,\"freed\":[%u,%u,%u],\"plane\":%u,\"nack\":%s", v.ctl.ack,
                v.ctl.freed[0], v.ctl.freed[1], v.ctl.freed[2], v.ctl.plane,
                v.ctl.nack ? "true" : "false");
    else if (v.packet.has_header)
        fprintf(f,
                ",\"src\":%u,\"src_cpu\":%u,\"dst\":%u,\"dst_cpu\":%u,\"prio\":%u,\"len\":%u,"
                "\"seq\":%u",
                h->src, h->src_cpu, h->dst, h->dst_cpu, h->prio, h->len, h->seq);
    if (v.packet.has_body)
        fprintf(f, ",\"addr\":%u,\"reply\":%u,\"ack\":%u,\"value\":%u,\"size\":%u,\"cause\":%u",
                b->first, b->reply, b->ack, b->value, b->size, b->cause);
    if (ev->unit == TN_UNIT_FRAME)
        fprintf(f, ",\"words\":%u,\"symbols_ok\":%s", ev->orig_len / CL_FRAME_WORD,
                v.flags ? "false" : "true");
    fprintf(f, ",\"whole\":%s", v.packet.whole ? "true" : "false");
    if (v.packet.whole)
        fprintf(f, ",\"crc_ok\":%s", v.crc_wrong ? "false" : "true");
}
