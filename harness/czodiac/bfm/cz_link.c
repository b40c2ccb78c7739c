/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A PCIe link's end: what the words of cz_link_tb.v mean.
 */
#include <tn/czodiac/bfm_cz_dll.h>

#include <tn/sim.h>

#include <string.h>

/* Words of the pins, and of what is played. */
enum { W_TLP = 0, W_TX = 4, W_RDATA = 7, W_OUT, W_TLP_SIDE };
enum { W_S_TLP = 0, W_RX = 4, W_IN = 7, W_REG, W_WDATA };

static void symbols_of(const uint32_t *w, struct tn_cz_symbols *s)
{
    for (unsigned i = 0; i < TN_CZ_LANES; i++) {
        const unsigned at = 10 * i;
        const uint64_t two = w[at / 32] | (uint64_t)(at / 32 < 2 ? w[at / 32 + 1] : 0) << 32;
        s->lane[i] = two >> at % 32 & 0x3ff;
    }
}

static void words_of(const struct tn_cz_symbols *s, uint32_t *w)
{
    for (unsigned i = 0; i < TN_CZ_LANES; i++) {
        const unsigned at = 10 * i;
        const uint64_t two = (uint64_t)(s->lane[i] & 0x3ff) << at % 32;
        w[at / 32] |= (uint32_t)two;
        if (at / 32 < 2)
            w[at / 32 + 1] |= (uint32_t)(two >> 32);
    }
}

bool tn_cz_is_link(void)
{
    return strncmp(tn_sim_dut(), "cz_link", 7) == 0;
}

bool tn_cz_link_pins(const struct tn_block_cycle *c, struct tn_cz_link_pins *l)
{
    const uint32_t *w = c->pins, *in = c->play, out = w[W_OUT], side = w[W_TLP_SIDE];
    struct tn_cz_dll_pins *p = &l->dll;
    memset(l, 0, sizeof *l);
    p->rst = w[TN_BLOCK_RST] & 1;
    p->s_tlp_ready = out & 1;
    p->s_tlp_ok = out >> 1 & 7;
    p->m_tlp =
        (struct tn_stream_beat){.valid = out >> 4 & 1, .keep = side & 15, .last = side >> 4 & 1};
    memcpy(p->m_tlp.data, w + W_TLP, sizeof p->m_tlp.data); /* a little-endian host */
    p->dl_active = out >> 5 & 1;
    p->retrain = out >> 6 & 1;
    l->rx_up = out >> 7 & 1;
    l->obs_rx_err = out >> 8 & 1;
    p->obs_err = out >> 9 & 0xff;
    p->reg_rdata = w[W_RDATA];
    symbols_of(w + W_TX, &l->tx);
    symbols_of(in + W_RX, &l->rx);
    p->dl_up = in[W_IN] & 1;
    p->s_tlp = (struct tn_stream_beat){
        .valid = in[W_IN] >> 1 & 1, .keep = in[W_IN] >> 2 & 15, .last = in[W_IN] >> 6 & 1};
    memcpy(p->s_tlp.data, in + W_S_TLP, sizeof p->s_tlp.data);
    p->s_tlp_abort = in[W_IN] >> 7 & 1;
    p->m_tlp_ready = in[W_IN] >> 8 & 1;
    p->m_tlp_ok = in[W_IN] >> 9 & 7;
    p->reg_wr = in[W_REG] & 1;
    p->reg_rd = in[W_REG] >> 1 & 1;
    p->reg_addr = in[W_REG] >> 2 & 0xfff;
    p->reg_wdata = in[W_WDATA];
    uint32_t idle = 1u << W_RDATA | (uint32_t)!p->m_tlp.valid << W_TLP_SIDE;
    idle |= (p->m_tlp.valid ? ~(uint32_t)p->m_tlp.keep & 15 : 15u) << W_TLP;
    return (c->unknown & ~idle) != 0;
}

void tn_cz_link_pack(const struct tn_cz_link_pins *l, uint32_t play[TN_BLOCK_PLAY])
{
    const struct tn_cz_dll_pins *p = &l->dll;
    memcpy(play + W_S_TLP, p->s_tlp.data, sizeof p->s_tlp.data);
    words_of(&l->rx, play + W_RX);
    play[W_IN] = (uint32_t)p->dl_up | (uint32_t)p->s_tlp.valid << 1 | (uint32_t)p->s_tlp.keep << 2 |
                 (uint32_t)p->s_tlp.last << 6 | (uint32_t)p->s_tlp_abort << 7 |
                 (uint32_t)p->m_tlp_ready << 8 | (uint32_t)p->m_tlp_ok << 9;
    play[W_REG] = (uint32_t)p->reg_wr | (uint32_t)p->reg_rd << 1 | (uint32_t)p->reg_addr << 2;
    play[W_WDATA] = p->reg_wdata;
}

void tn_cz_link_framing(const struct tn_cz_link_pins *p, unsigned lanes, bool rd[2][TN_CZ_LANES],
                        struct tn_cz_framing_pins *out)
{
    *out = (struct tn_cz_framing_pins){
        .rst = p->dll.rst, .up = p->dll.dl_up, .rx_up = p->rx_up, .obs_rx_err = p->obs_rx_err};
    if (p->dll.rst)
        memset(rd, 0, 2 * sizeof *rd);
    else {
        tn_cz_lanes_decode(&p->tx, lanes, rd[0], &out->tx);
        tn_cz_lanes_decode(&p->rx, lanes, rd[1], &out->rx);
    }
}
