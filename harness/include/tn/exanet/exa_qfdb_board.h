/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two scoreboards for two boards of four FPGAs each, back to back
 * (checkers/exanet/spec/exa_qfdb.md). FPGA n = 4b+f is FPGA f of board b.
 *
 * The first one (tn_exq_hops) follows each word from hop to hop: a word that a switch takes leaves
 * at the output that the switch's model says (EXX-*); a word that leaves for a line comes in at the
 * line's other end unchanged and in order; and no packet shows up where the board's wiring cannot
 * bring it. The second one (tn_exq_messages) knows messages only: those that one process wrote and
 * another read. Neither knows the RTL.
 */
#ifndef TN_EXA_QFDB_BOARD_H
#define TN_EXA_QFDB_BOARD_H

#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#include <stdbool.h>

enum {
    TN_EXQ_FPGAS = 8,
    TN_EXQ_BOARDS = 2,
    TN_EXQ_PORTS = 16,
    TN_EXQ_LINKS = 8,
    TN_EXQ_GATEWAYS = 12
};

/* Receives how often a rule of exa_qfdb.md was asked, and failed. */
typedef void tn_exq_rule_fn(void *ctx, const char *rule, uint64_t asked, uint64_t failed);

struct tn_exq_hops;

/* Makes a scoreboard of hops. board: x, y, z of each board as 20 bits. Verdicts go to fn. NULL on
 * ENOMEM. */
struct tn_exq_hops *tn_exq_hops_new(const uint32_t board[TN_EXQ_BOARDS], tn_verdict_fn *fn,
                                    void *ctx);
/* Frees the scoreboard. */
void tn_exq_hops_free(struct tn_exq_hops *h);
/* Two FPGAs of a board have so many lines each way, 1 (as it is at first) or 2. To be called before the first word. */
void tn_exq_hops_links(struct tn_exq_hops *h, unsigned links);
/* The line that begins at that output has errors: packets may be lost or broken there, but none is
 * made up, and those that arrive keep their order. */
void tn_exq_hops_lossy(struct tn_exq_hops *h, unsigned fpga, unsigned port);
/* Whole packets are lost, doubled or held on the line that begins at that output: nothing is said of what comes from it. To be
 * called while no packet is on the line. */
void tn_exq_hops_struck(struct tn_exq_hops *h, unsigned fpga, unsigned port);
/* Receives each whole packet that passes a gateway port of a switch. fpga: 0 or 4; line: 0 to 3; out: the packet leaves the board. */
typedef void tn_exq_gateway_fn(void *ctx, unsigned fpga, unsigned line, bool out, uint64_t cycle,
                               const struct tn_exa_word *w, unsigned n);
/* The boards are not back to back: what lies between their gateway ports is fn's to judge. */
void tn_exq_hops_joined(struct tn_exq_hops *h, tn_exq_gateway_fn *fn, void *ctx);
/* The switch's input port took a word. The caller reports words of all ports but 6 and 7, in order
 * of cycles, those of 6 and 7 only where engines stand there. */
void tn_exq_hops_in(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                    const struct tn_exa_word *w);
/* The switch's output port sent a word; reported as above. */
void tn_exq_hops_out(struct tn_exq_hops *h, unsigned fpga, unsigned port, uint64_t cycle,
                     const struct tn_exa_word *w);
/* Returns the number of words and packets under way, on lines without errors and in switches. */
unsigned tn_exq_hops_pending(const struct tn_exq_hops *h);
/* Judges the end: everything under way is lost, with a verdict each. */
void tn_exq_hops_finish(struct tn_exq_hops *h, uint64_t cycle);
/* Returns the number of packets that left a switch as expected. */
unsigned long tn_exq_hops_matched(const struct tn_exq_hops *h);
/* Calls fn for EXQ-NODE-1, EXQ-BRD-*, EXQ-TWO-1. */
void tn_exq_hops_rules(const struct tn_exq_hops *h, tn_exq_rule_fn *fn, void *ctx);

enum { TN_EXQ_CHANNELS = 64, TN_EXQ_NUMBERS = 512, TN_EXQ_BYTES = 64 };

/* The end of a message, by STATUS (exa_packetizer.md section 2). */
enum tn_exq_end { TN_EXQ_OPEN = 1, TN_EXQ_ACKED, TN_EXQ_NACKED, TN_EXQ_TIMEOUT, TN_EXQ_REFUSED };

/* A message as it was written to a channel, or as it was read from a mailbox. */
struct tn_exq_message {
    unsigned src;         /* FPGA that sends */
    unsigned channel;     /* of the sender's packetizer */
    unsigned number;      /* of the message on its channel */
    unsigned dst;         /* FPGA that receives */
    unsigned mailbox;     /* TN_EXQ_RT: the message is a read request in the RT mailbox */
    unsigned offset, len; /* bytes */
    uint16_t pdid;
    uint8_t bytes[TN_EXQ_BYTES]; /* from offset on */
};
enum { TN_EXQ_RT = 64 };

struct tn_exq_messages;

/* Makes a scoreboard of messages. Verdicts go to fn. NULL on ENOMEM. */
struct tn_exq_messages *tn_exq_messages_new(tn_verdict_fn *fn, void *ctx);
/* Frees the scoreboard. */
void tn_exq_messages_free(struct tn_exq_messages *b);
/* A process wrote a message to a channel. */
void tn_exq_posted(struct tn_exq_messages *b, const struct tn_exq_message *m);
/* The kernel bound a mailbox to a domain, which emptied it: messages sent there before may be in it or not, and from now on
 * it shows messages of that domain alone. */
void tn_exq_owned(struct tn_exq_messages *b, unsigned fpga, unsigned mailbox, uint16_t pdid);
/* The channel's STATUS showed the end of a message; code is the code of the last
 * negative answer. */
void tn_exq_ended(struct tn_exq_messages *b, unsigned fpga, unsigned channel, unsigned number,
                  enum tn_exq_end end, unsigned code, uint64_t cycle);
/* A process read a message. Its pdid is judged in read requests only, because the reader of a
 * mailbox does not see it. */
void tn_exq_read(struct tn_exq_messages *b, const struct tn_exq_message *m, uint64_t cycle);
/* Judges the end, when all messages have ended and all mailboxes are empty. */
void tn_exq_messages_finish(struct tn_exq_messages *b, uint64_t cycle);
/* Returns the number of messages that had that end. */
unsigned long tn_exq_messages_count(const struct tn_exq_messages *b, enum tn_exq_end end);
/* Calls fn for EXQ-MSG-*. */
void tn_exq_messages_rules(const struct tn_exq_messages *b, tn_exq_rule_fn *fn, void *ctx);

#endif
