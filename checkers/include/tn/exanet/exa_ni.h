/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference models of the blocks of ExaNet's network interface: packetizer, mailbox and RT mailbox
 * (checkers/exanet/spec/exa_ni.md and the page of each).
 *
 * A model runs beside the DUT: words that the block took, its output and its AXI accesses
 * go in, by calls that do not go back in time; what must come of them comes out. Within a
 * cycle the order is tn_exn_out(), reads, writes, words. The first cycle is 1 or more.
 */
#ifndef TN_EXA_NI_H
#define TN_EXA_NI_H

#include <tn/axi/axi_slave.h>
#include <tn/exanet/exa_word.h>
#include <tn/verdict.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of a packet (exa_ni.md section 3). */
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

enum { TN_EXN_ANSWERS = 16 }; /* that wait */

struct tn_exn;

/* Parameters of the mailbox's page. */
struct tn_exm_params {
    unsigned mbox_n, slot_log2, dup_n;
};
/* Parameters of the RT mailbox's page. */
struct tn_exr_params {
    unsigned rsp_log2, read_log2, dup_n;
};
/* The mailbox's defaults, of its page. */
void tn_exm_defaults(struct tn_exm_params *p);

/* own: coordinates of this FPGA, 22 bits. Verdicts on the output go to fn, which may be NULL. NULL
 * on ENOMEM. */
struct tn_exn *tn_exm_new(const struct tn_exm_params *p, uint32_t own, tn_verdict_fn *fn,
                          void *ctx);
struct tn_exn *tn_exr_new(const struct tn_exr_params *p, uint32_t own, tn_verdict_fn *fn,
                          void *ctx);
/* chan_n: channels of the packetizer, 2 to 64. */
struct tn_exn *tn_exp_new(unsigned chan_n, uint32_t own, tn_verdict_fn *fn, void *ctx);
void tn_exn_reset(struct tn_exn *m, uint32_t own);
void tn_exn_free(struct tn_exn *m);

/* The block took word w at s_exa in this cycle. 0, or -ENOMEM. */
int tn_exn_word(struct tn_exn *m, const struct tn_exa_word *w, uint64_t cycle);

/* m_exa in this cycle; every cycle from reset on. Judged, by the rules EXN-CHN-1 (channel),
 * EXN-ACK-1 (answers: order and contents), EXN-ACK-2 (none that is not due), EXN-LAT-1 (t+6, and no
 * idle cycles); of the packetizer EXP-PKT-1 to 3 (header, payload and footer of a packet that a
 * channel has to send), EXP-PKT-4 (each copy the same), EXP-NUM-1 (its number), EXP-ACK-1 (it
 * answers nothing), EXP-ARB-1 (turns), EXP-LAT-1 (t+4, idle cycles), EXP-TMO-1 (no copy too early,
 * none too late). */
void tn_exn_out(struct tn_exn *m, const struct tn_exa_pins *out, uint64_t cycle);

/* A read's access was done in this cycle (one before its data are first valid): data (lanes not
 * covered are 0) and response that the DUT must give. sure, or NULL: the bits of data that the
 * pages promise; others, of a channel whose timeout may or may not have been seen, are 0. */
enum tn_axs_resp tn_exn_read(struct tn_exn *m, const struct tn_axs_beat *beat, uint64_t cycle,
                             uint8_t data[TN_AXS_LANES], uint8_t sure[TN_AXS_LANES]);
/* A write's beat was taken in this cycle. bit k of strobes: lane k. */
enum tn_axs_resp tn_exn_write(struct tn_exn *m, const struct tn_axs_beat *beat,
                              const uint8_t data[TN_AXS_LANES], uint16_t strobes, uint64_t cycle);

/* The next bit of obs_rx that must come, in order: taken off the list. NONE: none left. It
 * belongs to words taken up to three cycles before the cycle of the last call. */
enum tn_exn_cause tn_exn_cause(struct tn_exn *m);

/* All that was taken has its effects: for the end of a test. */
void tn_exn_settle(struct tn_exn *m, uint64_t cycle);
/* Answers, of the packetizer packets, that must still leave or have not left whole. */
unsigned tn_exn_left(const struct tn_exn *m);
/* The mailbox's output waiting, bit m for mailbox m, as of the last call. */
uint64_t tn_exm_waiting(const struct tn_exn *m);

/* Where the packetizer's page leaves open which of two ways the block goes (an answer, or a write
 * to the channel, in the CHAN_N+4 cycles in which the last timeout of a message may be seen or not,
 * or as a message begins to be sent again), the model goes by the bits of which, lowest first: 0
 * as late as may be, 1 the other way. Set anew before each step that may meet one;
 * tn_exn_chosen() then says how many it met. Who does not know tries each way on a copy and keeps
 * what the DUT agrees with. */
void tn_exn_choose(struct tn_exn *m, uint32_t which);
unsigned tn_exn_chosen(const struct tn_exn *m);
/* Whether a step up to this cycle may meet one; false is sure. */
bool tn_exn_may_choose(const struct tn_exn *m, uint64_t cycle);
/* A copy, whose verdicts go nowhere; NULL on ENOMEM. tn_exn_assign() makes to, of the same kind and
 * parameters, what from is; its verdicts go where they went. 0, or -ENOMEM. */
struct tn_exn *tn_exn_copy(const struct tn_exn *m);
int tn_exn_assign(struct tn_exn *to, const struct tn_exn *from);
/* Whether both have the same future: all but their choices, verdicts and counts of them. True is
 * sure. */
bool tn_exn_same(const struct tn_exn *a, const struct tn_exn *b);

/* Verdicts go to fn from now on, which may be NULL. */
void tn_exn_tell(struct tn_exn *m, tn_verdict_fn *fn, void *ctx);
/* The register ID of its page. */
uint32_t tn_exn_id(const struct tn_exn *m);

/* The rules of tn_exn_out(), ended by NULL; how often one was exercised, and failed. */
const char *const *tn_exn_rules(void);
uint64_t tn_exn_asked(const struct tn_exn *m, const char *rule);
uint64_t tn_exn_failed(const struct tn_exn *m, const char *rule);

#ifdef __cplusplus
}
#endif

#endif
