/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults of ExaNet's serial line: those of its flow control.
 */
#include <tn/exanet/exa_fault.h>

static const struct tn_fault_kind kinds[] = {
    {TN_FAULT_NFCLOSE, 162, TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET | TN_FAULT_LEN, "nfclose",
     "spoils the sync header of NFC blocks"},
    {TN_FAULT_NFCFLIP, 164, TN_FAULT_ON_LINE | TN_FAULT_ON_PACKET | TN_FAULT_ARG, "nfcflip",
     "inverts one bit of an NFC block's first two octets"},
};

const struct tn_fault_kinds tn_fault_kinds_exanet = {kinds, sizeof kinds / sizeof *kinds};
