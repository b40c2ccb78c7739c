/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scoreboards of two boards of four FPGAs each, back to back (checkers/exanet/spec/exa_qfdb.md).
 * FPGA n = 4b+f is FPGA f of board b.
 *
 * The first follows each word from hop to hop: what a switch takes leaves it where the model of the
 * switch says (EXX-*), what leaves it for a line comes in at the line's other end unchanged and
 * in order, and no packet is where the board's wiring cannot have brought it. The second knows
 * messages alone, from what a process wrote and what another read. Neither knows the RTL.
 */
#ifndef TN_EXA_QFDB_BOARD_H
#define TN_EXA_QFDB_BOARD_H

#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#include <stdbool.h>

enum { TN_EXQ_FPGAS = 8, TN_EXQ_BOARDS = 2, TN_EXQ_PORTS = 16, TN_EXQ_LINKS = 8, TN_EXQ_GATEWAYS = 12 };

/* A rule of exa_qfdb.md: how often it was asked, and failed. */
typedef void tn_exq_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);

struct tn_exq_hops;

/* board: x, y, z of each as 20 bits. Verdicts go to fn. NULL on ENOMEM. */
struct tn_exq_hops *tn_exq_hops_new(const uint32_t board[TN_EXQ_BOARDS], tn_verdict_fn *fn, void *ctx);
void tn_exq_hops_free(struct tn_exq_hops *h);
/* The line that begins at that output has errors: packets may get lost there or broken, but none
 * is made up, and those that come keep their order. */
void tn_exq_hops_lossy(struct tn_exq_hops *h, unsigned fpga, unsigned port);
/* A word that the switch's input port took, or its output port sent; in order of cycles, all
 * ports but 6 and 7. */
void tn_exq_hops_in(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                    const struct tn_exa_word *w);
void tn_exq_hops_out(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                     const struct tn_exa_word *w);
/* Words and packets under way, on lines without errors and in switches. */
unsigned tn_exq_hops_pending(const struct tn_exq_hops *h);
/* What is under way is lost: a verdict each. */
void tn_exq_hops_finish(struct tn_exq_hops *h, uint64_t cycle);
/* Packets that left a switch as expected. */
unsigned long tn_exq_hops_matched(const struct tn_exq_hops *h);
/* Calls fn for EXQ-NODE-1, EXQ-BRD-*, EXQ-TWO-1. */
void tn_exq_hops_rules(const struct tn_exq_hops *h, tn_exq_rule_fn *fn, void *ctx);

enum { TN_EXQ_CHANNELS = 64, TN_EXQ_NUMBERS = 512, TN_EXQ_BYTES = 64 };

/* How a message ended, as STATUS has it (exa_packetizer.md section 2). */
enum tn_exq_end { TN_EXQ_OPEN = 1, TN_EXQ_ACKED, TN_EXQ_NACKED, TN_EXQ_TIMEOUT, TN_EXQ_REFUSED };

/* A message as it was written to a channel, or as it was read from a mailbox. */
struct tn_exq_message {
    unsigned src;        /* FPGA */
    unsigned channel, number;
    unsigned dst;        /* FPGA */
    unsigned mailbox;    /* TN_EXQ_RT: a read request in the RT mailbox */
    unsigned offset, len;
    uint16_t pdid;
    uint8_t bytes[TN_EXQ_BYTES]; /* from offset on */
};
enum { TN_EXQ_RT = 64 };

struct tn_exq_messages;

struct tn_exq_messages *tn_exq_messages_new(tn_verdict_fn *fn, void *ctx);
void tn_exq_messages_free(struct tn_exq_messages *b);
void tn_exq_posted(struct tn_exq_messages *b, const struct tn_exq_message *m);
/* What the channel's STATUS said of it in the end; code: that of the last negative answer. */
void tn_exq_ended(struct tn_exq_messages *b, unsigned fpga, unsigned channel, unsigned number,
                  enum tn_exq_end end, unsigned code, uint64_t cycle);
/* pdid is judged in read requests alone: a mailbox's reader does not see it. */
void tn_exq_read(struct tn_exq_messages *b, const struct tn_exq_message *m, uint64_t cycle);
/* All have ended and all mailboxes are empty. */
void tn_exq_messages_finish(struct tn_exq_messages *b, uint64_t cycle);
/* Messages that were acknowledged and read, or ended so otherwise. */
unsigned long tn_exq_messages_count(const struct tn_exq_messages *b, enum tn_exq_end end);
/* Calls fn for EXQ-MSG-*. */
void tn_exq_messages_rules(const struct tn_exq_messages *b, tn_exq_rule_fn *fn, void *ctx);

#endif
