/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Pins of the level-2 switch, bits to members and back.
 */
#include "cl_switch_pins.h"

#include "../../bfm/bfm.h"

#include <string.h>

/* First bits of lane 0, in the order of cl_switch_tb.v. */
enum {
    O_M_DATA = 0,
    O_RDATA = 320,
    O_FREED = 352,
    O_M_VALID = 412,
    O_D_READY = 432,
    O_MOVE = 452,
    O_DROP = 472,
    O_M_LAST = 492,
    O_FROM = 512,
    O_RST = 612,
    I_S_DATA = 0,
    I_D_DATA = 320,
    I_M_OK = 640,
    I_S_VALID = 700,
    I_S_LAST = 720,
    I_M_READY = 740,
    I_UP = 760,
    I_D_VALID = 780,
    I_D_LAST = 800,
    I_D_DONE = 820,
    I_REG_WR = 840,
    I_REG_RD,
    I_REG_ADDR,
    I_WDATA = 864
};

static struct tn_cl_switch_player player;
static struct tn_cl_switch_pins played;
static bool in_reset, started; /* the first reset has reached the registers */

static uint32_t get(const uint32_t *w, unsigned at, unsigned bits)
{
    uint64_t both = w[at / 32];
    if (at % 32 + bits > 32)
        both |= (uint64_t)w[at / 32 + 1] << 32;
    return (uint32_t)(both >> at % 32 & ((1ull << bits) - 1));
}

static void put(uint32_t *w, unsigned at, unsigned bits, uint32_t value)
{
    for (unsigned i = 0; i < bits; i++, at++)
        w[at / 32] |= (value >> i & 1) << at % 32;
}

static void get_lane(struct tn_cl_switch_lane *l, const uint32_t *w, unsigned i)
{
    l->m_data = (uint16_t)get(w, O_M_DATA + 16 * i, 16);
    l->freed = (uint8_t)get(w, O_FREED + 3 * i, 3);
    l->m_valid = get(w, O_M_VALID + i, 1);
    l->m_last = get(w, O_M_LAST + i, 1);
    l->d_ready = get(w, O_D_READY + i, 1);
    l->obs_move = get(w, O_MOVE + i, 1);
    l->obs_drop = get(w, O_DROP + i, 1);
    l->obs_from = (uint8_t)get(w, O_FROM + 5 * i, 5);
}

static void put_lane(const struct tn_cl_switch_lane *l, uint32_t *w, unsigned i)
{
    put(w, I_S_DATA + 16 * i, 16, l->s_data);
    put(w, I_D_DATA + 16 * i, 16, l->d_data);
    put(w, I_M_OK + 3 * i, 3, l->m_ok);
    put(w, I_S_VALID + i, 1, l->s_valid);
    put(w, I_S_LAST + i, 1, l->s_last);
    put(w, I_M_READY + i, 1, l->m_ready);
    put(w, I_UP + i, 1, l->up);
    put(w, I_D_VALID + i, 1, l->d_valid);
    put(w, I_D_LAST + i, 1, l->d_last);
    put(w, I_D_DONE + i, 1, l->d_done);
}

static void pins_of(unsigned id, uint64_t cycle, const uint32_t *pins, uint32_t unknown,
                    uint32_t *play)
{
    struct tn_cl_switch_pins p = played, next = {0};
    (void)id;
    p.rst = get(pins, O_RST, 1);
    p.reg_rdata = get(pins, O_RDATA, 32);
    for (unsigned i = 0; i < TN_CL_SWITCH_LANES; i++)
        get_lane(&p.lane[i], pins, i);
    started |= in_reset && p.rst;
    in_reset = p.rst;
    if (started && player.cycle) {
        player.cycle(player.ctx, cycle, &p, unknown >> O_FREED / 32 & 15, &next);
        tn_bfm_more = true;
    }
    for (unsigned i = 0; i < TN_CL_SWITCH_LANES; i++)
        put_lane(&next.lane[i], play, i);
    put(play, I_REG_WR, 1, next.reg_wr);
    put(play, I_REG_RD, 1, next.reg_rd);
    put(play, I_REG_ADDR, 9, next.reg_addr);
    put(play, I_WDATA, 32, next.reg_wdata);
    played = next;
}

static void deliver(void)
{
    if (player.tell)
        player.tell(player.ctx);
}

void tn_cl_switch_play(const struct tn_cl_switch_player *p)
{
    player = p ? *p : (struct tn_cl_switch_player){0};
}

static void clear(void)
{
    tn_cl_switch_play(NULL);
}

static void reset(void) {}

const struct tn_boundary tn_cl_switch_boundary = {
    .name = "cl_switch", .pins = pins_of, .deliver = deliver, .clear = clear, .reset = reset};
