/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Beats of AXI channels in a waveform, as the rules AXI-* take them.
 */
#ifndef TN_WAVE_AXI_H
#define TN_WAVE_AXI_H

#include <tn/axi/axi_port.h>
#include <tn/wave.h>

enum { TN_WAVE_AXI_BUS = 128 }; /* bytes of the widest data bus */

/* One channel of a port between two edges. */
struct tn_wave_axi_channel {
    bool valid_known, ready_known; /* it was 0 or 1 once */
    bool told;                     /* an unknown valid or ready was told, and is still there */
    bool rst_told;                 /* a valid in this reset was told */
    bool was_valid;                /* at the edge before */
    uint64_t before;               /* a digest of all beats that were accepted */
};

/* Pins of a channel's handshake. */
struct tn_wave_axi_pins {
    unsigned valid, ready;
};

/* Begins the record of a channel's cycle: its handshake and the time. Returns false when there is
 * nothing to tell: neither a beat, nor an unknown signal, nor one that was waiting. */
bool tn_wave_axi_see(const struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                     struct tn_wave_axi_pins pins, struct tn_axi_seen *y);
/* The same of a valid (1, 0, or -1: unknown) and a ready that became unknown, for streams of packets
 * that other rules judge. */
void tn_wave_axi_unknown(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                         struct tn_wave_axi_pins pins, int valid);
/* Hands a cycle to the rules. Returns whether the next edge matters even when nothing changes. */
bool tn_wave_axi_tell(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                      const struct tn_axi_seen *y);
/* An edge in reset: the port's transfers are forgotten at its first, and VALID is judged from the
 * second on. */
void tn_wave_axi_rst(struct tn_wave_channel *ch, struct tn_wave_axi_channel *c,
                     struct tn_wave_axi_pins pins, uint8_t channel, bool first);
/* Puts data into words 0 to 3; those of more than 16 bytes as a digest. Returns a bit for each of
 * the first 16 bytes with an unknown bit; wide: whether a byte further up that counts (enable) has
 * one. */
uint32_t tn_wave_axi_data(const struct tn_wave_channel *ch, unsigned pin, unsigned enable,
                          uint32_t word[4], bool *wide);
/* A digest of signals that must hold and have no meaning to the rules; bits of it. */
uint32_t tn_wave_axi_digest(const struct tn_wave_channel *ch, const unsigned *pins, unsigned n,
                            unsigned bits);

/* The rules that are about one port alone, whatever passes it. */
extern const char *const tn_wave_axi_each[];

#endif
