/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Payloads of an attacker: what the words of a TNW link, heads of packets and notifications look
 * like. Nothing may take them for such (Promises of tnw_link.md, tnw_rcv.md and tnw_pi.md).
 */
#ifndef TN_TNW_FORGE_H
#define TN_TNW_FORGE_H

#include <tn/rng.h>

#include <stddef.h>
#include <stdint.h>

/* Fills n bytes: feedback and ordered sets with right codes and any number;
 * START, header and CRC of packets of any channel and place; IDLE words and error characters;
 * valid notifications of any link and channel. */
void tn_tnw_forge(struct tn_rng *rng, uint8_t *bytes, size_t n);
/* Fills n bytes, drawn from `what`: of each fourth value an attacker's, else any. Fewer bytes are
 * the first of more. */
void tn_tnw_fill(uint64_t what, uint8_t *bytes, size_t n);

#endif
