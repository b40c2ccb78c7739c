/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What PCIe brings to benches: the classes and names of TLPs on streams.
 */
#include "../../fault/saboteur.h"
#include "../../sim/boundary.h"

#include <tn/event.h>
#include <tn/pcie/tlp.h>

#include <inttypes.h>
#include <stdio.h>

/* The gate by which the sender let it begin; malformed TLPs go as P. */
static unsigned class_of(const uint8_t *bytes, size_t len)
{
    struct tn_tlp t;
    tn_tlp_decode(bytes, len, len, &t);
    return t.prefix_n || t.err & ~(unsigned)TN_TLP_E_LENGTH ? TN_CLASS_P : tn_tlp_class(t.kind);
}

/* A memory request with its address. */
static const char *name_of(const uint8_t *bytes, size_t len)
{
    static char with_address[48];
    struct tn_tlp t;
    tn_tlp_decode(bytes, len, len, &t);
    if (t.kind != TN_TLP_MWR && t.kind != TN_TLP_MRD)
        return tn_tlp_name(t.kind);
    snprintf(with_address, sizeof with_address, "%s at %" PRIx64, tn_tlp_name(t.kind), t.addr);
    return with_address;
}

static const struct tn_stream_packets packets = {
    .fabric = TN_FABRIC_PCIE, .class_of = class_of, .name = name_of};
const struct tn_bench_parts tn_bench_pcie = {.packets = &packets};
