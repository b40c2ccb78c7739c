/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: coverage of a block of the network interface, in two files.
 */
#ifndef TN_EXA_COVER_NI_H
#define TN_EXA_COVER_NI_H

#include "cover.h"

#include "cover_rx.h"

#include <tn/exanet/exa_ni.h>

enum { EXN_COVER_WHOLE = 64, EXN_COVER_OPEN = 64 };

/* Bursts of a kind whose answers are awaited, in order. */
struct exn_cover_bursts {
    struct tn_axs_burst burst[EXN_COVER_OPEN];
    unsigned n;
    unsigned beat; /* of the first */
};

struct exn_cover {
    struct tn_exa_cover c;
    enum tn_exn_block block;
    struct exa_cover_rx rx;                     /* the packet that is coming in */
    struct exa_cover_rx whole[EXN_COVER_WHOLE]; /* whole packets whose cause was not seen yet */
    unsigned whole_n;
    struct exn_cover_bursts axi[2]; /* reads, writes */
};

/* Crosses that cover_axi.c counts in, as indices of exa_ni_cover_cross. */
enum exn_cover_axi_cross {
    EXN_ACCESS,
    EXN_SIZES,
    EXN_BURSTS,
    EXN_PAGES,
    EXN_MAILBOX,
    EXN_HELD,
    EXN_CHANNEL,
    EXN_AGAIN,
    EXN_RESPONSES,
};
extern const unsigned exa_ni_cover_cross[];

void exa_ni_cover_axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen);

#endif
