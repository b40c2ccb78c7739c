/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * An APEnet packet by itself, and in its message.
 */
#include "apenet.h"

/* Rules about the header that need no other word. */
static void header(struct tn_checker *c, const struct ape_packet *k, bool frame)
{
    const struct ape_header *h = &k->header;
    uint64_t end = h->addr + h->len;
    bool data = h->type == TN_ape_hdr_type_PUT || h->type == TN_ape_hdr_type_GET_REPLY;
    RULE(c, APE_HDR_1, ape_type_name(h->type), "type 1 to 6", "%u", h->type);
    RULE(c, APE_HDR_2, h->vc < APE_VCS, "vc 0 or 1", "%u", h->vc);
    RULE(c, APE_RSV_1, !h->r41, "0", "bit 41 is 1");
    if (h->alone)
        RULE(c, APE_LEN_2, h->len == 0, "len 0", "%u", h->len);
    else
        RULE(c, APE_LEN_3, h->len <= APE_LEN_MAX, "at most 4096", "len %u", h->len);
    RULE(c, APE_ADR_1, end <= (uint64_t)1 << 48, "an end within 48 bits", "%llx + %u",
         (unsigned long long)h->addr, h->len);
    if (data && h->len)
        RULE(c, APE_ADR_2, h->addr / APE_PAGE == (end - 1) / APE_PAGE, "one page", "%llx + %u",
             (unsigned long long)h->addr, h->len);
    if (frame)
        RULE(c, APE_LNK_4, !h->ool, "ool 0", "a packet out of lattice");
}

static void get_request(struct tn_checker *c, const struct ape_packet *k)
{
    uint64_t reply;
    uint32_t bytes, tag;
    RULE(c, APE_GET_1, !k->header.alone && k->header.len == APE_WORD, "len 16", "%u",
         k->header.len);
    if (k->header.len != APE_WORD || k->payload_n < APE_WORD)
        return;
    ape_get_read(k->payload, &reply, &bytes, &tag);
    RULE(c, APE_GET_2, bytes > 0, "bytes 1 and more", "0 bytes, tag %x", tag);
}

/* An answer: a header alone that says how its message ended. */
static void answer(struct tn_checker *c, const struct ape_packet *k)
{
    uint8_t word[8];
    for (unsigned i = 0; i < sizeof word; i++)
        word[i] = (uint8_t)(k->header.addr >> (56 - 8 * i));
    const unsigned cause = TN_GET(word, ape_ack, cause);
    RULE(c, APE_ACK_1, k->header.alone && cause <= APE_CAUSES, "a header alone, cause 0 to 19",
         "%u bytes, cause %u", c->ev->orig_len, cause);
}

static void footer(struct tn_checker *c, const struct ape_packet *k)
{
    size_t len = (size_t)ape_words(&k->header) * APE_WORD;
    uint32_t want = ape_crc(k->bytes, len);
    RULE(c, APE_CRC_1, k->footer.err || k->footer.crc == want, "the right CRC, or err",
         "CRC %08x, not %08x", k->footer.crc, want);
    const bool data =
        k->header.type == TN_ape_hdr_type_PUT || k->header.type == TN_ape_hdr_type_SEND;
    if (k->footer.ask)
        RULE(c, APE_ACK_2, data && k->footer.last, "the last packet of a PUT or SEND",
             "type %u, last %d", k->header.type, k->footer.last);
    RULE(c, APE_RSV_2, k->footer.rsv == 0, "0", "%08x", k->footer.rsv);
}

static uint64_t node(struct ape_node n)
{
    return (uint64_t)n.x << 10 | (uint64_t)n.y << 5 | n.z;
}

/* The place in the table of a packet's source, destination, stream and pid where the record was
 * seen. */
static struct ape_stream *stream(struct tn_checker *c, const struct ape_packet *k, uint64_t *key)
{
    struct tn_apenet_rules *s = c->state;
    uint64_t place = (uint64_t)c->ev->point << 8 | (c->ev->port & 15u) << 4 |
                     (c->ev->unit & 3u) << 2 | (c->ev->dir & 3u);
    bool reply = k->header.type == TN_ape_hdr_type_GET_REPLY;
    *key = place << 33 ^ node(k->footer.src) << 17 ^ node(k->header.dst) << 1 ^ (unsigned)reply;
    return &s->stream[((*key + k->header.pid) * 0x9e3779b97f4a7c15ull) >> 54];
}

/* A stream that the table has no room for is not judged. */
static void message(struct tn_checker *c, const struct ape_packet *k)
{
    uint64_t key;
    struct ape_stream *t = stream(c, k, &key);
    const struct ape_footer *f = &k->footer;
    if (t->known && t->key == key && t->pid == k->header.pid) {
        if (f->msg == t->msg && !t->last)
            RULE(c, APE_MSG_1, f->pkt == (uint16_t)(t->pkt + 1), "the next number",
                 "%u behind %u of message %x", f->pkt, t->pkt, f->msg);
        else
            RULE(c, APE_MSG_2, t->last && f->pkt == 0, "number 0 behind the last packet",
                 "message %x, number %u, behind number %u of message %x", f->msg, f->pkt, t->pkt,
                 t->msg);
    }
    *t = (struct ape_stream){.known = true,
                             .key = key,
                             .pid = k->header.pid,
                             .msg = f->msg,
                             .pkt = f->pkt,
                             .last = f->last};
}

void tn_rules_ape_lost(struct tn_checker *c, const struct tn_event *ev)
{
    struct tn_apenet_rules *s = c->state;
    (void)ev; /* any packet may have been on its way there */
    for (unsigned i = 0; i < APE_STREAMS; i++)
        s->stream[i].known = false;
}

void tn_rules_ape_packet(struct tn_checker *c, const struct ape_packet *k, bool frame)
{
    bool into = !frame && c->ev->port >= APE_TORUS_PORTS && c->ev->dir == APE_INTO_NODE;
    if (!into) { /* the router makes the SECDED of what enters it from a host */
        uint8_t want = ape_secded(k->bytes);
        RULE(c, APE_SEC_1, k->header.secded == want, "a clean SECDED", "%02x, not %02x",
             k->header.secded, want);
        if (k->header.secded != want)
            return;
    }
    header(c, k, frame);
    if (k->header.len > APE_LEN_MAX)
        return;
    RULE(c, APE_LEN_1, k->whole, "the words of its header", "%u bytes for len %u%s",
         c->ev->orig_len, k->header.len, k->header.alone ? " alone" : "");
    if (!k->whole)
        return;
    if (!k->header.alone)
        RULE(c, APE_PAD_1, ape_padded(k), "0 behind len", "another byte");
    if (k->header.type == TN_ape_hdr_type_GET)
        get_request(c, k);
    if (k->header.type == TN_ape_hdr_type_ACK)
        answer(c, k);
    if (!k->has_footer) {
        if (c->ev->len < c->ev->orig_len)
            tn_rules_ape_lost(c, c->ev); /* whose packet it was is not known */
        return;
    }
    footer(c, k);
    if (k->footer.err)
        tn_rules_ape_lost(c, c->ev);
    else
        message(c, k);
}
