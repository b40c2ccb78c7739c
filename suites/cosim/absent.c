/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A program that uses a part of the bench that is not there; its argument says which. suites/cosim/absent runs it.
 */
#include <tn/axi.h>
#include <tn/bfm.h>
#include <tn/memory.h>
#include <tn/sim.h>

#include <stdio.h>
#include <string.h>

int tn_sim_main(int argc, char **argv)
{
    const char *part = argc == 2 ? argv[1] : "";
    tn_sim_reset(4);
    if (strcmp(part, "source") == 0)
        return tn_source_send(tn_source_find("s_nobody"), (const uint8_t *)"abcd", 4, 0, 0, 0, 0);
    if (strcmp(part, "sink") == 0)
        tn_sink_ok(tn_sink_find("m_nobody"), 7);
    if (strcmp(part, "master") == 0)
        return tn_axi_write32(tn_axi_find("nobody"), 0, 1);
    if (strcmp(part, "memory") == 0)
        tn_memory_clear(tn_memory_find("nothing"));
    return 0;
}
