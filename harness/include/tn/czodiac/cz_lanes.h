/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The far end of a cz_link's lanes, which is the model: frames to symbols of 8b/10b and back, on
 * wires whose symbols a caller may change.
 */
#ifndef TN_CZ_LANES_H
#define TN_CZ_LANES_H

#include <tn/czodiac/cz_framing_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ten bits of each lane in one cycle. */
struct tn_cz_symbols {
    uint16_t lane[TN_CZ_LANES];
};

struct tn_cz_lanes {
    struct tn_cz_framing_params par;
    struct tn_cz_sender sender;
    struct tn_cz_reader reader;
    unsigned start; /* the lane of the first symbol of the frame that leaves */
    bool out_rd[TN_CZ_LANES], in_rd[TN_CZ_LANES]; /* running disparities */
};

/* Makes lanes as after rst, which give the frames that come to got. */
void tn_cz_lanes_init(struct tn_cz_lanes *l, const struct tn_cz_framing_params *par,
                      const struct tn_cz_reader_ops *got, void *ctx);
/* Makes the symbols that the far end sends in a cycle. A frame with err has a symbol inside that is
 * none. */
void tn_cz_lanes_send(struct tn_cz_lanes *l, bool up, tn_cz_next_frame *next, void *ctx,
                      struct tn_cz_symbols *out);
/* Takes the symbols of a cycle. */
void tn_cz_lanes_receive(struct tn_cz_lanes *l, const struct tn_cz_symbols *in);
/* Decodes the symbols of a cycle; rd: the running disparity of each lane. */
void tn_cz_lanes_decode(const struct tn_cz_symbols *in, unsigned lanes, bool *rd,
                        struct tn_cz_column *out);

#ifdef __cplusplus
}
#endif

#endif
