/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The judge of APEnet's network interface (checkers/apenet/spec/ape_ni.md), by its pins: packets at
 * the local port, bursts of the AXI master, what software writes to registers and reads there. The
 * judge asks the model what must come, in which order, and blames what is other, early, twice or
 * missing. Time is left open but for the order that the page demands.
 */
#ifndef TN_APE_NI_JUDGE_H
#define TN_APE_NI_JUDGE_H

#include <tn/apenet/ape_ni.h>
#include <tn/axi/axi_port.h>
#include <tn/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tn_apn_judge;

/* What the judge asks of the host, whose memory the AXI master reads and writes. */
struct tn_apn_host {
    /* Copies n bytes of host memory. */
    void (*read)(void *ctx, uint64_t pa, uint8_t *bytes, size_t n);
    /* Says which physical page a process's page is: what the micro-controller will answer. */
    enum tn_apn_page (*page)(void *ctx, uint16_t pid, uint64_t vaddr, uint64_t *pa);
    void *ctx;
};

/* A cycle of the local port. */
struct tn_apn_local {
    bool tx_valid, tx_ready, tx_head, tx_last;
    uint8_t tx_data[16]; /* bits 7:0 first */
    bool rx_valid, rx_vc, rx_head, rx_last;
    uint8_t rx_data[16];
    uint8_t room; /* l_rx_room */
};

/* Makes a judge of a network interface after reset; NULL: no memory. */
struct tn_apn_judge *tn_apn_judge_new(const struct tn_apn_params *p, const struct tn_apn_host *host,
                                      tn_verdict_fn *fn, void *ctx);
void tn_apn_judge_free(struct tn_apn_judge *j);

/* Software is about to write a register. */
void tn_apn_judge_put(struct tn_apn_judge *j, uint32_t addr, uint32_t value);
/* Software has read a register. rest: the network interface is at rest. */
void tn_apn_judge_get(struct tn_apn_judge *j, uint32_t addr, uint32_t value, bool rest);
/* A cycle of the local port. Calls come in order of cycles, before the beats of the same cycle. */
void tn_apn_judge_local(struct tn_apn_judge *j, uint64_t cycle, const struct tn_apn_local *l);
/* A beat of the AXI master. */
void tn_apn_judge_axi(struct tn_apn_judge *j, const struct tn_axi_seen *seen);

/* Returns how many packets, bytes and events are due and have not come. */
size_t tn_apn_judge_open(const struct tn_apn_judge *j);
/* The network interface is at rest: blames what is due and did not come. */
void tn_apn_judge_rest(struct tn_apn_judge *j);
/* Returns how often a rule was asked. */
uint64_t tn_apn_judge_asked(const struct tn_apn_judge *j, const char *rule);
/* The rules of this judge, NULL behind the last. */
extern const char *const tn_apn_rules[];

#ifdef __cplusplus
}
#endif

#endif
