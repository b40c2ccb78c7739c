/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bus-functional modules of the ExaNet channel (checkers/exanet/spec/exanet.md section 1):
 * data[127:0] with valid and ready for header, payload and footer words.
 *
 * Sinks are those of <tn/bfm.h>: tn_sink_stall() stalls the three readies together, tn_sink_ok()
 * sets which of them may be high (bit 0 header, 1 payload, 2 footer). Packets come as the monitors'
 * events (TN_FABRIC_EXANET, bytes as in <tn/exanet/exa.h>; port is the number at the end of the
 * stream's name). A packet ends with its footer, or with its header if that has form 0 and a right
 * CRC. Otherwise the next header ends it; then, unless its header's CRC is wrong, the event is
 * marked TN_EV_MALFORMED. A packet with more than 16 payload words is marked, too. Words outside
 * packets give no event, but tn_exa_word_subscribe() shows them.
 */
#ifndef TN_BFM_EXA_H
#define TN_BFM_EXA_H

#include <tn/bfm.h>
#include <tn/exanet/exa_word.h>
#include <tn/tap.h>

struct tn_exa_source;
/* Returns the source with that name; NULL when the bench has none. */
struct tn_exa_source *tn_exa_source_find(const char *name);

/* Queues words as they are, in any order of kinds; the first is sent at cycle not_before or later.
 * Returns 0, -EMSGSIZE (no words, or more than 65536) or -ENOMEM. */
int tn_exa_source_words(struct tn_exa_source *s, const struct tn_exa_word *words, size_t n,
                        uint64_t not_before);
/* Queues a packet, bytes as in events: header, payload words and, as the last of two or more words,
 * the footer. Returns 0, -EMSGSIZE (no whole words) or -ENOMEM. */
int tn_exa_source_send(struct tn_exa_source *s, const uint8_t *bytes, size_t len,
                       uint64_t not_before);

/* Returns the number of words that are queued and not yet taken by the DUT. */
size_t tn_exa_source_pending(const struct tn_exa_source *s);

/* Forgets queued words, except those of a call of which a word has been sent. */
void tn_exa_source_flush(struct tn_exa_source *s);

/* Sets the cycles in which valid is low between words, as tn_source_stall(). */
int tn_exa_source_stall(struct tn_exa_source *s, const struct tn_stall *stall);

/* A word that went over a monitored channel. */
struct tn_exa_seen {
    uint64_t cycle;  /* cycle of the transfer */
    uint32_t waited; /* cycles that valid was high before */
    uint16_t point;  /* index into the point table */
    uint8_t port;    /* number at the end of the stream's name */
    struct tn_exa_word word;
};

/* Receives every word in order of cycle and point; a word that ends a packet comes before the
 * packet's event. Words are handed over when a packet may have ended at any stream; until then
 * payload words are kept back. */
typedef void tn_exa_word_fn(void *ctx, const struct tn_exa_seen *seen);
/* Adds a subscriber. Returns 0 or -ENOMEM. */
int tn_exa_word_subscribe(tn_exa_word_fn *fn, void *ctx);

/* All channels of a switch in one cycle, on benches whose tn_bfm_exa_pins is on. Missing ports are
 * idle. */
enum { TN_EXA_PINS_PORTS = 16 };
struct tn_exa_pins_seen {
    uint64_t cycle;
    struct tn_exa_pins in[TN_EXA_PINS_PORTS], out[TN_EXA_PINS_PORTS];
};
/* Receives every cycle in order, up to 64 cycles late, before the events of the cycle's words. */
typedef void tn_exa_pins_fn(void *ctx, const struct tn_exa_pins_seen *seen);
/* Adds a subscriber. Returns 0 or -ENOMEM. */
int tn_exa_pins_subscribe(tn_exa_pins_fn *fn, void *ctx);

/* Turns the rules about the order of words on a stream (EXA-CHN-4, EXA-CHN-5) on or off; they are
 * on after reset. The rules about single words (EXA-CHN-1 to EXA-CHN-3) are always on. Verdicts go
 * to the subscribers of tn_handshake_subscribe(). Returns 0 or -ENOENT (no such stream). */
int tn_exa_monitor_judge(const char *stream, bool order);

#endif
