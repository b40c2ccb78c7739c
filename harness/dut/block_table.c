/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Names in the table of a block, and its ports in the struct of its pins.
 */
#include <tn/block_table.h>

#include <string.h>

const struct tn_block_port *tn_block_port_find(const struct tn_block_table *t, const char *name)
{
    for (unsigned i = 0; i < t->port_n; i++)
        if (strcmp(t->ports[i].name, name) == 0)
            return &t->ports[i];
    return NULL;
}

const struct tn_block_stream *tn_block_stream_find(const struct tn_block_table *t, const char *name)
{
    for (unsigned i = 0; i < t->stream_n; i++)
        if (strcmp(t->streams[i].name, name) == 0)
            return &t->streams[i];
    return NULL;
}

const struct tn_block_reg *tn_block_reg_find(const struct tn_block_table *t, const char *name)
{
    for (unsigned i = 0; i < t->reg_n; i++)
        if (strcmp(t->regs[i].name, name) == 0)
            return &t->regs[i];
    return NULL;
}

/* Bytes of the member, or of one word of it. */
static size_t size_of(const struct tn_block_port *p)
{
    return p->width == 1 ? sizeof(bool) : p->width <= 8 ? 1 : p->width <= 16 ? 2 : 4;
}

uint32_t tn_block_port_get(const struct tn_block_port *p, const void *pins, unsigned i, unsigned k)
{
    const uint8_t *at = (const uint8_t *)pins + p->at + p->stride * i + 4 * (size_t)k;
    uint16_t half;
    uint32_t word;
    switch (size_of(p)) {
    case 1:
        return *at;
    case 2:
        memcpy(&half, at, sizeof half);
        return half;
    default:
        memcpy(&word, at, sizeof word);
        return word;
    }
}

void tn_block_port_set(const struct tn_block_port *p, void *pins, unsigned i, unsigned k,
                       uint32_t value)
{
    uint8_t *at = (uint8_t *)pins + p->at + p->stride * i + 4 * (size_t)k;
    const unsigned width = p->width - 32 * k;
    const uint32_t word = width < 32 ? value & ((1u << width) - 1) : value;
    const uint16_t half = (uint16_t)word;
    switch (size_of(p)) {
    case 1:
        *at = (uint8_t)word;
        break;
    case 2:
        memcpy(at, &half, sizeof half);
        break;
    default:
        memcpy(at, &word, sizeof word);
    }
}
