/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture's ExaNet packets as stimulus of the intra-node switch of one FPGA, or of the
 * link between an FPGA and all others.
 *
 * The packets that pass that FPGA are played: packets that it sends, packets that it receives and,
 * on FPGA 0, packets between its board and others. Each enters at the port of its source:
 *   this FPGA         the port of the block that sends such packets
 *   FPGA f, board     LINK_BASE + f
 *   another board     GW_BASE + the destination's f on FPGA 0; LINK_BASE on others
 * A map changes that, by words with spaces or commas between them:
 *   own=X.Y.Z.F       the FPGA (default: where most packets go)
 *   X.Y.Z.F>PORT      packets of that node enter by PORT, wherever they go
 *   port              every packet enters by the port that the capture names
 * At a link, packets of the FPGA enter side 0, packets to it side 1.
 */
#ifndef TN_EXA_STIMULUS_H
#define TN_EXA_STIMULUS_H

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_crossbar.h>
#include <tn/stimulus.h>

struct tn_exa_stim_packet {
    unsigned port;
    uint64_t at; /* cycle since the stimulus began */
    size_t len;
    uint8_t bytes[EXA_KEEP_MAX];
};

struct tn_exa_stimulus;

/* Opens the capture at path. par are the switch's parameters, which are copied; NULL: the DUT is a
 * link. Returns NULL, with one line in err, on failure. */
struct tn_exa_stimulus *tn_exa_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             const char *map, const struct tn_exa_xbar_params *par,
                                             char *err, size_t err_size);
/* Plays only packets for which fn returns true from now on. */
void tn_exa_stimulus_filter(struct tn_exa_stimulus *s, bool (*fn)(const struct exa_packet *k));
/* Returns the coordinates of the FPGA, 22 bits. */
uint32_t tn_exa_stimulus_own(const struct tn_exa_stimulus *s);
/* Reads the next packet. Returns 1, 0 at the end, or negative errno when the capture is damaged
 * (tn_exa_stimulus_error() says more). */
int tn_exa_stimulus_next(struct tn_exa_stimulus *s, struct tn_exa_stim_packet *p);
/* Returns the message of the last error. */
const char *tn_exa_stimulus_error(const struct tn_exa_stimulus *s);
/* Closes the stimulus. */
void tn_exa_stimulus_close(struct tn_exa_stimulus *s);

#endif
