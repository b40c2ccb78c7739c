/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Bus-functional modules of the ExaNet channel (checkers/exanet/spec/exanet.md section 1):
 * data[127:0] with valid and ready for header, payload and footer words.
 *
 * Sinks are those of <tn/bfm.h>: tn_sink_stall() plays the three readies together,
 * tn_sink_ok() says which of them may be high (bit 0 header, 1 payload, 2 footer).
 * Packets come as the monitors' events (TN_FABRIC_EXANET, bytes as <tn/exanet/exa.h> has
 * them; port is the number at the end of the stream's name). A packet ends with its
 * footer; with its header when that has form 0 and a right CRC; else when the next header
 * comes, and then, unless its header's CRC is wrong, the event is marked
 * TN_EV_MALFORMED, as one with more than 16 payload words is. Words outside packets are
 * no event: tn_exa_word_subscribe() shows them.
 */
#ifndef TN_BFM_EXA_H
#define TN_BFM_EXA_H

#include <tn/bfm.h>
#include <tn/exanet/exa_word.h>
#include <tn/tap.h>

struct tn_exa_source;
/* NULL when the bench has none of that name. */
struct tn_exa_source *tn_exa_source_find(const char *name);

/* Queues words as they are, in any order of kinds, the first not before cycle
 * not_before. 0, -EMSGSIZE (none, or more than 65536), -ENOMEM. */
int tn_exa_source_words(struct tn_exa_source *s, const struct tn_exa_word *words, size_t n,
                        uint64_t not_before);
/* Queues a packet, bytes as in events: header, payload words, and last, of more than one
 * word, the footer. 0, -EMSGSIZE (no whole words), -ENOMEM. */
int tn_exa_source_send(struct tn_exa_source *s, const uint8_t *bytes, size_t len,
                       uint64_t not_before);

/* Words queued and not yet taken by the DUT. */
size_t tn_exa_source_pending(const struct tn_exa_source *s);

/* Forgets what is queued and belongs to no call of which a word has been sent. */
void tn_exa_source_flush(struct tn_exa_source *s);

/* When valid is low between words; as tn_source_stall(). */
int tn_exa_source_stall(struct tn_exa_source *s, const struct tn_stall *stall);

/* A word that went over a monitored channel. */
struct tn_exa_seen {
    uint64_t cycle;  /* of valid and ready */
    uint32_t waited; /* cycles that valid stood before */
    uint16_t point;  /* index into the point table */
    uint8_t port;    /* number at the end of the stream's name */
    struct tn_exa_word word;
};

/* Called for every word in order of cycle and point, before the events of packets that
 * it ends. Words are handed over when a packet may have ended at any stream: payload
 * words up to then wait. */
typedef void tn_exa_word_fn(void *ctx, const struct tn_exa_seen *seen);
int tn_exa_word_subscribe(tn_exa_word_fn *fn, void *ctx); /* 0, or -ENOMEM */

/* All channels of a switch in one cycle, where the bench has a tn_bfm_exa_pins that is
 * on; ports that are not there are idle. */
enum { TN_EXA_PINS_PORTS = 16 };
struct tn_exa_pins_seen {
    uint64_t cycle;
    struct tn_exa_pins in[TN_EXA_PINS_PORTS], out[TN_EXA_PINS_PORTS];
};
/* Called for every cycle, in order, up to 64 cycles late, before the events of its words. */
typedef void tn_exa_pins_fn(void *ctx, const struct tn_exa_pins_seen *seen);
int tn_exa_pins_subscribe(tn_exa_pins_fn *fn, void *ctx); /* 0, or -ENOMEM */

/* Whether the order of words on that stream is judged (EXA-CHN-4, EXA-CHN-5; those who
 * called tn_handshake_subscribe() get the verdicts); true after reset. How each word is
 * offered (EXA-CHN-1 to EXA-CHN-3) always is. -ENOENT: no such stream. */
int tn_exa_monitor_judge(const char *stream, bool order);

#endif
