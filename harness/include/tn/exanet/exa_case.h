/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that ExaNet's sender and receiver of RDMA transactions alone have (TN_CASE_LINE of tn/case.h).
 */
#ifndef TN_EXA_CASE_H
#define TN_EXA_CASE_H

#include <tn/case.h>

/* The member cause of such a step. */
enum tn_case_exa_line {
    TN_CASE_BEATS,   /* a write of tlp[0] at addr, whose mask says which strobes are set; response is awaited, and the
                        next line comes before it when write is not set */
    TN_CASE_PAGE,    /* the page at addr of domain value is there, or is missing when write is not set */
    TN_CASE_ANSWERS, /* memory answers after first to last cycles; value: 1 in any order, 2 interleaved */
    TN_CASE_HOLDS,   /* memory has the bytes of tlp[0] at addr */
};
enum { TN_CASE_BURST = 10 }; /* bytes that say what a burst is: address, beats, ID */

#endif
