/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: words that tnw_rcv_tb.v is played with.
 */
#ifndef TN_TNW_SIX_PRIVATE_H
#define TN_TNW_SIX_PRIVATE_H

#include <tn/tnw/bfm_tnw_rcv.h>

void tn_tnw_links_pack(const struct tn_tnw_rcv_in *in, uint32_t play[TN_BLOCK_PLAY]);
void tn_tnw_links_unpack(const uint32_t play[TN_BLOCK_PLAY], struct tn_tnw_rcv_in *in);

#endif
