/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Software at a block's register window (TN_REGS of its ports.def): one access at a time.
 */
#ifndef TN_END_REGISTER_H
#define TN_END_REGISTER_H

#include <tn/sim.h>

#include <stdbool.h>
#include <stdint.h>

struct tn_end_register {
    bool wr, rd, comes; /* to be offered in the next cycle; read data come in this one */
    uint32_t addr, value;
};

/* Takes the pins p of a cycle of struct tn_<block>_pins, and fills in those of the next one. */
#define TN_END_REGISTER_CYCLE(r, p, next)                                                          \
    do {                                                                                           \
        if ((r)->comes)                                                                            \
            (r)->value = (p)->reg_rdata;                                                           \
        (r)->comes = (r)->rd && (p)->reg_rd;                                                       \
        (r)->rd = (r)->rd && !(p)->reg_rd;                                                         \
        (next)->reg_addr = (__typeof__((next)->reg_addr))(r)->addr;                                     \
        (next)->reg_wdata = (r)->value;                                                            \
        (next)->reg_wr = (r)->wr;                                                                  \
        (next)->reg_rd = (r)->rd;                                                                  \
        (r)->wr = false;                                                                           \
    } while (0)

/* Writes a register, which takes cycles. */
static inline void tn_end_register_write(struct tn_end_register *r, uint32_t addr, uint32_t value)
{
    r->addr = addr;
    r->value = value;
    r->wr = true;
    tn_sim_step(2);
}

/* Reads a register, which takes cycles. */
static inline uint32_t tn_end_register_read(struct tn_end_register *r, uint32_t addr)
{
    r->addr = addr;
    r->rd = true;
    tn_sim_step(4);
    return r->value;
}

#endif
