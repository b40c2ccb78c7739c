/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The register port: one-cycle strobes, the answer a cycle later.
 */
#include "bfm.h"
#include "show.h"


#include <tn/sim.h>

#include <tn/bug.h>

enum { ANSWER_CYC = 256 }; /* benches may clock the port slower than themselves */

static struct {
    uint32_t cmd, addr, wdata, rdata;
    bool answered;
} reg;

void tn_reg_drive(struct tn_core_drive *out)
{
    out->reg_cmd = reg.cmd;
    out->reg_addr = reg.addr;
    out->reg_wdata = reg.wdata;
    reg.cmd = 0;
}

void tn_reg_reset(void)
{
    reg.cmd = 0;
}

void tn_core_reg_read(uint32_t value)
{
    reg.rdata = value;
    reg.answered = true;
}

void tn_reg_write(uint32_t addr, uint32_t value)
{
    reg.cmd = 1;
    reg.addr = addr;
    reg.wdata = value;
    tn_show(&tn_show_write, NULL, &(struct tn_show_write){addr, value});
    tn_sim_step(1);
}

uint32_t tn_reg_read(uint32_t addr)
{
    reg.cmd = 2;
    reg.addr = addr;
    reg.answered = false;
    for (int i = 0; i < ANSWER_CYC && !reg.answered; i++)
        tn_sim_step(1);
    tn_require(reg.answered);
    return reg.rdata;
}
