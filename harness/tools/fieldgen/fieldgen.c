/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Prints what other languages need of the field tables (those that tn_header_at() gives).
 *   fieldgen vh        Verilog constants
 *   fieldgen lua       the dissector's tables
 *   fieldgen doc PAGE  the Markdown page with its diagrams and tables made anew
 *   fieldgen names     the headers, one a line
 */
#include "fieldgen.h"

#include <tn/protocol.h>

#include <stdio.h>
#include <string.h>

/* The names of all headers, one a line. */
static void print_names(void)
{
    const struct tn_header *h;
    for (size_t i = 0; (h = tn_header_at(i)) != NULL; i++)
        puts(h->name);
}

int main(int argc, char **argv)
{
    int code = 0;
    if (argc == 2 && strcmp(argv[1], "vh") == 0) {
        print_vh();
    } else if (argc == 2 && strcmp(argv[1], "lua") == 0) {
        print_lua();
    } else if (argc == 2 && strcmp(argv[1], "names") == 0) {
        print_names();
    } else if (argc == 3 && strcmp(argv[1], "doc") == 0) {
        code = print_page(argv[2]);
    } else {
        fprintf(stderr, "usage: fieldgen vh | lua | names | doc PAGE\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? code : 2;
}
