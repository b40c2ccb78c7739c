/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Icarus binding: arguments and their values.
 *
 * A call's argument handles are looked up once and kept as the call's user data: the lookup would
 * cost more than the call.
 */
#include "vpi_call.h"

#include <tn/bug.h>

#include <stdio.h>
#include <stdlib.h>

struct call *call_this(void)
{
    vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
    struct call *c = vpi_get_userdata(call);
    if (c)
        return c;
    c = calloc(1, sizeof *c);
    tn_require(c != NULL);
    vpiHandle it = vpi_iterate(vpiArgument, call);
    if (it) {
        vpiHandle a;
        for (int i = 0; (a = vpi_scan(it)) != NULL; i++) {
            tn_require(i < CALL_ARGS);
            c->arg[i] = a;
        }
    }
    vpi_put_userdata(call, c);
    return c;
}

vpiHandle call_word(struct call *c, int arg, unsigned at)
{
    if (!c->word[at])
        c->word[at] = vpi_handle_by_index(c->arg[arg], (PLI_INT32)at);
    return c->word[at];
}

int call_words(struct call *c, int arg, int max)
{
    if (!c->words[arg])
        c->words[arg] = (vpi_get(vpiSize, c->arg[arg]) + 31) / 32;
    return c->words[arg] < max ? c->words[arg] : max;
}

void call_get_text(vpiHandle h, char text[CALL_TEXT])
{
    s_vpi_value v = {.format = vpiStringVal};
    vpi_get_value(h, &v);
    snprintf(text, CALL_TEXT, "%s", v.value.str);
}

uint32_t call_get32(vpiHandle h)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    return (uint32_t)v.value.vector[0].aval & ~(uint32_t)v.value.vector[0].bval;
}

uint64_t call_get64(vpiHandle h)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    return (uint32_t)v.value.vector[0].aval | (uint64_t)(uint32_t)v.value.vector[1].aval << 32;
}

void call_get_words(vpiHandle h, uint32_t *words, int n)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    for (int i = 0; i < n; i++)
        words[i] = (uint32_t)v.value.vector[i].aval;
}

uint32_t call_get_pins(vpiHandle h, uint32_t *words, int n)
{
    s_vpi_value v = {.format = vpiVectorVal};
    uint32_t unknown = 0;
    vpi_get_value(h, &v);
    for (int i = 0; i < n; i++) {
        words[i] = (uint32_t)v.value.vector[i].aval;
        unknown |= (v.value.vector[i].bval ? 1u : 0u) << i;
    }
    return unknown;
}

void call_put_words(vpiHandle h, const uint32_t *words, int n)
{
    s_vpi_vecval vec[CALL_VALUE_WORDS];
    s_vpi_value v = {.format = vpiVectorVal, .value.vector = vec};
    for (int i = 0; i < n; i++)
        vec[i] = (s_vpi_vecval){(PLI_INT32)words[i], 0};
    vpi_put_value(h, &v, NULL, vpiNoDelay);
}

void call_put32(vpiHandle h, uint32_t value)
{
    call_put_words(h, &value, 1);
}
