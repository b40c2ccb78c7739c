/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An APEnet record, packet or words of a link, as a line, as fields, as JSON.
 */
#include "apenet.h"

#include <tn/exanet/exa.h>

#include <string.h>

enum { LOCAL_PORT = 6, INTO_NODE = 2 }; /* apenet.md section 7 */

bool tn_ape_crc_wrong(const struct ape_packet *k)
{
    return k->has_footer &&
           k->footer.crc != ape_crc(k->bytes, (size_t)ape_words(&k->header) * APE_WORD);
}

void tn_ape_node_text(struct ape_node n, char text[TN_END_NAME])
{
    snprintf(text, TN_END_NAME, "%u.%u.%u", n.x, n.y, n.z);
}

/* "PUT", or "type 9". */
static void type_text(char *text, size_t size, unsigned type)
{
    const char *name = ape_type_name(type);
    if (name)
        snprintf(text, size, "%s", name);
    else
        snprintf(text, size, "type %u", type);
}

bool tn_ape_secded_wrong(const struct tn_event *ev, const struct ape_packet *k)
{
    const bool from_host =
        ev->unit == TN_UNIT_PACKET && ev->port >= LOCAL_PORT && ev->dir == INTO_NODE;
    return !from_host && k->header.secded != ape_secded(k->bytes);
}

static void marks(FILE *f, const struct tn_event *ev, const struct ape_packet *k)
{
    if (tn_ape_secded_wrong(ev, k))
        fputs(" [SECDED wrong]", f);
    if (!k->whole)
        fputs(" [length wrong]", f);
    if (tn_ape_crc_wrong(k))
        fputs(" [CRC wrong]", f);
}

static void print(FILE *f, const struct tn_event *ev, const struct ape_packet *k)
{
    char type[16], from[TN_END_NAME] = "?", to[TN_END_NAME];
    type_text(type, sizeof type, k->header.type);
    tn_ape_node_text(k->header.dst, to);
    if (k->has_footer)
        tn_ape_node_text(k->footer.src, from);
    fprintf(f, "%-9s %s > %s:%u vc %u%s pid %x %llx len %u hops %u", type, from, to, k->header.port,
            k->header.vc, k->header.last_hop ? "+" : "", k->header.pid,
            (unsigned long long)k->header.addr, k->header.len, k->header.hops);
    if (k->header.alone)
        fputs(" alone", f);
    if (k->header.ool)
        fputs(" ool", f);
    if (k->has_footer)
        fprintf(f, " msg %x pkt %u%s%s", k->footer.msg, k->footer.pkt,
                k->footer.last ? " last" : "", k->footer.err ? " err" : "");
    marks(f, ev, k);
}

void tn_print_ape(FILE *f, const struct tn_event *ev)
{
    struct ape_packet k;
    ape_decode(ev->bytes, ev->len, ev->orig_len, &k);
    if (k.has_header)
        print(f, ev, &k);
    else
        fprintf(f, "no header: %u bytes", ev->len);
}

/* The words of a record that begins between packets, or with the words of one that an earlier
 * record began. */
struct words {
    struct ape_line line;
    unsigned credits, strays, packets;
    bool last; /* credit is valid */
    struct ape_credit credit;
    size_t len;                     /* bytes of the last packet that ended here */
    uint8_t packet[APE_PACKET_MAX]; /* that packet */
};

static void count(struct words *w, const struct tn_event *ev)
{
    memset(w, 0, sizeof *w);
    w->line.cells = ev->port & APE_PORT_CELLS;
    for (size_t at = 0; at + APE_LINK_WORD <= ev->len; at += APE_LINK_WORD) {
        const uint8_t *word = ev->bytes + at + 1;
        enum ape_kind kind = ape_line_word(&w->line, ev->bytes[at], word);
        if (kind == APE_K_CREDIT && ape_credit_get(word, &w->credit)) {
            w->credits++;
            w->last = true;
        } else if (kind == APE_K_STRAY) {
            w->strays++;
        }
        if (w->line.done) {
            w->packets++;
            w->len = (size_t)w->line.words * APE_WORD;
            memcpy(w->packet, w->line.packet, w->len);
        }
    }
}

/* A packet of ExaNet on a torus link. */
static void print_cell(FILE *f, const uint8_t *packet, size_t len)
{
    char from[EXA_NODE_TEXT], to[EXA_NODE_TEXT];
    struct exa_packet k;
    exa_decode(packet, len, len, &k);
    fprintf(f, " ExaNet %s", exa_type_name(k.type) ? exa_type_name(k.type) : "?");
    if (k.has_footer)
        fprintf(f, " %s >", exa_node_text(k.src, from));
    fprintf(f, " %s vc %u%s size %u", exa_node_text(k.dst, to), k.vc & 15u, k.vc & 16 ? " last hop" : "", k.size);
}

bool tn_ape_packet_of(const struct tn_event *ev, struct ape_packet *k)
{
    static struct words w;
    if (ev->unit == TN_UNIT_PACKET) {
        ape_decode(ev->bytes, ev->len, ev->orig_len, k);
        return k->has_header;
    }
    if (ev->unit != TN_UNIT_FRAME)
        return false;
    count(&w, ev);
    if (w.line.cells) /* ExaNet's */
        return false;
    if (w.packets)
        ape_decode(w.packet, w.len, w.len, k);
    return w.packets > 0;
}

bool tn_ape_cell_of(const struct tn_event *ev, struct tn_event *cell)
{
    static struct words w;
    if (ev->unit != TN_UNIT_FRAME || !(ev->port & APE_PORT_CELLS))
        return false;
    count(&w, ev);
    *cell = *ev;
    cell->fabric = TN_FABRIC_EXANET;
    cell->unit = TN_UNIT_PACKET;
    cell->bytes = w.packet;
    cell->len = cell->orig_len = (uint32_t)w.len;
    return w.packets > 0;
}

