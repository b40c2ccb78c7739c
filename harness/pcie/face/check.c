/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What PCIe adds to tenter check: the limits of a device, and what the form of a capture says.
 */
#include "pcie.h"

#include <tn/rules.h>

#include <string.h>

enum {
    INSIDE,
    MPS,
    MRRS,
    RCB,
    EXT_TAGS,
    EDITION,
    WIDTH,
    SPEED,
    WIRE,
    BYTES_MIN = 128,
    BYTES_MAX = 4096,
    LANES_MAX = 32,
    WIRE_MAX = 100000
};
static const char *const editions[] = {"3.0", "4.0", "5.0", "6.0", NULL};
static const char *const speeds[] = {"2.5", "5", NULL};
static const struct tn_face_option options[] = {
    [INSIDE] = {.name = "inside"},
    [MPS] = {.name = "mps", .value = "BYTES", .max = BYTES_MAX},
    [MRRS] = {.name = "mrrs", .value = "BYTES", .max = BYTES_MAX},
    [RCB] = {.name = "rcb", .value = "64|128", .max = BYTES_MAX},
    [EXT_TAGS] = {.name = "ext-tags", .value = "0|1|10", .max = BYTES_MAX},
    [EDITION] = {.name = "pcie", .value = "EDITION", .words = editions},
    [WIDTH] = {.name = "link-width", .value = "LANES", .max = LANES_MAX},
    [SPEED] = {.name = "link-speed", .value = "2.5|5", .words = speeds},
    [WIRE] = {.name = "link-wire", .value = "SYMBOLS", .max = WIRE_MAX},
    {.name = NULL},
};

static int option(struct tn_check_params *par, size_t i, const char *text, uint64_t n)
{
    switch (i) {
    case INSIDE:
        par->inside = true;
        break;
    case MPS:
    case MRRS:
        if (n < BYTES_MIN || n & (n - 1))
            return tn_usage(tn_options_command(), "--%s is 128, 256, 512, 1024, 2048 or 4096, not %s", options[i].name, text);
        *(i == MPS ? &par->mps : &par->mrrs) = (uint32_t)n;
        break;
    case EDITION:
        for (size_t k = 0; editions[k]; k++)
            if (strcmp(editions[k], text) == 0) {
                par->pcie = 10 * (3 + (uint32_t)k);
                return TN_EXIT_OK;
            }
        return tn_usage(tn_options_command(), "--pcie is 3.0, 4.0, 5.0 or 6.0, not %s", text);
    case WIDTH:
        if (n != 12 && (n == 0 || n & (n - 1)))
            return tn_usage(tn_options_command(), "--link-width is 1, 2, 4, 8, 12, 16 or 32, not %s", text);
        par->link_width = (uint32_t)n;
        break;
    case SPEED:
        if (strcmp(text, speeds[0]) != 0 && strcmp(text, speeds[1]) != 0)
            return tn_usage(tn_options_command(), "--link-speed is 2.5 or 5, not %s", text);
        par->link_speed = strcmp(text, speeds[1]) == 0 ? 50 : 25;
        break;
    case WIRE:
        par->link_wire = (uint32_t)n;
        break;
    case RCB:
        if (n != 64 && n != 128)
            return tn_usage(tn_options_command(), "the RCB is 64 or 128, not %s", text);
        par->rcb = (uint32_t)n;
        break;
    default:
        if (n > 1 && n != 10)
            return tn_usage(tn_options_command(), "--ext-tags is 0, 1 or 10, not %s", text);
        par->ext_tags = n != 0;
        par->ten_bit_tags = n == 10;
        break;
    }
    return TN_EXIT_OK;
}

static void origin(struct tn_check_params *par, const char *form)
{
    par->unordered = par->unordered || strcmp(form, "NetTLP") == 0 || strcmp(form, "PCI_EXP") == 0;
}

/* The link "usr" is inside cZodiac. */
static void link_named(struct tn_check_params *par, const char *link)
{
    par->inside = par->inside || strcmp(link, "usr") == 0;
}

const struct tn_face_check tn_check_pcie = {
    .options = options, .option = option, .origin = origin, .link = link_named};
