/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The framing of a PCIe link: what the words of cz_framing_tb.v mean.
 */
#include <tn/czodiac/bfm_cz_framing.h>

#include <string.h>

/* Words of the pins, and of what is played. */
enum { W_M_FRM = 0, W_TX = 4, W_TX_K = 6, W_OUT, W_SIDE };
enum { W_S_FRM = 0, W_RX = 4, W_IN = 6 };

bool tn_cz_framing_pins(const struct tn_block_cycle *c, unsigned lanes,
                        struct tn_cz_framing_pins *p)
{
    const uint32_t *w = c->pins, *in = c->play, out = w[W_OUT], side = w[W_SIDE];
    memset(p, 0, sizeof *p);
    p->rst = w[TN_BLOCK_RST] & 1;
    p->s_frm_ready = out & 1;
    p->m_frm =
        (struct tn_stream_beat){.valid = out >> 1 & 1, .keep = side & 15, .last = side >> 4 & 1};
    memcpy(p->m_frm.data, w + W_M_FRM, sizeof p->m_frm.data); /* a little-endian host */
    p->m_frm_dllp = side >> 5 & 1;
    p->m_frm_edb = side >> 6 & 1;
    p->m_frm_err = side >> 7 & 1;
    p->rx_up = out >> 2 & 1;
    p->obs_rx_err = out >> 3 & 1;
    memcpy(p->tx.octet, w + W_TX, sizeof p->tx.octet);
    p->tx.k = w[W_TX_K] & 0xff;
    memcpy(p->rx.octet, in + W_RX, sizeof p->rx.octet);
    p->rx.k = in[W_IN] & 0xff;
    p->rx.bad = in[W_IN] >> 8 & 0xff;
    p->up = in[W_IN] >> 16 & 1;
    p->s_frm = (struct tn_stream_beat){
        .valid = in[W_IN] >> 17 & 1, .keep = in[W_IN] >> 18 & 15, .last = in[W_IN] >> 22 & 1};
    memcpy(p->s_frm.data, in + W_S_FRM, sizeof p->s_frm.data);
    p->s_frm_dllp = in[W_IN] >> 23 & 1;
    p->s_frm_edb = in[W_IN] >> 24 & 1;
    uint32_t idle = lanes > 4 ? 0u : 1u << (W_TX + 1);
    idle |= p->m_frm.valid && !p->m_frm_err ? ~(uint32_t)p->m_frm.keep & 15 : 15u;
    idle |= (uint32_t)!p->m_frm.valid << W_SIDE;
    return (c->unknown & ~idle) != 0;
}

void tn_cz_framing_pack(const struct tn_cz_framing_pins *p, uint32_t play[TN_BLOCK_PLAY])
{
    memcpy(play + W_S_FRM, p->s_frm.data, sizeof p->s_frm.data);
    memcpy(play + W_RX, p->rx.octet, sizeof p->rx.octet);
    play[W_IN] = p->rx.k | (uint32_t)p->rx.bad << 8 | (uint32_t)p->up << 16 |
                 (uint32_t)p->s_frm.valid << 17 | (uint32_t)p->s_frm.keep << 18 |
                 (uint32_t)p->s_frm.last << 22 | (uint32_t)p->s_frm_dllp << 23 |
                 (uint32_t)p->s_frm_edb << 24;
}
