/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the switch drops or ends is dropped or ended by mux and demux, and counted: each cause
 * once, by hand (checkers/exanet/spec/exa_mux.md section 1, exa_crossbar.md section 3).
 */
#ifndef MUX_DROPS_H
#define MUX_DROPS_H

#include "mux.h"

/* A Write of two payload words to addr; its words. */
static inline unsigned drops_words(uint64_t addr, struct tn_exa_word w[TN_EXA_PACKET_WORDS])
{
    uint8_t data[32] = {1, 2, 3};
    struct exa_packet k = {.dst = mux_anywhere, .type = EXA_WRITE, .tid = 7};
    assert_int_equal(exa_set_payload(&k, addr, data, sizeof data), 0);
    exa_seal(&k);
    const int n = tn_exa_words_of(&k, w);
    assert_int_equal(n, 4);
    return (unsigned)n;
}

static inline void drops_send(unsigned input, const struct tn_exa_word *w, unsigned n)
{
    assert_int_equal(tn_exa_source_words(xbar_source(input), w, n, 0), 0);
    tn_sim_step(20);
}

/* At that input; packets to addr leave by output. */
static inline void drops_are_the_switchs(struct xbar_seen *seen, unsigned input, unsigned output,
                                         uint64_t addr)
{
    const struct xbar_out *o = &seen->out[output];
    struct tn_exa_word w[TN_EXA_PACKET_WORDS + 2];
    struct exa_packet k;
    unsigned n = drops_words(addr, w);

    w[0].data[5] ^= 0x10; /* header CRC; the rest goes with it, uncounted */
    drops_send(input, w, n);
    RULE_WAITED("EXU-DROP-1", seen->drops == 1 && seen->last_cause == 1 && seen->last_port == input && o->n == 0,
                "a drop of cause 1 at the input, and no packet");

    drops_words(addr, w); /* type 12, CRC right */
    tn_exa_word_header(w[0].data, &k);
    k.type = 12;
    traffic_reseal(&k, &w[0]);
    drops_send(input, w, n);
    RULE_WAITED("EXU-DROP-1", seen->drops == 2 && seen->last_cause == 2 && o->n == 0,
                "a drop of cause 2, and no packet");

    drops_words(addr, w); /* the footer a word too early */
    w[2] = w[3];
    drops_send(input, w, n - 1);
    RULE_WAITED("EXU-DROP-1", seen->drops == 3 && seen->last_cause == 5 && o->n == 1,
                "a drop of cause 5, and the packet that ends in zeros");
    RULE("EXU-DROP-1", o->packet[0].len == 3 * EXA_WORD); /* header, the one word, zeros */
    for (unsigned i = 0; i < EXA_WORD; i++)
        RULE("EXU-DROP-1", o->packet[0].bytes[2 * EXA_WORD + i] == 0);

    drops_words(addr, w);
    drops_send(input, w + 1, 2); /* words of no packet: each counts */
    RULE("EXU-DROP-1", seen->drops == 5 && seen->last_cause == 6 && o->n == 1);

    drops_send(input, w, n);
    RULE("EXU-ORD-1", o->n == 2 && o->packet[1].len == 4 * EXA_WORD && seen->drops == 5);
    RULE("EXU-CNT-1", tn_reg_read(0x400 + 4 * input) == 1 && tn_reg_read(0x5c0 + 4 * output) == 2);
    RULE("EXU-CNT-1", tn_reg_read(0x440 + 4 * input) == 1 && tn_reg_read(0x480 + 4 * input) == 1);
    RULE("EXU-CNT-1", tn_reg_read(0x540 + 4 * input) == 1 && tn_reg_read(0x580 + 4 * input) == 2);
}

/* A packet whose footer waits at the output is forwarded and not yet sent; SENT counts that footer
 * when it is taken. */
static inline void drops_sent_is_what_left(unsigned input, unsigned output, uint64_t addr)
{
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    const unsigned n = drops_words(addr, w);
    tn_sink_ok(xbar_sink(output), 3); /* no ready for footers */
    drops_send(input, w, n);
    RULE("EXU-CNT-1", tn_reg_read(0x400 + 4 * input) == 1 && tn_reg_read(0x5c0 + 4 * output) == 0);
    tn_sink_ok(xbar_sink(output), 7);
    tn_sim_step(8);
    RULE("EXU-CNT-1", tn_reg_read(0x400 + 4 * input) == 1 && tn_reg_read(0x5c0 + 4 * output) == 1);
}

#endif
