/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's reception side: what the words of its bench mean.
 */
#include "tnw_links.h"

#include <string.h>

/* Words of tnw_rcv_tb.v, whose unknown bits matter or not each for itself. */
enum {
    W_DATA = 0,
    W_ADDR = 4,
    W_RDATA = 6,
    W_VALIDS = 8,
    W_VC,
    W_MATCH,
    W_FIRST_LAST,
    DATA_WORDS = 4,
    ADDR_WORDS = 2,
};

static bool matters(const struct tn_tnw_rcv_out *o, uint32_t unknown)
{
    uint32_t idle = 1u << 7;
    if (!o->m_wr_valid)
        idle |= ((1u << (DATA_WORDS + ADDR_WORDS)) - 1) << W_DATA | 1u << W_FIRST_LAST;
    if (!o->rcv_take)
        idle |= 1u << W_VC;
    if (!o->obs_match_valid)
        idle |= 1u << W_MATCH;
    return (unknown & ~idle) != 0;
}

bool tn_tnw_rcv_pins(const struct tn_block_cycle *c, struct tn_tnw_rcv_in *in,
                     struct tn_tnw_rcv_out *out)
{
    const uint32_t *w = c->pins;
    tn_tnw_links_unpack(c->play, in);
    in->rst = w[TN_BLOCK_RST] & 1;
    memset(out, 0, sizeof *out);
    memcpy(out->m_wr_data, w + W_DATA, sizeof out->m_wr_data); /* a little-endian host */
    memcpy(&out->m_wr_addr, w + W_ADDR, sizeof out->m_wr_addr);
    out->reg_rdata = w[W_RDATA];
    out->rcv_take = w[W_VALIDS] & 63;
    out->m_wr_valid = w[W_VALIDS] >> 6 & 1;
    out->obs_match_valid = w[W_VALIDS] >> 7 & 1;
    out->rcv_vc = w[W_VC] & 7;
    out->obs_match_id = w[W_MATCH] & 63;
    out->obs_match_fit = w[W_MATCH] >> 6 & 1;
    out->m_wr_first = w[W_FIRST_LAST] & 1;
    out->m_wr_last = w[W_FIRST_LAST] >> 1 & 1;
    return matters(out, c->unknown);
}

/* Bytes of what is played: data, offsets of three, rcv_valid; then two words. */
enum { B_OFFSET = TNW_LINKS * TN_TNW_RCV_BEAT, B_VALID = B_OFFSET + 3 * TNW_LINKS, W_CTRL = 30 };

void tn_tnw_links_pack(const struct tn_tnw_rcv_in *in, uint32_t play[TN_BLOCK_PLAY])
{
    uint8_t b[4 * W_CTRL];
    memcpy(b, in->rcv_data, B_OFFSET);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        memcpy(b + B_OFFSET + 3 * l, &in->rcv_offset[l], 3);
    memcpy(b + B_VALID, in->rcv_valid, TNW_LINKS);
    memcpy(play, b, sizeof b);
    play[W_CTRL] = in->rcv_dvalid | (uint32_t)in->flush << 6 | (uint32_t)in->m_wr_ready << 12 |
                   (uint32_t)in->reg_wr << 13 | (uint32_t)in->reg_rd << 14 |
                   (uint32_t)in->reg_addr << 15;
    play[W_CTRL + 1] = in->reg_wdata;
}

void tn_tnw_links_unpack(const uint32_t play[TN_BLOCK_PLAY], struct tn_tnw_rcv_in *in)
{
    const uint8_t *b = (const uint8_t *)play;
    const uint32_t c = play[W_CTRL];
    memset(in, 0, sizeof *in);
    memcpy(in->rcv_data, b, B_OFFSET);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        memcpy(&in->rcv_offset[l], b + B_OFFSET + 3 * l, 3);
    memcpy(in->rcv_valid, b + B_VALID, TNW_LINKS);
    in->rcv_dvalid = c & 63;
    in->flush = c >> 6 & 63;
    in->m_wr_ready = c >> 12 & 1;
    in->reg_wr = c >> 13 & 1;
    in->reg_rd = c >> 14 & 1;
    in->reg_addr = c >> 15 & 0xfff;
    in->reg_wdata = play[W_CTRL + 1];
}
