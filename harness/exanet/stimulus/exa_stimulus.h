/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A capture's ExaNet packets as stimulus of the intra-node switch of one FPGA, or of the
 * link between an FPGA and all others.
 *
 * Played are the packets that pass that FPGA: what it sends, what it receives and, on
 * FPGA 0, what goes between its board and others. Each enters where its source stands:
 *   this FPGA         the port of the block that sends such packets
 *   FPGA f, board     LINK_BASE + f
 *   another board     GW_BASE + the destination's f on FPGA 0; LINK_BASE on others
 * A map says otherwise, in words with spaces or commas between them:
 *   own=X.Y.Z.F       the FPGA (default: where most packets go)
 *   X.Y.Z.F>PORT      what that node sent enters by PORT, wherever it goes
 *   port              everything enters by the port that the capture names
 * Of a link, what the FPGA sends enters side 0, what goes to it side 1.
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

/* par: the switch's, copied; NULL: a link. NULL with one line in err. */
struct tn_exa_stimulus *tn_exa_stimulus_open(const char *path, const struct tn_stim_options *o,
                                             const char *map, const struct tn_exa_xbar_params *par,
                                             char *err, size_t err_size);
/* From now on those packets alone that fn wants. */
void tn_exa_stimulus_filter(struct tn_exa_stimulus *s, bool (*fn)(const struct exa_packet *k));
/* Coordinates of the FPGA, 22 bits. */
uint32_t tn_exa_stimulus_own(const struct tn_exa_stimulus *s);
/* The next packet: 1, 0 at the end, or negative errno (the capture is damaged; a message is in
 * tn_exa_stimulus_error()). */
int tn_exa_stimulus_next(struct tn_exa_stimulus *s, struct tn_exa_stim_packet *p);
const char *tn_exa_stimulus_error(const struct tn_exa_stimulus *s);
void tn_exa_stimulus_close(struct tn_exa_stimulus *s);

#endif
