/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads of an attacker: what link packets, whole packets of others, command buffers and comma
 * words look like. No receiver may take them for such (cl_link.md, Promises).
 */
#ifndef TN_CL_FORGE_H
#define TN_CL_FORGE_H

#include <tn/cluster/cluster.h>
#include <tn/rng.h>

#include <stddef.h>

/* Fills n words of data of a packet with header h: link packets that acknowledge any number, ask
 * for all again and free all; writes and acknowledgments of another node, sealed, under the
 * numbers of h and around it; command buffers; comma words. */
void cl_forge(struct tn_rng *rng, const struct cl_header *h, uint16_t *data, size_t n);

#endif
