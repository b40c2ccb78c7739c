/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The code 8b/10b of IEEE 802.3, clause 36. A symbol has ten bits. Bit a of abcdei fghj is bit 0 and first
 * on the line.
 */
#ifndef TN_CODE8B10B_H
#define TN_CODE8B10B_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the symbol of an octet for the running disparity *rd (true: positive) and updates *rd.
 * control: the octet is one of the twelve control characters of 802.3. Returns -1, and leaves *rd,
 * when there is no such control character. */
int tn_8b10b_encode(uint8_t octet, bool control, bool *rd);

/* The result of decoding: a valid symbol, a disparity error, a symbol outside the code. */
enum tn_8b10b { TN_8B10B_VALID, TN_8B10B_DISPARITY, TN_8B10B_CODE };
/* Decodes a symbol for the running disparity *rd and updates *rd by the symbol's bits. A symbol
 * that is not valid gives the control octet FE. */
enum tn_8b10b tn_8b10b_decode(unsigned symbol, bool *rd, uint8_t *octet, bool *control);

#ifdef __cplusplus
}
#endif

#endif
