/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What APEnet adds to tenter check: the sizes of the lattice and the order of dimensions, by option
 * or by the text of a capture.
 */
#include "apenet.h"

#include <stdlib.h>
#include <string.h>

enum { LATTICE, DIM_ORDER };
static const struct tn_face_option options[] = {
    [LATTICE] = {.name = "lattice", .value = "XxYxZ"},
    [DIM_ORDER] = {.name = "dim-order", .value = "zyx"},
    {.name = NULL},
};

/* Reads "4x4x2" up to the end of its line; false: no such sizes. */
static bool sizes(const char *text, uint8_t size[3])
{
    static const unsigned long most[] = {64, 32, 32};
    uint8_t found[3];
    for (unsigned d = 0; d < 3; d++) {
        char *end;
        const unsigned long n = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (n == 0 || n > most[d] || (d < 2 ? *end != 'x' : *end && *end != '\n'))
            return false;
        found[d] = (uint8_t)n;
        text = end + 1;
    }
    memcpy(size, found, sizeof found);
    return true;
}

/* Reads "zyx", each dimension once. */
static bool order(const char *text, uint8_t dims[3])
{
    uint8_t found[3];
    unsigned seen = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (text[i] < 'x' || text[i] > 'z')
            return false;
        found[i] = (uint8_t)(text[i] - 'x');
        seen |= 1u << found[i];
    }
    if (seen != 7 || (text[3] && text[3] != '\n'))
        return false;
    memcpy(dims, found, sizeof found);
    return true;
}

static int option(struct tn_check_params *par, size_t i, const char *text, uint64_t n)
{
    (void)n;
    if (i == LATTICE)
        return sizes(text, par->lattice)
                   ? TN_EXIT_OK
                   : tn_usage(tn_options_command(), "--lattice: '%s' is no size such as 4x4x2, up to 64x32x32",
                              text);
    return order(text, par->dim_order)
               ? TN_EXIT_OK
               : tn_usage(tn_options_command(), "--dim-order: '%s' is not x, y and z in some order", text);
}

/* Lines "lattice=4x4x2" and "dim-order=zyx" of the first record; options go before them. */
static void text_of(struct tn_check_params *par, const char *text)
{
    const char *at = strstr(text, "\nlattice=");
    if (at && !par->lattice[0])
        sizes(at + strlen("\nlattice="), par->lattice);
    at = strstr(text, "\ndim-order=");
    if (at && par->dim_order[0] == par->dim_order[1])
        order(at + strlen("\ndim-order="), par->dim_order);
}

const struct tn_face_check tn_check_apenet = {
    .options = options, .option = option, .text = text_of};
