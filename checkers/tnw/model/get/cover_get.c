/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Which bins of cover_pi.def Nget and the way out fall into.
 */
#include "../pi/cover_pi.h"

#include <string.h>

enum { QUEUED, LENGTH_0, LENGTH_LONG, LENGTH_ODD, SOURCE_ODD, NOTIFY_ODD, BEYOND, NO_PLACE };
enum { STATUS_1, STATUS_4, STATUS_OTHER, POISON, BYTE_COUNT, LOWER, MORE, BORDER, NO_DATA, NO_READ, RIGHT };
enum { PACKET, CUT, REST, RECEPTION_NOTE, GET_NOTE, READ, CPLD, CPL };
enum { WRITE_CLASS, READ_CLASS, CPL_CLASS };
enum { RCB = 64, LARGE = 256 };

static uint32_t reg(const struct cover_engine *e, unsigned at)
{
    return e->reg[at / 4];
}

static unsigned given(const struct tn_tnw_pi_cover *c, const struct cover_engine *e)
{
    const uint32_t length = reg(e, TN_TNW_GET_LENGTH), offset = reg(e, TN_TNW_GET_DEST) & (TN_TNW_GET_OFFSETS - 1);
    return length == 0                                       ? LENGTH_0
           : length > TN_TNW_GET_LENGTH_MAX                  ? LENGTH_LONG
           : length % TNW_PAYLOAD                            ? LENGTH_ODD
           : reg(e, TN_TNW_GET_SRC_LO) % 16                  ? SOURCE_ODD
           : reg(e, TN_TNW_GET_NOTIFY_LO) % 16               ? NOTIFY_ODD
           : offset + length / 16 > TN_TNW_GET_OFFSETS       ? BEYOND
           : e->descs >= 1u << c->par.desc_log2              ? NO_PLACE
                                                             : QUEUED;
}

void tnw_cover_get_write(struct tn_tnw_pi_cover *c, unsigned addr, uint32_t data)
{
    const unsigned at = (addr - TN_TNW_PI_R_NGET) % TN_TNW_GET_ENGINE;
    if (addr < TN_TNW_PI_R_NGET || at >= 4 * TN_TNW_GET_RW)
        return;
    const unsigned link = (addr - TN_TNW_PI_R_NGET) / TN_TNW_GET_ENGINE;
    struct cover_engine *e = &c->engine[link];
    e->reg[at / 4] = data;
    if (at != TN_TNW_GET_NOTIFY_HI)
        return;
    const unsigned how = given(c, e);
    PI_HIT(c, DESCRIPTOR, how);
    if (how != QUEUED)
        return;
    e->length[e->descs++] = reg(e, TN_TNW_GET_LENGTH);
    PI_HIT(c, ENGINE, link, e->descs == 1 ? 0u : e->descs < 8 ? 1u : 2u);
}

/* What is wrong with it, by the order of the page. */
static unsigned wrong(const struct cover_read *r, const struct tn_tlp *t, uint32_t bytes)
{
    if (t->status)
        return t->status == TN_CPL_UR ? STATUS_1 : t->status == TN_CPL_CA ? STATUS_4 : STATUS_OTHER;
    if (t->kind == TN_TLP_CPL)
        return NO_DATA;
    return t->byte_count != r->left                                            ? BYTE_COUNT
           : t->lower_addr != (r->addr & 127)                                  ? LOWER
           : bytes > r->left                                                   ? MORE
           : bytes < r->left && (r->addr + bytes) % RCB                        ? BORDER
           : t->ep                                                             ? POISON
                                                                               : RIGHT;
}

static bool passes_older(const struct tn_tnw_pi_cover *c, unsigned tag)
{
    for (unsigned k = tag & ~31u; k < (tag & ~31u) + 32; k++)
        if (c->read[k].open && c->read[k].number < c->read[tag].number)
            return true;
    return false;
}

void tnw_cover_get_completion(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_tlp *k, uint16_t rid)
{
    const struct tn_tlp *t = &k->t;
    struct cover_read *r = &c->read[t->tag];
    const uint32_t bytes = t->kind == TN_TLP_CPLD ? 4 * k->dws : 0;
    if (!r->open || t->requester != rid) {
        PI_HIT(c, BAD, NO_READ);
        return;
    }
    const unsigned how = wrong(r, t, bytes);
    if (how != RIGHT) {
        PI_HIT(c, BAD, how);
        if (how != NO_DATA && how != POISON)
            r->open = false; /* what follows is not looked at */
        if (how != POISON)
            return;
    }
    const bool first = r->left == r->asked, last = bytes == r->left;
    const unsigned piece = first ? (last ? 0u : 1u) : last ? 3u : 2u;
    if (how == RIGHT) {
        PI_HIT(c, SPLIT, piece, bytes < RCB ? 0u : bytes == RCB ? 1u : bytes < LARGE ? 2u : 3u,
               passes_older(c, t->tag));
        PI_HIT(c, TAGS, t->tag & 7u, piece);
    }
    r->addr += bytes;
    r->left -= bytes;
    r->open = r->left != 0;
}

