/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The data link layer: what the words of cz_dll_tb.v mean.
 */
#include <tn/czodiac/bfm_cz_dll.h>

#include <string.h>

/* Words of the pins, and of what is played. */
enum { W_TLP = 0, W_FRM = 4, W_RDATA = 8, W_OUT, W_TLP_SIDE, W_FRM_SIDE };
enum { W_S_TLP = 0, W_S_FRM = 4, W_IN = 8, W_REG = 9, W_WDATA = 10 };

/* A beat's bits in a word: valid, keep, last, from bit `at` on; data in four words. */
static struct tn_stream_beat beat_of(uint32_t bits, unsigned at, const uint32_t *data)
{
    struct tn_stream_beat b = {
        .valid = bits >> at & 1, .keep = bits >> (at + 1) & 15, .last = bits >> (at + 5) & 1};
    memcpy(b.data, data, sizeof b.data); /* a little-endian host */
    return b;
}

static uint32_t bits_of(const struct tn_stream_beat *b, unsigned at, uint32_t *data)
{
    memcpy(data, b->data, sizeof b->data);
    return ((uint32_t)b->valid | (uint32_t)b->keep << 1 | (uint32_t)b->last << 5) << at;
}

bool tn_cz_dll_pins(const struct tn_block_cycle *c, struct tn_cz_dll_pins *p)
{
    const uint32_t *w = c->pins, *in = c->play, out = w[W_OUT];
    memset(p, 0, sizeof *p);
    p->rst = w[TN_BLOCK_RST] & 1;
    p->s_tlp_ready = out & 1;
    p->s_tlp_ok = out >> 1 & 7;
    p->m_tlp = beat_of((out >> 4 & 1) | w[W_TLP_SIDE] << 1, 0, w + W_TLP);
    p->m_frm = beat_of((out >> 5 & 1) | w[W_FRM_SIDE] << 1, 0, w + W_FRM);
    p->m_frm_dllp = w[W_FRM_SIDE] >> 5 & 1;
    p->m_frm_edb = w[W_FRM_SIDE] >> 6 & 1;
    p->dl_active = out >> 6 & 1;
    p->retrain = out >> 7 & 1;
    p->obs_err = out >> 8 & 0xff;
    p->reg_rdata = w[W_RDATA];
    p->dl_up = in[W_IN] & 1;
    p->s_tlp = beat_of(in[W_IN], 1, in + W_S_TLP);
    p->s_tlp_abort = in[W_IN] >> 7 & 1;
    p->m_tlp_ready = in[W_IN] >> 8 & 1;
    p->m_tlp_ok = in[W_IN] >> 9 & 7;
    p->m_frm_ready = in[W_IN] >> 12 & 1;
    p->s_frm = beat_of(in[W_IN], 13, in + W_S_FRM);
    p->s_frm_dllp = in[W_IN] >> 19 & 1;
    p->s_frm_edb = in[W_IN] >> 20 & 1;
    p->s_frm_err = in[W_IN] >> 21 & 1;
    p->reg_wr = in[W_REG] & 1;
    p->reg_rd = in[W_REG] >> 1 & 1;
    p->reg_addr = in[W_REG] >> 2 & 0xfff;
    p->reg_wdata = in[W_WDATA];
    uint32_t idle = 1u << W_RDATA;
    idle |= (p->m_tlp.valid ? ~(uint32_t)p->m_tlp.keep & 15 : 15u) << W_TLP;
    idle |= (p->m_frm.valid ? ~(uint32_t)p->m_frm.keep & 15 : 15u) << W_FRM;
    idle |= (uint32_t)!p->m_tlp.valid << W_TLP_SIDE | (uint32_t)!p->m_frm.valid << W_FRM_SIDE;
    return (c->unknown & ~idle) != 0;
}

size_t tn_cz_dll_symbols(const struct tn_cz_frame *f, uint8_t out[TN_CZ_SYMBOLS])
{
    enum { STP = 0xfb, SDP = 0x5c, END = 0xfd, EDB = 0xfe, ZEROS = 2 };
    const size_t from = f->dllp ? 0 : ZEROS, most = f->dllp ? TN_DLLP_BYTES : f->len;
    size_t n = 1;
    out[0] = f->dllp ? SDP : STP;
    for (size_t i = from; i < most && i < f->len; i++)
        out[n++] = f->bytes[i];
    out[n++] = f->edb ? EDB : END;
    return n;
}

void tn_cz_dll_pack(const struct tn_cz_dll_pins *p, uint32_t play[TN_BLOCK_PLAY])
{
    play[W_IN] = (uint32_t)p->dl_up | bits_of(&p->s_tlp, 1, play + W_S_TLP) |
                 (uint32_t)p->s_tlp_abort << 7 | (uint32_t)p->m_tlp_ready << 8 |
                 (uint32_t)p->m_tlp_ok << 9 | (uint32_t)p->m_frm_ready << 12 |
                 bits_of(&p->s_frm, 13, play + W_S_FRM) | (uint32_t)p->s_frm_dllp << 19 |
                 (uint32_t)p->s_frm_edb << 20 | (uint32_t)p->s_frm_err << 21;
    play[W_REG] = (uint32_t)p->reg_wr | (uint32_t)p->reg_rd << 1 | (uint32_t)p->reg_addr << 2;
    play[W_WDATA] = p->reg_wdata;
}
