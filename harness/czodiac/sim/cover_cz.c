/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of cZodiac's remapper: TLPs that enter it, its tables, and the classes that its
 * receivers let begin.
 */
#include "../dut/cz_duts.h"
#include "../../sim/cover.h"

#include <tn/czodiac/cz_cover.h>
#include <tn/event.h>
#include <tn/sim.h>
#include <tn/pcie/tlp.h>

#include <string.h>

static void *begin(void)
{
    return tn_cz_cover_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
}

static void reset(void *counts)
{
    tn_cz_cover_reset(counts);
}

static void write_register(void *counts, uint32_t addr, uint32_t value)
{
    tn_cz_cover_write(counts, addr, value);
}

/* A TLP that a fault has changed on its way is not the one that the DUT got. */
static void packet(void *counts, const char *stream, const struct tn_event *ev)
{
    if (stream[0] != 's' || ev->flags & TN_EV_FAULT || ev->len > TN_TLP_MAX - 4)
        return;
    tn_cz_cover_tlp(counts, strcmp(stream, "s_usr") == 0 ? TN_CZ_U2D : TN_CZ_D2U, ev->port,
                    ev->bytes, ev->len);
}

static void ok(void *counts, const char *sink, unsigned mask)
{
    tn_cz_cover_ok(counts, strcmp(sink, "m_dev") == 0 ? TN_CZ_U2D : TN_CZ_D2U, mask);
}

static void end(void *counts)
{
    tn_cz_cover_free(counts);
}

const struct tn_cover_ops tn_cz_cover_ops = {
    .begin = begin,
    .reset = reset,
    .write = write_register,
    .packet = packet,
    .ok = ok,
    .bins = tn_cover_state_counts,
    .end = end,
};
