/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A line of vectors/axi as what a monitor sees. The form is in vectors/axi/README.md.
 */
#include "../../unit/vector.h"

#include <tn/axi/axi_port.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Where a field stands in the beat: channels as a set of enum tn_axi_which. */
struct axi_field {
    const char *name;
    unsigned channels, word, shift;
};
enum {
    AXI_A = 1 << TN_AXI_CH_AW | 1 << TN_AXI_CH_AR,
    AXI_BR = 1 << TN_AXI_CH_B | 1 << TN_AXI_CH_R
};
static const struct axi_field axi_fields[] = {
    {"id=", AXI_A, 2, 0},
    {"user=", AXI_A, 2, 16},
    {"len=", AXI_A, 3, 0},
    {"size=", AXI_A, 3, 8},
    {"burst=", AXI_A, 3, 11},
    {"lock=", AXI_A, 3, 13},
    {"cache=", AXI_A, 3, 14},
    {"prot=", AXI_A, 3, 18},
    {"qos=", AXI_A, 3, 21},
    {"strb=", 1 << TN_AXI_CH_W, 4, 0},
    {"last=", 1 << TN_AXI_CH_W, 4, 16},
    {"id=", AXI_BR, 4, 0},
    {"resp=", AXI_BR, 4, 16},
    {"last=", 1 << TN_AXI_CH_R, 4, 18},
    {"data=", 1 << TN_AXI_CH_W | 1 << TN_AXI_CH_R, 0, 0},
};

static void axi_option(struct tn_axi_seen *y, const char *word, uint64_t *cycle, const char *where)
{
    const char *text = strchr(word, '=');
    uint64_t v = text ? strtoull(text + 1, NULL, 16) : 0;
    if (strncmp(word, "addr=", 5) == 0) {
        y->word[0] = (uint32_t)v;
        y->word[1] = (uint32_t)(v >> 32);
        return;
    }
    if (strncmp(word, "unknown=", 8) == 0) {
        y->unknown = (uint32_t)v;
        return;
    }
    if (strncmp(word, "bus=", 4) == 0) {
        y->bus = (uint8_t)v;
        return;
    }
    if (strcmp(word, "same") == 0) {
        y->cycle = --*cycle;
        return;
    }
    for (size_t i = 0; i < sizeof axi_fields / sizeof *axi_fields; i++) {
        const struct axi_field *f = &axi_fields[i];
        if (strncmp(word, f->name, strlen(f->name)) == 0 && f->channels >> y->channel & 1) {
            y->word[f->word] |= (uint32_t)v << f->shift;
            return;
        }
    }
    fail_msg("%s: '%s' is no field of this channel", where, word);
}

/* name: the line's first word; the others come from strtok. */
static struct tn_axi_seen axi_line(const char *name, uint64_t *cycle, const char *where)
{
    static const char *const channels[] = {"aw", "w", "b", "ar", "r"};
    struct tn_axi_seen y = {.bus = 16, .cycle = ++*cycle};
    const char *word = strtok(NULL, " \n");
    while (y.channel < TN_AXI_CH_N && strcmp(channels[y.channel], name) != 0)
        y.channel++;
    if (y.channel == TN_AXI_CH_N)
        fail_msg("%s: '%s' is no channel", where, name);
    if (!word || strspn(word, "vrxyR-") != strlen(word))
        fail_msg("%s: valid and ready are letters of vrxyR, or -", where);
    y.valid = strchr(word, 'v') != NULL;
    y.ready = strchr(word, 'r') != NULL;
    y.valid_unknown = strchr(word, 'x') != NULL;
    y.ready_unknown = strchr(word, 'y') != NULL;
    y.rst = strchr(word, 'R') != NULL;
    while ((word = strtok(NULL, " \n")) != NULL)
        axi_option(&y, word, cycle, where);
    return y;
}

static bool line(const struct vector_line *l, const char *word)
{
    struct tn_axi_seen seen = axi_line(word, l->state, l->where);
    seen.packet = l->number;
    tn_checker_axi(l->checker, &seen);
    return true;
}

static const char *const blocks[] = {"AXS-", NULL};
static const struct vector_form form = {.fabric = "axi", .line = line, .blocks = blocks};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
