/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The forms of a record, each in a block of its exact size (inside libpcap's buffer a
 * byte read too far stays unseen). Input: the form and keep_roce, then records: 2 bytes
 * snapped, 2 bytes length, the bytes. An event lies within its record.
 */
#include "fuzz.h"

#include "../../harness/capture/reader.h"

#include <tn/protocol.h>

enum { RECORDS_MAX = 64 };

static enum tn_parsed parse(unsigned form, struct tn_reader *r, const uint8_t *p, size_t len,
                            size_t orig, struct tn_event *ev, unsigned *art)
{
    switch (form) {
    case 0: return tn_parse_own(r, p, len, orig, ev, art);
    case 1: return tn_parse_ethernet(r, p, len, orig, ev, art);
    default: return tn_parse_analyser(r, p, len, orig, ev, art);
    }
}

static void event_holds(const struct tn_event *ev, const uint8_t *p, size_t len)
{
    static volatile uint8_t sum;
    FUZZ_REQUIRE(ev->len <= ev->orig_len);
    if (ev->len)
        FUZZ_REQUIRE(ev->bytes >= p && ev->bytes + ev->len <= p + len);
    for (uint32_t i = 0; i < ev->len; i++)
        sum = (uint8_t)(sum + ev->bytes[i]);
    if (ev->unit == TN_UNIT_PACKET && ev->fabric == TN_FABRIC_PCIE)
        FUZZ_REQUIRE(!(tn_fabric_find(ev->fabric)->protocol->artefacts(ev) & ~(1u << TN_ART_ZERO | 1u << TN_ART_SHIFTED)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    struct tn_reader *r = calloc(1, sizeof *r);
    unsigned form = (unsigned)fuzz_take(&in, 1) % 3;
    FUZZ_REQUIRE(r != NULL);
    r->form = "fuzz";
    r->keep_roce = fuzz_take(&in, 1) & 1;
    while (in.left && r->record < RECORDS_MAX) {
        struct tn_event ev = {.packet = ++r->record, .fabric = TN_FABRIC_PCIE, .unit = TN_UNIT_PACKET};
        size_t snapped = (size_t)fuzz_take(&in, 2), len;
        uint8_t *p = fuzz_block(&in, (size_t)fuzz_take(&in, 2), &len);
        unsigned art = 0;
        /* the reader drops empty records before it asks for their form */
        if (len && parse(form, r, p, len, len + snapped, &ev, &art) == TN_PARSED_EVENT)
            event_holds(&ev, p, len);
        FUZZ_REQUIRE(art < 1u << TN_ARTEFACTS);
        free(p);
    }
    tn_points_free(&r->points);
    free(r);
    return 0;
}
