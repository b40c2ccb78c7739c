/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Writing own captures and reading them back, and the point table.
 */
#include <tn/capture.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[] = "/tmp/tenter-capture-XXXXXX";
static char path[64], part[80];

static int make_dir(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof path, "%s/c.pcap", dir);
    snprintf(part, sizeof part, "%s.part", path);
    return 0;
}

static int remove_dir(void **state)
{
    (void)state;
    unlink(path);
    unlink(part);
    return rmdir(dir);
}

static struct tn_writer *open_writer(const char *meta)
{
    char err[256];
    struct tn_writer *w = tn_writer_open(path, meta, 4, err, sizeof err);
    assert_non_null(w);
    return w;
}

static void every_field_of_an_event_survives_the_file(void **state)
{
    static const uint8_t bytes[] = {0xca, 0xfe, 0xf0, 0x0d, 1};
    const struct tn_event a = {.cycle = 0x123456789abcdefull,
                               .time_ns = 5000000123,
                               .span = 77,
                               .point = 300,
                               .dir = TN_DIR_UP,
                               .port = 9,
                               .fabric = TN_FABRIC_EXANET,
                               .unit = TN_UNIT_FRAME,
                               .flags = TN_EV_FAULT | TN_EV_MODEL,
                               .orig_len = 9,
                               .len = 5,
                               .bytes = bytes};
    struct tn_event b;
    char err[256];
    unsigned art;
    (void)state;
    struct tn_writer *w = open_writer("point.300=somewhere\n");
    assert_int_equal(tn_writer_event(w, &a), 0);
    assert_int_not_equal(access(path, F_OK), 0); /* not before it is whole */
    assert_int_equal(tn_writer_close(w), 0);
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    assert_non_null(r);
    assert_int_equal(tn_reader_next(r, &b, &art), 1);
    assert_int_equal(b.unit, TN_UNIT_NOTE);
    assert_int_equal(tn_reader_next(r, &b, &art), 1);
    assert_int_equal(b.packet, 2);
    assert_true(b.cycle == a.cycle && b.time_ns == a.time_ns && b.span == a.span &&
                b.point == a.point && b.dir == a.dir && b.port == a.port && b.fabric == a.fabric &&
                b.unit == a.unit && b.flags == a.flags && b.orig_len == a.orig_len &&
                b.len == a.len);
    assert_memory_equal(b.bytes, bytes, sizeof bytes);
    assert_int_equal(art, 1u << TN_ART_SNAPPED);
    assert_string_equal(tn_reader_point(r, 300), "somewhere");
    assert_null(tn_reader_point(r, 299));
    assert_null(tn_reader_point(r, 301));
    assert_int_equal(tn_reader_points(r), 301);
    assert_int_equal(tn_reader_next(r, &b, &art), 0);
    tn_reader_close(r);
}

static void without_a_time_the_cycle_gives_it(void **state)
{
    struct tn_event ev = {.cycle = 250000000,
                          .fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_PACKET,
                          .len = 1,
                          .orig_len = 1,
                          .bytes = (const uint8_t *)"x"};
    char err[256];
    (void)state;
    struct tn_writer *w = open_writer("");
    tn_writer_event(w, &ev);
    assert_int_equal(tn_writer_close(w), 0);
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    assert_non_null(r);
    assert_int_equal(tn_reader_next(r, &ev, NULL), 1);
    assert_int_equal(tn_reader_next(r, &ev, NULL), 1);
    assert_int_equal(ev.time_ns, 1000000000); /* 4 ns a cycle */
    tn_reader_close(r);
}

static void the_longest_packet_fits_and_one_byte_more_is_refused(void **state)
{
    uint8_t *big = calloc(1, TN_CAPTURE_MAX_PACKET + 1);
    struct tn_event ev = {.fabric = TN_FABRIC_PCIE,
                          .unit = TN_UNIT_PACKET,
                          .bytes = big,
                          .len = TN_CAPTURE_MAX_PACKET + 1,
                          .orig_len = TN_CAPTURE_MAX_PACKET + 1};
    char err[256];
    (void)state;
    assert_non_null(big);
    struct tn_writer *w = open_writer("");
    assert_int_equal(tn_writer_event(w, &ev), -EMSGSIZE);
    ev.len = ev.orig_len = TN_CAPTURE_MAX_PACKET;
    assert_int_equal(tn_writer_event(w, &ev), 0);
    assert_int_equal(tn_writer_close(w), 0);
    struct tn_reader *r = tn_reader_open(path, err, sizeof err);
    assert_non_null(r);
    assert_int_equal(tn_reader_next(r, &ev, NULL), 1);
    assert_int_equal(tn_reader_next(r, &ev, NULL), 1);
    assert_int_equal(ev.len, TN_CAPTURE_MAX_PACKET);
    assert_int_equal(tn_reader_next(r, &ev, NULL), 0);
    tn_reader_close(r);
    free(big);
}

