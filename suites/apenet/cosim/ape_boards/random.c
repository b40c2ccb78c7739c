/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * All FPGAs of two boards in a torus talk at once: the suite of two boards back to back, with
 * everything that lies between these judged too. TN_PACKETS= / 5 says how many messages.
 */
#include "torus.h"

#define tn_sim_main two_boards
#include "../../../exanet/cosim/exa_two_qfdb/random.c"
#undef tn_sim_main

int tn_sim_main(int argc, char **argv)
{
    to_join();
    return two_boards(argc, argv);
}
