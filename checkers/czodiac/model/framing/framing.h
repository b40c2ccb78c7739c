/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what sender and receiver of the framing model share.
 */
#ifndef CZ_FRAMING_PRIVATE_H
#define CZ_FRAMING_PRIVATE_H

#include <tn/czodiac/cz_framing.h>

/* Scrambles or descrambles an octet and moves the register by eight bits. */
uint8_t tn_cz_scramble(uint16_t *shift, uint8_t octet);

#endif
