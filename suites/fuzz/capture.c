/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The capture reader, and the printers after it, on any file. Input: the file. Events
 * are in bounds, every byte of theirs can be read, and the artefact counts are those
 * that the events and the skipped records had.
 */
#include "fuzz.h"

#include "../../harness/tools/tools.h"

#include <tn/capture.h>
#include <tn/rules.h>

enum { EVENTS_MAX = 4096 };

/* Numbers ascend. The first may be 0: a converted capture's own note stands before its packet 1. */
static void event_holds(const struct tn_event *ev, bool first, uint64_t last)
{
    static volatile uint8_t sum;
    FUZZ_REQUIRE(ev->len <= ev->orig_len && ev->len <= TN_CAPTURE_MAX_RECORD);
    FUZZ_REQUIRE(first || ev->packet > last);
    for (uint32_t i = 0; i < ev->len; i++)
        sum = (uint8_t)(sum + ev->bytes[i]);
}

static void show(const struct tn_event *ev, const char *point, unsigned art)
{
    struct tn_check_params par = {.inside = ev->packet % 3 == 1, .ten_bit_tags = ev->packet % 3 == 2};
    struct tn_look look = {.point = point, .start_ns = ev->packet % 2 ? 0 : 1000000000u, .par = &par};
    tn_print_line(stdout, ev, &look);
    tn_print_fields(stdout, ev, &par);
    tn_print_json(stdout, ev, &look, art);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char err[256] = "";
    struct tn_event ev;
    struct tn_reader *r;
    uint64_t seen[TN_ARTEFACTS] = {0}, last = 0, events = 0;
    unsigned art;
    int rc;
    fuzz_quiet();
    r = tn_reader_open_memory(data, size, err, sizeof err);
    if (!r) {
        FUZZ_REQUIRE(err[0]);
        return 0;
    }
    while ((rc = tn_reader_next(r, &ev, &art)) == 1 && events++ < EVENTS_MAX) {
        /* the bytes in a block of their own: libpcap's buffer hides what is read too far */
        uint8_t *bytes = malloc(ev.len ? ev.len : 1);
        FUZZ_REQUIRE(bytes != NULL);
        event_holds(&ev, events == 1, last);
        memcpy(bytes, ev.bytes, ev.len);
        ev.bytes = bytes;
        last = ev.packet;
        for (unsigned a = 0; a < TN_ARTEFACTS; a++)
            seen[a] += art >> a & 1;
        show(&ev, tn_reader_point(r, ev.point), art);
        free(bytes);
    }
    FUZZ_REQUIRE(rc >= 0 || tn_reader_error(r)[0]);
    for (unsigned a = 0; a < TN_ARTEFACTS; a++)
        FUZZ_REQUIRE(tn_reader_artefacts(r)[a].count >= seen[a]);
    FUZZ_REQUIRE(tn_reader_form(r) != NULL);
    tn_reader_close(r);
    return 0;
}
