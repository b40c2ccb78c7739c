/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of TNW's nodes (cover_tnw.c): as cover.h, which cannot be here, too: a link's
 * bench and a node's have names in common.
 */
#ifndef TN_SIM_COVER_TNW_H
#define TN_SIM_COVER_TNW_H

#include <tn/bfm_block.h>
#include <tn/bfm_exa.h>
#include <tn/cover.h>
#include <tn/event.h>

/* From the block's bench, which asks by itself whether anything is counted. */
void tn_sim_cover_block(const struct tn_block_cycle *cycle);

/* For cover.c, which knows TN_COVER: counts for dut from now on, when it is one of these. */
void tn_cover_tnw_start(const char *dut);
void tn_cover_tnw_write(uint32_t addr, uint32_t value);
void tn_cover_tnw_packet(const struct tn_event *ev);
void tn_cover_tnw_tap(const struct tn_exa_tap_seen *seen);
const struct tn_cover *tn_cover_tnw_counts(void); /* NULL: nothing is */
void tn_cover_tnw_free(void);
/* By cover.c: reads the environment, once. */
void tn_sim_cover_start(void);

#endif
