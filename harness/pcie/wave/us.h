/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the adapter of the UltraScale+ hard block's streams.
 */
#ifndef TN_WAVE_US_H
#define TN_WAVE_US_H

#include <tn/pcie/tlp.h>
#include <tn/wave.h>

enum { TN_US_DWS = 4 + TN_TLP_MAX_PAYLOAD / 4 };

/* A packet of a stream: its descriptor and payload, and the first beat's side band. */
struct tn_us_packet {
    uint32_t dw[TN_US_DWS];
    uint32_t n; /* DWs seen; those beyond the room are counted, and not kept */
    uint8_t first_be, last_be;
    struct tn_wave_time when;
};

/* Bits hi:lo of a descriptor. */
static inline uint64_t tn_us_field(const struct tn_us_packet *p, unsigned hi, unsigned lo)
{
    uint64_t v = 0;
    for (unsigned i = lo / 32; i <= hi / 32; i++) {
        uint64_t dw = p->dw[i];
        int shift = (int)(32 * i) - (int)lo;
        v |= shift >= 0 ? dw << shift : dw >> -shift;
    }
    return hi - lo == 63 ? v : v & ((1ull << (hi - lo + 1)) - 1);
}

/* Turn a packet into a TLP; the payload is that of the packet behind the descriptor. Returns false
 * when the descriptor is no TLP's. */
bool tn_us_request(const struct tn_us_packet *p, bool rq, struct tn_tlp *t);
bool tn_us_completion(const struct tn_us_packet *p, bool rc, struct tn_tlp *t);

#endif
