/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs a bench of suites/rtl to its $finish and writes what it covered to
 * TN_COVERAGE/<process>.dat; the main() that Verilator 5.006 makes writes none.
 */
#include "Vbench.h"
#include "verilated.h"
#include "verilated_cov.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

int main(int argc, char **argv)
{
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Vbench bench{&context};
    while (!context.gotFinish()) {
        bench.eval();
        if (!bench.eventsPending())
            break;
        context.time(bench.nextTimeSlot());
    }
    bench.final();
    if (const char *dir = getenv("TN_COVERAGE"))
        context.coveragep()->write((std::string(dir) + "/" + std::to_string(getpid()) + ".dat").c_str());
    return 0;
}