void tn_print_ape_words(FILE *f, const struct tn_event *ev)
{
    static struct words w;
    struct ape_packet k;
    count(&w, ev);
    fprintf(f, "Words %u:", ev->len / APE_LINK_WORD);
    if (w.packets > 1)
        fprintf(f, " %u packets, last", w.packets);
    if (w.packets && w.line.cells) {
        print_cell(f, w.packet, w.len);
    } else if (w.packets) {
        ape_decode(w.packet, w.len, w.len, &k);
        fputc(' ', f);
        print(f, ev, &k);
    }
    if (w.last)
        fprintf(f, " %u credits, last %u/%u %u/%u", w.credits, w.credit.data[0], w.credit.hdr[0],
                w.credit.data[1], w.credit.hdr[1]);
    if (w.strays)
        fprintf(f, " [%u strays]", w.strays);
}

void tn_print_ape_fields(FILE *f, const struct tn_event *ev)
{
    struct ape_packet k;
    uint8_t get[APE_WORD];
    size_t at;
    ape_decode(ev->bytes, ev->len, ev->orig_len, &k);
    tn_print_header(f, "ape_hdr", ev->bytes, ev->len, 0);
    if (k.has_header && k.header.type == TN_ape_hdr_type_GET && k.payload_n >= APE_WORD) {
        ape_turn(k.payload, get);
        tn_print_header(f, "ape_get", get, sizeof get, APE_WORD);
    }
    if (!k.has_footer)
        return;
    at = (size_t)(ape_words(&k.header) - 1) * APE_WORD;
    tn_print_header(f, "ape_ftr", ev->bytes + at, APE_WORD, at);
}

/* The table of a header of ExaNet. */
static const char *cell_header(const uint8_t word[APE_WORD])
{
    struct exa_packet k;
    exa_decode(word, APE_WORD, APE_WORD, &k);
    return k.type == EXA_ACK ? "exa_ack" : "exa_hdr";
}

void tn_print_ape_words_fields(FILE *f, const struct tn_event *ev)
{
    static struct ape_line l;
    memset(&l, 0, sizeof l);
    l.cells = ev->port & APE_PORT_CELLS;
    for (size_t record = 0; record + APE_LINK_WORD <= ev->len; record += APE_LINK_WORD) {
        const size_t at = record + 1; /* behind the leading byte */
        const uint8_t *word = ev->bytes + at;
        switch (ape_line_word(&l, ev->bytes[record], word)) {
        case APE_K_MAGIC:
        case APE_K_START:
            tn_print_header(f, "ape_ctl", word, APE_WORD, at);
            break;
        case APE_K_HEADER:
            tn_print_header(f, l.cells ? cell_header(word) : "ape_hdr", word, APE_WORD, at);
            break;
        case APE_K_FOOTER:
            tn_print_header(f, l.cells ? "exa_ftr" : "ape_ftr", word, APE_WORD, at);
            break;
        case APE_K_CREDIT:
            tn_print_header(f, "ape_credit", word, APE_WORD, at);
            break;
        default:
            break; /* payload has no fields */
        }
    }
}

static void json_packet(FILE *f, const struct tn_event *ev, const struct ape_packet *k)
{
    const struct ape_header *h = &k->header;
    char type[16], node[TN_END_NAME];
    type_text(type, sizeof type, h->type);
    tn_ape_node_text(h->dst, node);
    fprintf(f,
            ",\"type\":\"%s\",\"dst\":\"%s\",\"node_port\":%u,\"vc\":%u,\"last_hop\":%s,\"pid\":%u,"
            "\"addr\":%llu,\"len\":%u,"
            "\"hops\":%u,\"alone\":%s,\"ool\":%s,\"secded_ok\":%s",
            type, node, h->port, h->vc, h->last_hop ? "true" : "false", h->pid,
            (unsigned long long)h->addr, h->len, h->hops, h->alone ? "true" : "false",
            h->ool ? "true" : "false", tn_ape_secded_wrong(ev, k) ? "false" : "true");
    if (!k->has_footer)
        return;
    tn_ape_node_text(k->footer.src, node);
    fprintf(f, ",\"src\":\"%s\",\"msg\":%u,\"pkt\":%u,\"last\":%s,\"err\":%s,\"crc_ok\":%s", node,
            k->footer.msg, k->footer.pkt, k->footer.last ? "true" : "false",
            k->footer.err ? "true" : "false", tn_ape_crc_wrong(k) ? "false" : "true");
}

/* The members of ExaNet's own packets, and those that a torus link adds. */
static void json_cell(FILE *f, const struct tn_event *cell, const struct tn_check_params *par)
{
    struct exa_packet k;
    exa_decode(cell->bytes, cell->len, cell->orig_len, &k);
    tn_face_of(TN_FABRIC_EXANET)->show.json(f, cell, par);
    fprintf(f, ",\"vc\":%u,\"last_hop\":%s", k.vc & 15u, k.vc & 16 ? "true" : "false");
}

void tn_json_ape(FILE *f, const struct tn_event *ev, const struct tn_check_params *par)
{
    static struct words w;
    struct ape_packet k;
    struct tn_event cell;
    if (tn_ape_packet_of(ev, &k))
        json_packet(f, ev, &k);
    else if (tn_ape_cell_of(ev, &cell))
        json_cell(f, &cell, par);
    if (ev->unit == TN_UNIT_PACKET)
        return;
    count(&w, ev);
    fprintf(f, ",\"words\":%u,\"credits\":%u,\"packets\":%u,\"strays\":%u", ev->len / APE_LINK_WORD,
            w.credits, w.packets, w.strays);
}
