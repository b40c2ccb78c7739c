/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Prints what is made of a block's tables.
 *   blockgen KIND BLOCK FOLDER [MODULE [CLOCK RESET PATTERN]]
 * of the block with ports.def and regs.def in that folder. The rest is for the wrapper, of RTL with other names: its module, its
 * clock, its reset (!name: active low), and how a stream's signal is called, as %_axis_t%: the stream, then the signal.
 * Headers of the libraries are made so; hence this program is built without them, before all else.
 */
#include "block.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*print)(const struct block *b);
} kinds[] = {{"header", block_print_header}, {"player", block_print_player},   {"pins", block_print_pins},   {"table", block_print_table},
             {"dut", block_print_dut},       {"bench", block_print_bench},   {"wrapper", block_print_wrapper}, {"regs", block_print_regs_vh}};

int main(int argc, char **argv)
{
    static struct block b;
    const bool names = argc == 8 && strchr(argv[7], '%') && strchr(argv[7], '%') != strrchr(argv[7], '%');
    for (size_t i = 0; (argc == 4 || argc == 5 || names) && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, argv[1]) == 0) {
            block_read(&b, argv[2], argv[3]);
            b.rtl = (struct block_rtl){argc > 4 ? argv[4] : b.name, names ? argv[5] : "clk", names ? argv[6] : "rst", names ? argv[7] : "%_%"};
            kinds[i].print(&b);
            return fflush(stdout) == 0 && !ferror(stdout) ? 0 : BLOCK_UNUSABLE;
        }
    fputs("usage: blockgen KIND BLOCK FOLDER [MODULE [CLOCK RESET PATTERN]]; PATTERN has two %\nkinds:", stderr);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        fprintf(stderr, " %s", kinds[i].name);
    fputc('\n', stderr);
    return BLOCK_UNUSABLE;
}
