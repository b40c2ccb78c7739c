/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The program `cases` of a block of the kit. TN_FOLDER: its cases.
 */
#include <tn/case_run.h>
#include <tn/sim.h>

int tn_sim_main(int argc, char **argv)
{
    return tn_cases_main(argc, argv, TN_FOLDER);
}
