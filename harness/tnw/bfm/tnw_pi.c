/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TNW's processor interface: what the words of its bench mean.
 */
#include "tnw_host.h"

#include <string.h>

/* Words of tnw_pi_tb.v, whose unknown bits matter or not each for itself. */
enum {
    W_M_DATA = 0,
    W_INJ_DATA = 4,
    W_WDATA = 8,
    W_M_END,
    W_VALIDS,
    W_INJ,
    W_ADDR,
    W_DROP,
    W_ERR,
    /* of what is played */
    P_S_DATA = 0,
    P_WR_DATA = 4,
    P_WR_ADDR = 8,
    P_BAR0 = 10,
    P_BAR2 = 12,
    P_RDATA = 14,
    P_RID,
    P_CTRL
};

static uint32_t field(uint32_t word, unsigned at, unsigned bits)
{
    return word >> at & ((1u << bits) - 1);
}

/* Of m_tlp's last beat lanes without keep mean nothing. */
static uint32_t idle_words(const struct tn_tnw_pi_out *o)
{
    uint32_t idle = 0;
    for (unsigned lane = 0; lane < 4; lane++)
        if (!o->m_tlp.valid || !(o->m_tlp.keep >> lane & 1))
            idle |= 1u << (W_M_DATA + lane);
    if (!o->m_tlp.valid)
        idle |= 1u << W_M_END;
    if (!o->inj_valid)
        idle |= 15u << W_INJ_DATA | 1u << W_INJ;
    if (!o->reg_wr)
        idle |= 1u << W_WDATA;
    if (!o->reg_wr && !o->reg_rd)
        idle |= 1u << W_ADDR;
    if (!o->obs_drop_valid)
        idle |= 1u << W_DROP;
    if (!o->obs_err_valid)
        idle |= 1u << W_ERR;
    return idle;
}

static void get_out(const uint32_t *w, struct tn_tnw_pi_out *o)
{
    const uint32_t v = w[W_VALIDS];
    memcpy(o->m_tlp.data, w + W_M_DATA, TN_TNW_PI_BEAT); /* a little-endian host */
    memcpy(o->inj_data, w + W_INJ_DATA, TN_TNW_PI_BEAT);
    o->reg_wdata = w[W_WDATA];
    o->m_tlp.keep = (uint8_t)field(w[W_M_END], 0, 4);
    o->m_tlp.last = field(w[W_M_END], 4, 1);
    o->s_tlp_ready = field(v, 0, 1);
    o->s_tlp_ok = (uint8_t)field(v, 1, 3);
    o->m_tlp.valid = field(v, 4, 1);
    o->m_wr_ready = field(v, 5, 1);
    o->inj_valid = (uint8_t)field(v, 6, 6);
    o->reg_wr = field(v, 12, 1);
    o->reg_rd = field(v, 13, 1);
    o->obs_drop_valid = field(v, 14, 1);
    o->obs_err_valid = field(v, 15, 1);
    o->inj_last = field(w[W_INJ], 0, 1);
    o->inj_vc = (uint8_t)field(w[W_INJ], 1, 3);
    o->inj_offset = field(w[W_INJ], 4, 24);
    o->reg_addr = (uint16_t)field(w[W_ADDR], 0, 16);
    o->obs_drop_cause = (uint8_t)field(w[W_DROP], 0, 4);
    o->obs_err_id = (uint8_t)field(w[W_ERR], 0, 6);
    o->obs_err_cause = (uint8_t)field(w[W_ERR], 6, 3);
}

static void get_in(const uint32_t *p, struct tn_tnw_pi_in *in)
{
    const uint32_t c = p[P_CTRL];
    memcpy(in->s_tlp.data, p + P_S_DATA, TN_TNW_PI_BEAT);
    memcpy(in->m_wr_data, p + P_WR_DATA, TN_TNW_PI_BEAT);
    memcpy(&in->m_wr_addr, p + P_WR_ADDR, 8);
    memcpy(&in->bar0, p + P_BAR0, 8);
    memcpy(&in->bar2, p + P_BAR2, 8);
    in->reg_rdata = p[P_RDATA];
    in->rid = (uint16_t)field(p[P_RID], 0, 16);
    in->inj_ok = (uint8_t)field(p[P_RID], 16, 6);
    in->s_tlp.valid = field(c, 0, 1);
    in->s_tlp.last = field(c, 1, 1);
    in->s_tlp.keep = (uint8_t)field(c, 2, 4);
    in->m_tlp_ready = field(c, 6, 1);
    in->m_tlp_ok = (uint8_t)field(c, 7, 3);
    in->m_wr_valid = field(c, 10, 1);
    in->m_wr_first = field(c, 11, 1);
    in->m_wr_last = field(c, 12, 1);
}

bool tn_tnw_pi_pins(const struct tn_block_cycle *c, struct tn_tnw_pi_in *in,
                    struct tn_tnw_pi_out *out)
{
    memset(in, 0, sizeof *in);
    memset(out, 0, sizeof *out);
    get_in(c->play, in);
    in->rst = c->pins[TN_BLOCK_RST] & 1;
    get_out(c->pins, out);
    return (c->unknown & ~idle_words(out)) != 0;
}

void tn_tnw_host_pack(const struct tn_tnw_pi_in *in, uint32_t play[TN_BLOCK_PLAY])
{
    memcpy(play + P_S_DATA, in->s_tlp.data, TN_TNW_PI_BEAT);
    memcpy(play + P_WR_DATA, in->m_wr_data, TN_TNW_PI_BEAT);
    memcpy(play + P_WR_ADDR, &in->m_wr_addr, 8);
    memcpy(play + P_BAR0, &in->bar0, 8);
    memcpy(play + P_BAR2, &in->bar2, 8);
    play[P_RDATA] = in->reg_rdata;
    play[P_RID] = in->rid | (uint32_t)in->inj_ok << 16;
    play[P_CTRL] = (uint32_t)in->s_tlp.valid | (uint32_t)in->s_tlp.last << 1 |
                   (uint32_t)in->s_tlp.keep << 2 | (uint32_t)in->m_tlp_ready << 6 |
                   (uint32_t)in->m_tlp_ok << 7 | (uint32_t)in->m_wr_valid << 10 |
                   (uint32_t)in->m_wr_first << 11 | (uint32_t)in->m_wr_last << 12;
}
