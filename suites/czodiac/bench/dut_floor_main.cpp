/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Clocks dut_floor_tb.v under Verilator as harness/sim/dpi.cpp does the harness's
 * bench, to its $finish.
 */
#include "Vtop.h"
#include "verilated.h"

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vtop top{&context};
    while (!context.gotFinish()) {
        top.clk = !top.clk;
        top.eval();
        context.timeInc(2);
    }
    top.final();
    return 0;
}
