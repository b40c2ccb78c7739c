/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * APEnet's descriptor.
 */
#include "../../engine/engine.h"

#include <tn/apenet/apenet.h>

#define TN_TABLE "../../apenet/spec/apenet.def"
#include <tn/field_table.def>

const struct tn_protocol tn_protocol_apenet = {
    .headers = tn_table_headers,
    .header_n = sizeof tn_table_headers / sizeof *tn_table_headers,
};
