/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs inside a core behind the UltraScale+ hard block: descriptors of the core's own, which become
 * the TLPs that the block puts on its link.
 */
#ifndef TN_WAVE_INSIDE_H
#define TN_WAVE_INSIDE_H

#include <tn/event.h>
#include <tn/wave.h>

/* Turns a header of 16 bytes into that of the link, in place: 4 DWs of header only for an address
 * above 4 GiB and for messages. Returns the header's length. */
unsigned tn_inside_header(uint8_t head[16]);
/* Gives a packet to the session, or lets it wait until the Requester ID that the block fills in is
 * known; ev->bytes may change after the call. */
void tn_inside_take(struct tn_wave_channel *ch, const struct tn_event *ev,
                    const struct tn_wave_time *when);
/* Gives all that waits beside the same block. */
void tn_inside_flush(struct tn_wave_channel *ch);

#endif