void tnw_cover_get_m_wr(struct tn_tnw_pi_cover *c, const struct tn_tnw_pi_in *in)
{
    if (!in->m_wr_first || c->written - c->sent == COVER_WRITES)
        return;
    c->write[c->written % COVER_WRITES].addr = in->m_wr_addr;
    c->write[c->written++ % COVER_WRITES].left = in->m_wr_last ? TNW_NOTE : TNW_PAYLOAD;
}

/* An end of Nget: its causes, and what was injected. */
static void ended(struct tn_tnw_pi_cover *c, const uint8_t *bytes)
{
    struct tnw_note n;
    tnw_note_decode(bytes, &n);
    if (n.link >= TNW_LINKS)
        return;
    struct cover_engine *e = &c->engine[n.link];
    for (unsigned tag = n.link * 32u; tag < n.link * 32u + 32; tag++)
        c->read[tag].open = false; /* lost ones */
    if (!e->descs)
        return;
    /* (its descriptor is another one when one was queued as its place was being freed) */
    if ((n.cause == 0) == (n.bytes == e->length[0]))
        PI_HIT(c, NOTE,
           n.cause == 0                 ? 0u
           : n.cause == TNW_C_STATUS    ? 1u
           : n.cause == TNW_C_POISON    ? 2u
           : n.cause == TNW_C_TIMEOUT   ? 3u
           : n.cause == TNW_C_WRONG     ? 4u
           : n.cause == TNW_C_ABORT     ? 5u
                                        : 6u,
           n.bytes == e->length[0] ? 0u : n.bytes ? 1u : 2u);
    memmove(e->length, e->length + 1, --e->descs * sizeof *e->length);
}

/* Whose write it is: reception's leave in their order. */
static unsigned of_write(struct tn_tnw_pi_cover *c, const struct tn_tlp *t)
{
    const unsigned at = c->sent % COVER_WRITES;
    if (c->sent == c->written || t->addr != c->write[at].addr || t->payload_len > c->write[at].left) {
        ended(c, c->out.bytes + t->payload_off);
        return GET_NOTE;
    }
    const bool rest = c->begun != 0, whole = t->payload_len == c->write[at].left;
    c->begun = whole ? 0 : t->payload_len;
    c->write[at].addr += t->payload_len;
    c->write[at].left -= t->payload_len;
    c->sent += whole;
    return rest ? REST : !whole ? CUT : t->payload_len == TNW_NOTE ? RECEPTION_NOTE : PACKET;
}

static void read_sent(struct tn_tnw_pi_cover *c, const struct tn_tlp *t)
{
    const uint32_t bytes = 4u * t->length_dw;
    c->read[t->tag] = (struct cover_read){true, t->addr, c->reads++, bytes, bytes};
    if (t->tag >> 5 < TNW_LINKS)
        PI_HIT(c, SLOTS, t->tag >> 5, t->tag & 7u);
    PI_HIT(c, SPAN, bytes < 128 ? 0u : bytes == 128 ? 1u : bytes < TN_TNW_GET_READ ? 2u : 3u, t->hdr_dw == 4);
}

void tnw_cover_get_sent(struct tn_tnw_pi_cover *c)
{
    struct tn_tlp t;
    if (tn_tlp_decode(c->out.bytes, c->out.len, c->out.len, &t))
        return; /* a rule says so */
    const unsigned kind = t.kind == TN_TLP_MRD    ? READ
                          : t.kind == TN_TLP_CPLD ? CPLD
                          : t.kind == TN_TLP_CPL  ? CPL
                                                  : of_write(c, &t);
    const int is = kind < READ ? WRITE_CLASS : kind == READ ? READ_CLASS : CPL_CLASS;
    PI_HIT(c, SENT, kind, t.hdr_dw == 4);
    if (c->was >= 0)
        PI_HIT(c, ROW, (unsigned)c->was, (unsigned)is);
    c->was = is;
    if (kind == READ)
        read_sent(c, &t);
    if (is == CPL_CLASS && c->unanswered)
        c->unanswered--;
}
