/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * PCIe's channels in waveforms. Of a link's channels that are clocked together, those with answers
 * come first: an answer cannot be to a request of its own cycle.
 */
#include <tn/wave.h>

extern const struct tn_wave_kind tn_wave_us_cq, tn_wave_us_cc, tn_wave_us_rq, tn_wave_us_rc,
    tn_wave_tlp128_in, tn_wave_tlp128_out, tn_wave_segments_rx, tn_wave_segments_tx,
    tn_wave_segments_segments;
extern const struct tn_wave_kind *const tn_waves_pcie[];

const struct tn_wave_kind *const tn_waves_pcie[] = {&tn_wave_us_cc,
                                                    &tn_wave_us_rc,
                                                    &tn_wave_us_cq,
                                                    &tn_wave_us_rq,
                                                    &tn_wave_tlp128_in,
                                                    &tn_wave_tlp128_out,
                                                    &tn_wave_segments_rx,
                                                    &tn_wave_segments_tx,
                                                    &tn_wave_segments_segments,
                                                    NULL};
