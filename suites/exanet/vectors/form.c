/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/exanet: cycles of the channel, packets as words of 16 bytes, frames as blocks
 * of 9.
 */
#include "../../unit/vector.h"

#include <tn/exanet/exa_channel.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Letters of hpf as bits 0 to 2; ? is a bit that is neither 0 nor 1. */
static uint8_t channel_bits(const char *word, const char *where, bool *unknown)
{
    uint8_t bits = 0;
    if (!word || strspn(word, "hpf-?") != strlen(word))
        fail_msg("%s: valid and ready are letters of hpf, or -, or ?", where);
    for (; *word != '-' && *word; word++)
        if (*word == '?')
            *unknown = true;
        else
            bits |= (uint8_t)(1u << (strchr("hpf", *word) - "hpf"));
    return bits;
}

/* What follows "cycle": valid, ready, data[127:0]. */
static void one_cycle(const struct vector_line *l)
{
    const char *where = l->where;
    struct tn_exa_cycle y = {.packet = l->number, .cycle = l->number};
    uint8_t number[sizeof y.data];
    uint32_t len = 0;
    char *word;
    y.valid = channel_bits(strtok(NULL, " \n"), where, &y.valid_unknown);
    y.ready = channel_bits(strtok(NULL, " \n"), where, &y.valid_unknown);
    word = strtok(NULL, " \n");
    for (char *x = word; x && (x = strchr(x, 'x')) != NULL; *x = '0')
        y.data_unknown = true;
    if (!word || !vector_hex(word, sizeof number, number, &len))
        fail_msg("%s: no word of 32 hex digits", where);
    for (size_t lane = 0; lane < sizeof number; lane++)
        y.data[lane] = number[sizeof number - 1 - lane];
    tn_checker_exa_cycle(l->checker, &y);
}

static bool line(const struct vector_line *l, const char *word)
{
    if (strcmp(word, "cycle") != 0)
        return false;
    one_cycle(l);
    return true;
}

static const struct vector_unit units[] = {
    {"exa", 16, false}, {"blocks", 9, true}, {"bytes", 1, false}, {NULL, 0, false}};
static const char *const blocks[] = {"EXX-",     "EXL-",     "EXQ-", "EXN-", "EXM-",     "EXP-",
                                     "EXR-",     "EXD-",     "EXV-", "EXU-", "EXF-MEM-", "EXF-PRT-",
                                     "EXF-FLT-", "EXF-CHA-", "EXF-CMP-", "EXZ-", NULL};
static const char *const shown[] = {"EXL-BLK-1", "EXL-FRM-1", "EXL-TX-2", NULL};
static const struct vector_form form = {.fabric = "exanet",
                                        .number = TN_FABRIC_EXANET,
                                        .units = units,
                                        .line = line,
                                        .between = true,
                                        .blocks = blocks,
                                        .shown = shown};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
