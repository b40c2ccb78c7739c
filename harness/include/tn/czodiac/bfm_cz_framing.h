/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a cz_framing: its pins as the judge takes them, both ways; a source of frames, and
 * the far end of the lanes, which is the model, with symbols that a caller may change.
 */
#ifndef TN_BFM_CZ_FRAMING_H
#define TN_BFM_CZ_FRAMING_H

#include <tn/bfm_block.h>
#include <tn/czodiac/cz_framing_judge.h>
#include <tn/czodiac/cz_queue.h>
#include <tn/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the pins of a cycle. Returns whether an output that matters is unknown. */
bool tn_cz_framing_pins(const struct tn_block_cycle *c, unsigned lanes,
                        struct tn_cz_framing_pins *p);
/* Writes the inputs of p as words that are played. */
void tn_cz_framing_pack(const struct tn_cz_framing_pins *p, uint32_t play[TN_BLOCK_PLAY]);

/* Places at which the bench sees frames. */
enum tn_czf_place {
    TN_CZF_GIVEN, /* the DUT took it at s_frm */
    TN_CZF_SENT,  /* it left the DUT on the lanes */
    TN_CZF_COMES, /* its first symbol leaves the far end */
    TN_CZF_OUT    /* the DUT delivered it at m_frm */
};

/* A bench. A caller sets the members of the first part. */
struct tn_cz_framing_bench {
    bool up; /* the port up, and the far end's */
    bool far_stays; /* the far end stays up while the port is down */
    unsigned
        of_16[2]; /* cycles of 16 in which a beat of s_frm is offered, the far end begins a frame */
    /* The symbols of a cycle leave the far end. The function may change them. NULL: they stay. */
    void (*strike)(void *ctx, uint64_t cycle, struct tn_cz_column *c);
    /* A frame was seen. NULL: nobody minds. */
    void (*seen)(void *ctx, enum tn_czf_place at, uint64_t cycle, const struct tn_cz_frame *f);
    void *ctx; /* of both functions */
    unsigned long
        idle_sets; /* the far end sends another ordered set in one of so many cycles; 0: none */

    struct tn_cz_framing_params par;
    struct tn_rng rng;
    struct tn_cz_queue source, sender; /* frames for the DUT, for the far end */
    struct tn_cz_passing in, out;      /* at s_frm, m_frm */
    struct tn_cz_sender far;
    struct tn_cz_reader reader; /* the far end's receiver */
    uint64_t now;
};

/* Makes a bench of the DUT that its bench declares, and plays it from now on. NULL on ENOMEM. */
struct tn_cz_framing_bench *tn_cz_framing_bench_new(uint64_t seed);
/* Ends the play and frees the bench; b may be NULL. */
void tn_cz_framing_bench_free(struct tn_cz_framing_bench *b);
/* Gives the parameters of the DUT, as its bench declares them. */
void tn_cz_framing_params(struct tn_cz_framing_params *out);
/* Queues a frame for the DUT to send (TN_CZF_GIVEN) or for the far end (TN_CZF_COMES), not before
 * the cycle. 0 or -ENOMEM. */
int tn_cz_framing_send(struct tn_cz_framing_bench *b, enum tn_czf_place at,
                       const struct tn_cz_frame *f, uint64_t cycle);
/* Says whether frames wait, or are under way. */
bool tn_cz_framing_busy(const struct tn_cz_framing_bench *b);

#ifdef __cplusplus
}
#endif

#endif
