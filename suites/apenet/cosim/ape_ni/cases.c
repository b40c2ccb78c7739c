/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The conformance cases of a network interface.
 */
#include <tn/case_run.h>
#include <tn/sim.h>

int tn_sim_main(int argc, char **argv)
{
    return tn_cases_main(argc, argv, "suites/apenet/cases/ape_ni");
}
