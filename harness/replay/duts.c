/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The DUTs by name.
 */
#include "duts.h"

#include <stdio.h>
#include <string.h>

const char *const tn_replay_duts[] = {"cz_ioport_remap", "exa_crossbar",   "exa_link",       "tnw_link",
                                      "tnw_rcv",         "tnw_pi",         "tnw_torus",      "exa_mailbox",
                                      "exa_rt_mailbox",  "exa_packetizer", NULL};

bool tn_replay_dut_known(const char *dut)
{
    size_t n = strcspn(dut, "-"); /* what follows tells images apart */
    for (const char *const *d = tn_replay_duts; *d; d++)
        if (strlen(*d) == n && strncmp(*d, dut, n) == 0)
            return true;
    return false;
}

const char *tn_replay_dut_names(void)
{
    static char all[256];
    size_t at = 0;
    for (const char *const *d = tn_replay_duts; *d && at < sizeof all; d++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", at ? ", " : "", *d);
    return all;
}
