/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A TNW record, packet or link frame, as a line, as fields, as JSON, as a step of the ladder.
 */
#include "tnw.h"

#include <stdlib.h>
#include <string.h>

bool tn_event_tnw(const struct tn_event *ev, struct tn_tnw_view *view)
{
    uint8_t first[TNW_FRAME + TNW_WORD_OCTETS];
    uint32_t foreign, octets;
    memset(view, 0, sizeof *view);
    if (ev->fabric != TN_FABRIC_TNW || ev->unit == TN_UNIT_NOTE)
        return false;
    if (ev->unit == TN_UNIT_PACKET) {
        view->has_packet = true;
        view->whole = tnw_decode_any(ev->bytes, ev->len, ev->orig_len, &view->packet) == 0;
        return true;
    }
    foreign = (uint32_t)tnw_foreign_words(ev->bytes, ev->len, first, sizeof first);
    octets = foreign ? TNW_WORD : TNW_WORD_OCTETS;
    view->words = ev->orig_len / octets;
    if (tnw_part_decode(foreign ? first : ev->bytes, foreign ? foreign : ev->len, &view->part) == 0)
        return true;
    view->more = ev->len / octets - (uint32_t)view->part.words;
    view->has_ctl = view->part.kind == TNW_START || view->part.kind == TNW_SET;
    view->has_packet = view->part.kind == TNW_START;
    view->packet = view->part.packet;
    view->packet.snapped = ev->len < ev->orig_len;
    view->whole = view->packet.snapped || view->part.words == TNW_WORDS;
    return true;
}

bool tn_tnw_crc_wrong(const struct tn_tnw_view *view)
{
    return view->packet.has_crc && view->packet.crc != tnw_want_crc(&view->packet);
}

/* "Packet", "Set", "Stray". */
static const char *type_of(const struct tn_tnw_view *view)
{
    return view->has_packet ? "Packet" : view->has_ctl ? "Set" : "Stray";
}

/* "ACK 5", "INIT": what a feedback says. */
static void feedback_text(char *text, size_t size, const struct tnw_ctl *ctl)
{
    bool number = ctl->code != TNW_NONE && ctl->code != TNW_INIT && ctl->code != TNW_READY;
    if (number || ctl->seq)
        snprintf(text, size, "%s %u", ctl->code < TNW_CODES ? tnw_code_name(ctl->code) : "code 7",
                 ctl->seq);
    else
        snprintf(text, size, "%s", tnw_code_name(ctl->code));
}

static void print_packet(FILE *f, const struct tn_event *ev, const struct tn_tnw_view *view)
{
    const struct tnw_packet *k = &view->packet;
    if (!k->has_header)
        fputs("no header", f);
    else
        fprintf(f, "vc %u seq %u offset %06x%s", k->vc, k->seq, k->offset,
                k->offset & TNW_LAST ? " last" : "");
    if (k->err & (TNW_E_PART | TNW_E_LONG) && ev->unit == TN_UNIT_PACKET)
        fputs(" [length wrong]", f);
    else if (!view->whole && !k->snapped)
        fprintf(f, " [broken after %u words of payload]", k->word_n);
    else if (tn_tnw_crc_wrong(view))
        fputs(" [CRC wrong]", f);
    else if (k->foreign)
        fputs(" [another tool's order]", f);
}

void tn_print_tnw(FILE *f, const struct tn_event *ev)
{
    struct tn_tnw_view v;
    char text[24];
    if (!tn_event_tnw(ev, &v))
        return;
    fprintf(f, "%-6s ", type_of(&v));
    if (v.has_packet)
        print_packet(f, ev, &v);
    if (v.has_ctl) {
        feedback_text(text, sizeof text, &v.part.ctl);
        fprintf(f, "%s%s%s", v.has_packet ? ", " : "", text,
                tnw_ctl_good(&v.part.ctl) ? "" : " [feedback CRC wrong]");
    } else if (!v.has_packet && v.part.words) {
        fprintf(f, "%zu %s words from %x %08x", v.part.words, tnw_class_name(v.part.kind),
                v.part.first.flags, v.part.first.data);
    }
    if (ev->len < ev->orig_len)
        fprintf(f, " [%u of %u bytes kept]", ev->len, ev->orig_len);
    else if (v.more)
        fprintf(f, ", %u words more", v.more);
}

/* The number in lanes 0 to 3 as its fields. */
static void print_word(FILE *f, const char *header, const uint8_t *lanes, size_t base)
{
    uint8_t number[TNW_WORD];
    for (unsigned i = 0; i < TNW_WORD; i++)
        number[i] = lanes[TNW_WORD - 1 - i];
    tn_print_header(f, header, number, sizeof number, base);
}

static void print_packet_fields(FILE *f, const struct tn_event *ev)
{
    uint8_t bytes[TNW_PACKET];
    const uint8_t *p = ev->bytes;
    size_t len = ev->len;
    struct tnw_packet k;
    tnw_decode_any(ev->bytes, ev->len, ev->orig_len, &k);
    if (k.foreign) { /* as they would stand in an own capture */
        tnw_encode(&k, bytes, sizeof bytes);
        p = bytes;
        len = sizeof bytes;
    }
    tn_print_header(f, "tnw_hdr", p, len, 0);
    if (len >= TNW_PACKET)
        tn_print_header(f, "tnw_crc", p + TNW_CRC_AT, TNW_WORD, TNW_CRC_AT);
}

