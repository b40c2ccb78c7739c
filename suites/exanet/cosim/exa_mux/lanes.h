/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads that begin in each lane, of one word, two, some and all sixteen, come out as they went
 * in (checkers/exanet/spec/exa_mux.md: the header is not changed; exanet.md 1: lanes).
 */
#ifndef MUX_LANES_H
#define MUX_LANES_H

#include "mux.h"

/* From the inputs in turn, to an address for which output is the one. */
static inline void lanes_pass_unchanged(struct xbar_seen *seen, unsigned output, uint64_t addr)
{
    static const unsigned words[] = {1, 2, 8, 16};
    uint8_t sent[EXA_KEEP_MAX];
    for (unsigned lane = 0; lane < EXA_WORD; lane++)
        for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t len = xbar_packet(sent, mux_anywhere, addr + lane, EXA_WORD * words[i] - lane,
                                           (uint16_t)(100 * i + lane));
            const struct xbar_out *o = &seen->out[output];
            xbar_forget(seen);
            assert_int_equal(len, EXA_WORD * (words[i] + 2));
            assert_int_equal(tn_exa_source_send(xbar_source(lane % mux.ins), sent, len, 0), 0);
            tn_sim_step(8 + words[i]);
            RULE_WAITED("EXU-ORD-1", o->n == 1 && o->packet[0].len == len && memcmp(o->packet[0].bytes, sent, len) == 0,
                        "the packet that was sent, once and whole");
        }
}

#endif