static void a_writer_that_gives_up_leaves_what_was_there(void **state)
{
    char line[16] = "";
    FILE *f = fopen(path, "w");
    (void)state;
    assert_non_null(f);
    fputs("before", f);
    fclose(f);
    tn_writer_abandon(open_writer("x=1\n"));
    f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    fclose(f);
    assert_string_equal(line, "before");
    assert_int_not_equal(access(part, F_OK), 0);
}

static void a_first_record_that_is_too_long_opens_no_file(void **state)
{
    char err[256] = "", *meta = malloc(TN_CAPTURE_MAX_PACKET + 2);
    (void)state;
    assert_non_null(meta);
    memset(meta, 'x', TN_CAPTURE_MAX_PACKET + 1);
    meta[TN_CAPTURE_MAX_PACKET + 1] = 0;
    assert_null(tn_writer_open(path, meta, 4, err, sizeof err));
    assert_non_null(strstr(err, "too long"));
    assert_int_not_equal(access(part, F_OK), 0);
    free(meta);
}

static void put_be(uint8_t *p, uint64_t v, int n)
{
    while (n--) {
        p[n] = (uint8_t)v;
        v >>= 8;
    }
}

/* Ethernet, IPv4, UDP, NetTLP, an MRd; source address by flow. */
static void frame_of_flow(uint8_t *p, uint32_t flow)
{
    memset(p, 0, 60);
    put_be(p + 12, 0x0800, 2);
    put_be(p + 14, 0x4500002e, 4);
    p[23] = 17;
    put_be(p + 26, 0x0a000000 + flow, 4);
    put_be(p + 30, 0x0b000001, 4);
    put_be(p + 36, 0x3000, 2);
    put_be(p + 38, 26, 2);
    put_be(p + 48, 0x000000010100000f, 8);
    put_be(p + 56, 0x10000000, 4);
}

static void seventy_thousand_flows_are_as_many_points_as_an_index_can_tell(void **state)
{
    enum { FLOWS = 70000, RECORD = 16 + 60 };
    size_t size = 24 + (size_t)FLOWS * RECORD;
    uint8_t *file = calloc(1, size);
    char err[256];
    struct tn_event ev;
    (void)state;
    assert_non_null(file);
    put_be(file, 0xa1b23c4d00020004, 8);
    put_be(file + 16, 65535, 4);
    put_be(file + 20, 1, 4);
    for (uint32_t i = 0; i < FLOWS; i++) {
        uint8_t *p = file + 24 + (size_t)i * RECORD;
        put_be(p + 8, 60, 4);
        put_be(p + 12, 60, 4);
        frame_of_flow(p + 16, i);
    }
    struct tn_reader *r = tn_reader_open_memory(file, size, err, sizeof err);
    assert_non_null(r);
    for (uint32_t i = 0; i < FLOWS; i++) {
        assert_int_equal(tn_reader_next(r, &ev, NULL), 1);
        assert_int_equal(ev.point, i < 65536 ? i : 65535);
    }
    assert_int_equal(tn_reader_points(r), 65536);
    assert_string_equal(tn_reader_point(r, 65535), "10.0.255.255>11.0.0.1");
    tn_reader_close(r);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_an_event_survives_the_file),
        cmocka_unit_test(without_a_time_the_cycle_gives_it),
        cmocka_unit_test(the_longest_packet_fits_and_one_byte_more_is_refused),
        cmocka_unit_test(a_writer_that_gives_up_leaves_what_was_there),
        cmocka_unit_test(a_first_record_that_is_too_long_opens_no_file),
        cmocka_unit_test(seventy_thousand_flows_are_as_many_points_as_an_index_can_tell),
    };
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