static void print_frame_fields(FILE *f, const uint8_t *p, size_t len)
{
    unsigned behind = 0; /* words since the START, or 0 outside packets */
    for (size_t at = 0; at + TNW_WORD_OCTETS <= len; at += TNW_WORD_OCTETS) {
        const uint8_t *lanes = p + at + 1;
        enum tnw_class kind = tnw_classify(tnw_word_get(p + at));
        fprintf(f, "        word %2zu %-6s %x  %02x %02x %02x %02x\n", at / TNW_WORD_OCTETS,
                tnw_class_name(kind), p[at], lanes[0], lanes[1], lanes[2], lanes[3]);
        if (kind == TNW_START || kind == TNW_SET)
            print_word(f, "tnw_ctl", lanes, at + 1);
        behind = kind == TNW_START                                  ? 1
                 : kind == TNW_DATA && behind && behind < TNW_WORDS ? behind + 1
                                                                    : 0;
        if (behind == 2)
            print_word(f, "tnw_hdr", lanes, at + 1);
        if (behind == TNW_WORDS)
            print_word(f, "tnw_crc", lanes, at + 1);
    }
}

void tn_print_tnw_fields(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    size_t room, foreign;
    uint8_t *own;
    (void)par;
    if (ev->unit == TN_UNIT_PACKET)
        print_packet_fields(f, ev);
    if (ev->unit != TN_UNIT_FRAME)
        return;
    room = (size_t)ev->len * TNW_WORD_OCTETS / TNW_WORD + 1;
    own = malloc(room);
    foreign = own ? tnw_foreign_words(ev->bytes, ev->len, own, room) : 0;
    print_frame_fields(f, foreign ? own : ev->bytes, foreign ? foreign : ev->len);
    free(own);
}

void tn_json_tnw(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    struct tn_tnw_view v;
    (void)par;
    if (!tn_event_tnw(ev, &v))
        return;
    fprintf(f, ",\"type\":\"%s\"", type_of(&v));
    if (ev->unit == TN_UNIT_FRAME)
        fprintf(f, ",\"words\":%u", v.words);
    if (v.has_packet && v.packet.has_header)
        fprintf(f, ",\"vc\":%u,\"seq\":%u,\"offset\":%u,\"last\":%s", v.packet.vc, v.packet.seq,
                v.packet.offset, v.packet.offset & TNW_LAST ? "true" : "false");
    if (v.has_packet)
        fprintf(f, ",\"whole\":%s", v.whole ? "true" : "false");
    if (v.has_packet && ev->unit == TN_UNIT_FRAME)
        fprintf(f, ",\"more\":%u", v.more);
    if (v.packet.has_crc)
        fprintf(f, ",\"crc_ok\":%s", tn_tnw_crc_wrong(&v) ? "false" : "true");
    if (v.has_ctl)
        fprintf(f, ",\"code\":\"%s\",\"fb_seq\":%u,\"fb_crc_ok\":%s",
                tnw_code_name(v.part.ctl.code), v.part.ctl.seq,
                tnw_ctl_good(&v.part.ctl) ? "true" : "false");
}

void tn_ladder_tnw(FILE *f, const struct tn_event *ev, bool again, uint64_t start_ns, long long latency_ns)
{
    struct tn_tnw_view v;
    char label[96] = "", feedback[24] = "";
    bool back = ev->dir ? ev->dir == TN_DIR_UP : ev->point & 1;
    if (!tn_event_tnw(ev, &v))
        return;
    if (v.has_ctl)
        feedback_text(feedback, sizeof feedback, &v.part.ctl);
    if (v.has_ctl && !tnw_ctl_good(&v.part.ctl))
        snprintf(feedback, sizeof feedback, "feedback broken");
    if (v.has_packet && v.packet.has_header && v.whole)
        snprintf(label, sizeof label, "packet %u vc %u%s%s%s%s", v.packet.seq, v.packet.vc,
                 again ? " again" : "", tn_tnw_crc_wrong(&v) ? " CRC wrong" : "",
                 v.has_ctl && v.part.ctl.code ? ", " : "",
                 v.has_ctl && v.part.ctl.code ? feedback : "");
    else if (v.has_packet)
        snprintf(label, sizeof label, "packet, broken");
    else if (v.has_ctl)
        snprintf(label, sizeof label, "%s", feedback);
    else
        snprintf(label, sizeof label, "%u words of no packet", v.words);
    tn_print_moment(f, ev, start_ns);
    fprintf(f, "c%-8llu |%s%-44s%s|%s", (unsigned long long)ev->cycle, back ? "<-- " : "--- ", label, back ? " ---" : " -->",
            ev->flags & TN_EV_FAULT ? " fault" : "");
    if (latency_ns >= 0)
        fprintf(f, "  %lld ns", latency_ns);
    fputc('\n', f);
}
