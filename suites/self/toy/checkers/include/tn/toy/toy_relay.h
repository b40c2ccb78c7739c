/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of toy_relay (checkers/toy/spec/toy_relay.md).
 */
#ifndef TN_TOY_RELAY_H
#define TN_TOY_RELAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The packet that leaves when these len bytes come in, in out, which has room for len bytes. Gives
 * its length; 0: the relay drops it. */
size_t tn_toy_relay(const uint8_t *in, size_t len, uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
