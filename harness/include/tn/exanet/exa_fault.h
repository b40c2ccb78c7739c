/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Kinds of faults of ExaNet's serial line.
 */
#ifndef TN_EXA_FAULT_H
#define TN_EXA_FAULT_H

#include <tn/event.h>
#include <tn/fault.h>

enum {
    TN_FAULT_NFCLOSE =
        TN_FAULT_OF(TN_AT_exanet, 0), /* NFC blocks get an invalid sync header; len of them */
    TN_FAULT_NFCFLIP,                     /* arg: bit 0 to 15 of an NFC's payload */
};
extern const struct tn_fault_kinds tn_fault_kinds_exanet;

#endif
