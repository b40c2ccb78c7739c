/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: packing of the words that tnw_rcv_tb.v plays.
 */
#ifndef TN_TNW_LINKS_PRIVATE_H
#define TN_TNW_LINKS_PRIVATE_H

#include <tn/tnw/bfm_tnw_rcv.h>

/* Packs the DUT's inputs into words. */
void tn_tnw_links_pack(const struct tn_tnw_rcv_in *in, uint32_t play[TN_BLOCK_PLAY]);
/* Unpacks the DUT's inputs from words. */
void tn_tnw_links_unpack(const uint32_t play[TN_BLOCK_PLAY], struct tn_tnw_rcv_in *in);

#endif
