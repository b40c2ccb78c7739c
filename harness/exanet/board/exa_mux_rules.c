/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The switch's rules as mux and demux have them.
 */
#include <tn/exanet/exa_mux_board.h>

#include <tn/exanet/exa_xbar_board.h>

#include <string.h>

const char *tn_exa_mux_rule(const char *rule)
{
    /* by their beginnings */
    static const char *const names[][2] = {
        {"EXX-RTE-", "EXU-RTE-1"},  {"EXX-DEAD-", "EXU-RTE-1"}, {"EXX-LOOP-", "EXU-DROP-1"},
        {"EXX-CRC-", "EXU-DROP-1"}, {"EXX-MAL-", "EXU-DROP-1"}, {"EXX-BRK-", "EXU-DROP-1"},
        {"EXX-STR-", "EXU-DROP-1"}, {"EXX-ORD-", "EXU-ORD-1"},  {"EXX-ARB-1", "EXU-ARB-1"},
        {"EXX-ARB-2", "EXU-ARB-2"}, {"EXX-PAR-", "EXU-BLK-1"},  {"EXX-CNT-", "EXU-CNT-1"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(rule, names[i][0], strlen(names[i][0])) == 0)
            return names[i][1];
    return tn_exa_xbar_channel_rule(rule);
}
