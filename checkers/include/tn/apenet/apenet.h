/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The codec of APEnet: packets, SECDED, footer CRC, and the words of a torus link, bytes to fields
 * and back (checkers/apenet/spec/apenet.md sections 1 to 5 and 7).
 *
 * The codec judges nothing: it takes any bytes, tells their form and loses nothing, so that rules
 * can judge. Field positions come from apenet/spec/apenet.def.
 */
#ifndef TN_APENET_H
#define TN_APENET_H

#include <tn/fields.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions and named values of the fields, for TN_GET and TN_PUT. */
#define TN_TABLE "../../apenet/spec/apenet.def"
#include <tn/field_positions.def>

#endif
