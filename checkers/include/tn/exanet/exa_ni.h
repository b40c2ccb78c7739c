/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference models of the blocks of ExaNet's network interface: packetizer, mailbox and RT mailbox
 * (checkers/exanet/spec/exa_ni.md and the page of each).
 *
 * A model runs beside the DUT. The caller passes the words that the block took, its output pins and
 * its AXI accesses, and never goes back in time; the model judges the output and gives the answers
 * that the DUT must give. Within a cycle the order of calls is tn_exn_out(), reads, writes, words.
 * The first cycle is 1 or more.
 */
#ifndef TN_EXA_NI_H
#define TN_EXA_NI_H

#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The fate of a packet (exa_ni.md section 3). */
enum tn_exn_cause {
    TN_EXN_NONE = 0,
    TN_EXN_HCRC = 1,
    TN_EXN_MALF = 2,
    TN_EXN_SHORT = 3,
    TN_EXN_BROKEN = 4,
    TN_EXN_STRAY = 5,
    TN_EXN_FCRC = 6,
    TN_EXN_FLOW = 7,
    TN_EXN_UNEXP = 8,
    TN_EXN_NOROOM = 9,
    TN_EXN_PCRC = 10,
    TN_EXN_DUP = 11,
    TN_EXN_DECODE = 12,
    TN_EXN_PROT = 13,
    TN_EXN_FULL = 14,
    TN_EXN_TAKEN = 15,
    TN_EXN_CAUSES = 16,
};

enum { TN_EXN_ANSWERS = 16 }; /* most answers that wait */

struct tn_exn;

/* Parameters of the mailbox's page. */
struct tn_exm_params {
    unsigned mbox_n;    /* mailboxes, 1 to 64 */
    unsigned slot_log2; /* log2 of the slots of a mailbox, 1 to 6 */
    unsigned dup_n;     /* entries of the table of duplicates, 4 to 1024 */
};
/* Parameters of the RT mailbox's page. */
struct tn_exr_params {
    unsigned rsp_log2;  /* log2 of the responses held, 2 to 12 */
    unsigned read_log2; /* log2 of the read requests held, 1 to 8 */
    unsigned dup_n;     /* entries of the table of duplicates, 4 to 1024 */
};
/* Fills in the defaults of the mailbox's page. */
void tn_exm_defaults(struct tn_exm_params *p);

/* Makes the model of a mailbox. own: coordinates of this FPGA, 22 bits. Verdicts on the output go
 * to fn, which may be NULL. NULL on ENOMEM. */
struct tn_exn *tn_exm_new(const struct tn_exm_params *p, uint32_t own, tn_verdict_fn *fn,
                          void *ctx);
/* Makes the model of an RT mailbox; arguments as above. */
struct tn_exn *tn_exr_new(const struct tn_exr_params *p, uint32_t own, tn_verdict_fn *fn,
                          void *ctx);
/* Makes the model of a packetizer with chan_n channels, 2 to 64; other arguments as above. */
struct tn_exn *tn_exp_new(unsigned chan_n, uint32_t own, tn_verdict_fn *fn, void *ctx);
/* Resets the model; own: coordinates from now on. */
void tn_exn_reset(struct tn_exn *m, uint32_t own);
/* Frees the model. */
void tn_exn_free(struct tn_exn *m);

/* The block took word w at s_exa in this cycle. Returns 0 or -ENOMEM. */
int tn_exn_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t cycle);

/* Judges the pins of m_exa in this cycle; called for every cycle from reset on. Rules: EXN-CHN-1
 * (channel), EXN-ACK-1 (order and contents of answers), EXN-ACK-2 (no answer that is not due),
 * EXN-LAT-1 (t+6, no idle cycles). Of the packetizer: EXP-PKT-1 to 3 (header, payload and footer of
 * a packet that a channel has to send), EXP-PKT-4 (equal copies), EXP-NUM-1 (packet number),
 * EXP-ACK-1 (no answers), EXP-ARB-1 (turns), EXP-LAT-1 (t+4, no idle cycles), EXP-TMO-1 (no copy
 * too early or too late). */
void tn_exn_out(struct tn_exn *m, const struct tn_exa_pins *out, uint64_t cycle);

/* A read's access was done in this cycle, one before its data are first valid. Returns the response
 * and gives the data that the DUT must give; lanes not covered are 0. sure, unless NULL, receives
 * the bits of data that the pages promise; other bits, of a channel whose timeout may or may not
 * have been seen, are 0 in it. */
enum tn_axs_resp tn_exn_read(struct tn_exn *m, const struct tn_axs_beat *beat, uint64_t cycle,
                             uint8_t data[TN_AXS_LANES], uint8_t sure[TN_AXS_LANES]);
/* A write's beat was taken in this cycle; bit k of strobes belongs to lane k. Returns the response
 * that the DUT must give. */
enum tn_axs_resp tn_exn_write(struct tn_exn *m, const struct tn_axs_beat *beat,
                              const uint8_t data[TN_AXS_LANES], uint16_t strobes, uint64_t cycle);

/* Removes the next cause that obs_rx must show from the list and returns it; NONE: the list is
 * empty. The list covers words taken up to three cycles before the cycle of the last call. */
enum tn_exn_cause tn_exn_cause(struct tn_exn *m);

/* Lets all words that were taken have their effects, at the end of a test. */
void tn_exn_settle(struct tn_exn *m, uint64_t cycle);
/* Returns the number of answers (of the packetizer: packets) that have not yet left whole. */
unsigned tn_exn_left(const struct tn_exn *m);
/* Returns the mailbox's output `waiting` after the last call; bit m belongs to mailbox m. */
uint64_t tn_exm_waiting(const struct tn_exn *m);

/* The packetizer's page lets the block choose between two ways: when an answer or a write to the
 * channel comes in the CHAN_N+4 cycles in which the last timeout of a message may or may not have
 * been seen, and when a message begins to be sent again. The model decides by the bits of which,
 * lowest first: 0 takes the latest way, 1 the other one. The caller sets which before each step
 * that may meet a choice. A caller that does not know the DUT's choice tries each way on a copy and
 * keeps the copy that agrees with the DUT. */
void tn_exn_choose(struct tn_exn *m, uint32_t which);
/* Returns how many choices were met since tn_exn_choose(). */
unsigned tn_exn_chosen(const struct tn_exn *m);
/* Says whether a step up to this cycle may meet a choice; false is certain. */
bool tn_exn_may_choose(const struct tn_exn *m, uint64_t cycle);
/* Returns a copy whose verdicts go nowhere; NULL on ENOMEM. */
struct tn_exn *tn_exn_copy(const struct tn_exn *m);
/* Copies the state of from to `to`, a model of the same kind and parameters, which keeps its
 * receiver of verdicts. Returns 0 or -ENOMEM. */
int tn_exn_assign(struct tn_exn *to, const struct tn_exn *from);
/* Says whether both models will behave alike; choices, verdicts and counts are not compared. True
 * is certain. */
bool tn_exn_same(const struct tn_exn *a, const struct tn_exn *b);

/* Sends verdicts to fn from now on; fn may be NULL. */
void tn_exn_tell(struct tn_exn *m, tn_verdict_fn *fn, void *ctx);
/* Returns the register ID of the block's page. */
uint32_t tn_exn_id(const struct tn_exn *m);

/* Returns the rules of tn_exn_out(), ended by NULL. */
const char *const *tn_exn_rules(void);
/* Returns how often a rule was asked. */
uint64_t tn_exn_asked(const struct tn_exn *m, const char *rule);
/* Returns how often a rule failed. */
uint64_t tn_exn_failed(const struct tn_exn *m, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
