/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The program `mixes` of a block of the kit. TN_FOLDER: its mixes.
 */
#include "mix.h"

#include <tn/sim.h>

int tn_sim_main(int argc, char **argv)
{
    return tn_mixes_main(argc, argv, TN_FOLDER);
}
