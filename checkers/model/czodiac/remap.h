/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model's state.
 */
#ifndef TN_CZ_REMAP_PRIVATE_H
#define TN_CZ_REMAP_PRIVATE_H

#include <tn/cz_remap.h>

struct cz_window {
    bool valid;
    uint64_t ubase, obase;
    unsigned log2; /* of the size in bytes */
};

struct cz_entry {
    bool valid;
    unsigned port;
    uint16_t uid, oid;
    struct cz_window win[TN_CZ_WINDOWS];
};

struct tn_cz_remap {
    unsigned funcs, ports;
    struct cz_entry entry[TN_CZ_FUNCS], stage;
    uint16_t cpl_id;
    bool refused;
    uint32_t fwd[2][3], ur[2], rej[2][8], ecrc_bad;
};

#endif
