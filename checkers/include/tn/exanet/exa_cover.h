/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Functional coverage of ExaNet's blocks (model/exanet/cover_*.def): fed with what goes
 * into one, and as far as the plan says with what it shows, it counts the cases of the
 * block's page that were there. What is fed to a block that does not look at it is ignored.
 */
#ifndef TN_EXA_COVER_H
#define TN_EXA_COVER_H

#include <tn/axi/axi_port.h>
#include <tn/cover.h>
#include <tn/exanet/exa_crossbar.h>
#include <tn/exanet/exa_link.h>
#include <tn/exanet/exa_mux.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_exa_cover;

/* Blocks of the network interface, in the order of their axis. */
enum tn_exn_block { TN_EXN_MAILBOX, TN_EXN_PACKETIZER, TN_EXN_RT_MAILBOX };

/* NULL on ENOMEM. The bins are those of a switch of default parameters. */
struct tn_exa_cover *tn_exa_xbar_cover_new(const struct tn_exa_xbar_params *p);
/* A mux of default parameters; a demux of those of cover_demux.def. */
struct tn_exa_cover *tn_exa_mux_cover_new(void);
struct tn_exa_cover *tn_exa_demux_cover_new(const struct tn_exa_demux_params *p);
/* Two boards back to back; where: board 0's or 1's coordinates (20 bits) from the next reset on. */
struct tn_exa_cover *tn_exa_boards_cover_new(void);
void tn_exa_boards_cover_where(struct tn_exa_cover *c, unsigned board, uint32_t coordinates);
/* Two links back to back. */
struct tn_exa_cover *tn_exl_cover_new(const struct tn_exl_params *p);
struct tn_exa_cover *tn_exn_cover_new(enum tn_exn_block block);
void tn_exa_cover_free(struct tn_exa_cover *c);

/* rst of the DUT; own: its coordinates from then on, 22 bits. Counts stay. */
void tn_exa_cover_reset(struct tn_exa_cover *c, uint32_t own);
/* The DUT took (in), or handed on, this word at a port (of a link: side 0 or 1) after its
 * valid had stood for waited cycles. Of boards: a switch did, 16 times its FPGA (4 to 7: board 1's)
 * and its port. */
void tn_exa_cover_word(struct tn_exa_cover *c, bool in, unsigned port, const struct tn_exa_word *w,
                       uint32_t waited);
/* A link: side sent, or else received, this block. */
void tn_exa_cover_line(struct tn_exa_cover *c, bool sent, unsigned side,
                       const struct tn_exl_block *b);
/* A block of the network interface: obs_rx showed this cause. */
void tn_exa_cover_cause(struct tn_exa_cover *c, unsigned cause);
/* ... and its AXI port this. */
void tn_exa_cover_axi(struct tn_exa_cover *c, const struct tn_axi_seen *seen);

const struct tn_cover *tn_exa_cover_counts(const struct tn_exa_cover *c);

extern const struct tn_cover_plan tn_exa_xbar_cover_plan, tn_exa_mux_cover_plan, tn_exa_demux_cover_plan,
    tn_exa_boards_cover_plan, tn_exl_cover_plan, tn_exn_cover_plan;

#ifdef __cplusplus
}
#endif

#endif
