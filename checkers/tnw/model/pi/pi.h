/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the model of tnw_pi: its state, which the side misbehaves with.
 */
#ifndef TN_TNW_PI_PRIVATE_H
#define TN_TNW_PI_PRIVATE_H

#include <tn/tnw/tnw_pi.h>

enum { PI_READ_DWS = 16 };

struct tn_tnw_pi {
    struct tn_tnw_pi_params par;
    struct tn_tnw_pi_hooks hook;
    void *ctx;
    uint16_t rid;
    uint64_t bar0, bar2;
    uint32_t reorder_tmo, cpl_tmo;
    uint32_t tlp[TN_TNW_PI_CAUSES], items, errors[TN_TNW_PI_ERRORS];
    struct tn_tnw_pi_window window[TN_TNW_PI_WINDOWS];
    uint8_t data[TN_TNW_PI_WINDOWS][TN_TNW_PI_ITEMS_MAX][TN_TNW_PI_FRAGS][TN_TNW_PI_BEAT];
    uint32_t waited[TN_TNW_PI_WINDOWS], done[TN_TNW_PI_WINDOWS];
    unsigned turn;
    struct tn_tnw_pi_tlp now; /* in work: DWs or fragments done, what was read */
    unsigned step;
    bool busy;
    uint32_t read[PI_READ_DWS];
};

#endif
