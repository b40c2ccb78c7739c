/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The running simulation, seen from test code.
 *
 * A program for the simulator defines tn_sim_main(). It runs as a coroutine
 * inside the simulator's process: sequential code that lets time pass with
 * tn_sim_step(). Test code always stands at the inactive (falling) clock edge.
 * Verdicts come from its return value, never from the simulator.
 * Waveforms are the environment's business: see harness/sim/README.md.
 */
#ifndef TN_SIM_H
#define TN_SIM_H

#include <stdbool.h>
#include <stdint.h>

/* The program. argv holds the program's own arguments. The value returned
 * becomes the process's exit status: 0 pass, 1 fail, 2 usage, 77 skipped. */
int tn_sim_main(int argc, char **argv);

/* Returns the number of rising clock edges since time 0. */
uint64_t tn_sim_cycle(void);

/* Lets n cycles pass. */
void tn_sim_step(uint64_t n);

/* Lets cycles pass until cond(ctx) holds, at most max cycles. Returns whether it came to hold. */
bool tn_sim_step_until(bool (*cond)(void *ctx), void *ctx, uint64_t max);

/* Drives rst high for n cycles, then low. Empties all sources, sinks and monitors. */
void tn_sim_reset(unsigned n);

/* Reports that the test has failed: the broken rule (NULL: no named rule), its cycle (0: now), its
 * packet (0: none), and the finding as text. Assertions of cmocka report themselves. Only the first
 * report counts: run-sim then runs the test again and keeps capture and waveform around that cycle
 * (harness/sim/README.md). */
void tn_sim_failed(const char *rule, uint64_t cycle, uint64_t packet, const char *text);

/* Writes once to the verdict log (TN_VERDICTS, set by `make conformance`) that a rule was asked and
 * kept. rule is in static storage. */
void tn_sim_kept(const char *rule);

/* How many packets a suite was asked to send, and how many it sent; both add up over the run. A run that ends with fewer
 * sent than asked has failed, and the verdict log has both numbers. */
void tn_sim_asked(uint64_t packets);
void tn_sim_sent(uint64_t packets);

/* Returns the seed of this run: SEED from the environment, or 1. The run prints it at its start. */
uint64_t tn_sim_seed(void);

/* Returns the simulator's name: "icarus" or "verilator". */
const char *tn_sim_name(void);
/* Returns the DUT's name. */
const char *tn_sim_dut(void);

/* Returns the elaborated value of a parameter of the bench (FUNC_N, PORT_N, ...), or -ENOENT. */
long tn_sim_param(const char *name);

#endif
