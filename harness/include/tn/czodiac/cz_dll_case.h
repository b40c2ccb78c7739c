/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that a cz_dll alone has (TN_CASE_LINE of tn/case.h), and the form of what its
 * cases send and expect.
 */
#ifndef TN_CZ_DLL_CASE_H
#define TN_CZ_DLL_CASE_H

#include <tn/case.h>

/* The step's cause. */
enum tn_case_dll {
    TN_CASE_DLL_UP,     /* both ends come up, and the DUT becomes active */
    TN_CASE_DLL_RISES,  /* both ends come up */
    TN_CASE_DLL_DOWN,   /* both ends go down */
    TN_CASE_DLL_DOES,   /* value: set of TN_CZ_DOES_... */
    TN_CASE_DLL_LATE,   /* value: cycles */
    TN_CASE_DLL_GRANTS, /* port: class; value, mask: credits of headers and data from now on */
    TN_CASE_DLL_HURT,   /* dir 1: to the DUT; port: enum tn_case_dll_kind; value: ..._deed; of those
                           frames the first-th to the last-th from now on */
    TN_CASE_DLL_STRIKE, /* a cz_link's wire. dir 1: to the DUT; port: lane, or all; value: enum
                          tn_case_dll_strike; first: cycles from now, last: for how many */
};
enum tn_case_dll_strike { TN_CASE_FLIP, TN_CASE_DEAD, TN_CASE_AGAIN, TN_CASE_CONTROL };
enum { TN_CASE_ALL_LANES = 255 };
enum tn_case_dll_kind { TN_CASE_OF_TLPS, TN_CASE_OF_ACKS, TN_CASE_OF_NAKS, TN_CASE_OF_FC };
enum tn_case_dll_deed { TN_CASE_LOSE, TN_CASE_DOUBLE, TN_CASE_DAMAGE, TN_CASE_SYMBOL };

/* The port of a packet: bits that stand beside its bytes. */
enum { TN_CASE_EDB = 1, TN_CASE_ERR = 2, TN_CASE_DLLP = 4 };

#endif
