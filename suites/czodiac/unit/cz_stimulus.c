/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Captures as stimulus of the remapper: what is sent, from which side, and which entries let it
 * through.
 */
#include <tn/capture.h>
#include <tn/czodiac/cz_remap.h>
#include <tn/czodiac/cz_stimulus.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define NIC "traces/pcie/nic_like_1500b.pcap"

static char path[] = "/tmp/tenter-stimulus-XXXXXX";

static int make_file(void **state)
{
    int fd = mkstemp(path);
    (void)state;
    return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

/* Writes a capture of reads of one DW, one by each Requester ID, to 1000h and every 10000h more. */
static void capture_of(const uint16_t *id, unsigned n)
{
    char err[256];
    struct tn_writer *w = tn_writer_open(path, "", 4, err, sizeof err);
    assert_non_null(w);
    for (unsigned i = 0; i < n; i++) {
        uint8_t bytes[16];
        struct tn_tlp t = {.requester = id[i], .tag = (uint8_t)i, .length_dw = 1, .first_be = 15};
        t.addr = 0x1000 + ((uint64_t)i << 16);
        tn_tlp_set_kind(&t, TN_TLP_MRD, 0);
        long len = tn_tlp_encode(&t, NULL, 0, bytes, sizeof bytes);
        assert_true(len > 0);
        assert_int_equal(tn_writer_event(w, &(struct tn_event){.cycle = i + 1,
                                                               .fabric = TN_FABRIC_PCIE,
                                                               .unit = TN_UNIT_PACKET,
                                                               .orig_len = (uint32_t)len,
                                                               .len = (uint32_t)len,
                                                               .bytes = bytes}),
                         0);
    }
    assert_int_equal(tn_writer_close(w), 0);
}

static struct tn_cz_stimulus *open_it(const char *file, char *err, size_t size)
{
    const struct tn_stim_options o = {.timing = TN_STIM_FAST};
    return tn_cz_stimulus_open(file, &o, err, size);
}

static struct tn_cz_stimulus *must_open(const char *file)
{
    char err[512] = "";
    struct tn_cz_stimulus *s = open_it(file, err, sizeof err);
    if (!s)
        fail_msg("%s", err);
    return s;
}

/* The next TLP of a capture, as the file has it. */
static bool next_captured(struct tn_reader *r, struct tn_event *ev)
{
    while (tn_reader_next(r, ev, NULL) == 1)
        if (ev->unit == TN_UNIT_PACKET)
            return true;
    return false;
}

static void every_byte_is_sent_as_it_was_captured(void **state)
{
    static struct tn_cz_stim_packet p;
    struct tn_event ev;
    char err[256];
    unsigned long n = 0;
    (void)state;
    struct tn_cz_stimulus *s = must_open(NIC);
    struct tn_reader *r = tn_reader_open(NIC, err, sizeof err);
    assert_non_null(r);
    while (tn_cz_stimulus_next(s, &p) == 1) {
        assert_true(next_captured(r, &ev));
        assert_int_equal(p.len, ev.orig_len);
        assert_memory_equal(p.bytes, ev.bytes, ev.len);
        n++;
    }
    assert_false(next_captured(r, &ev));
    assert_true(n > 300);
    tn_reader_close(r);
    tn_cz_stimulus_close(s);
}

static void keep(void *ctx, uint32_t addr, uint32_t value)
{
    tn_cz_remap_write(ctx, addr, value);
}

/* Every TLP of the capture passes the model, with the IDs and at the side that it has. */
static void the_entries_let_everything_through(void **state)
{
    static struct tn_cz_stim_packet p;
    static struct tn_cz_fate f;
    struct tn_cz_remap *m = tn_cz_remap_new(2, 4);
    unsigned long moved = 0;
    (void)state;
    struct tn_cz_stimulus *s = must_open(NIC);
    tn_cz_stimulus_program(s, TN_CZ_STIM_PORT, keep, m);
    while (tn_cz_stimulus_next(s, &p) == 1) {
        struct tn_tlp in, out;
        tn_cz_remap_tlp(m, p.from_device ? TN_CZ_D2U : TN_CZ_U2D, p.port, p.bytes, p.len, &f);
        assert_int_equal(f.cause, TN_CZ_FORWARDED);
        tn_tlp_decode(p.bytes, p.len, p.len, &in);
        tn_tlp_decode(f.out, f.len, f.len, &out);
        assert_int_equal(out.requester, in.requester);
        assert_int_equal(out.completer, in.completer);
        assert_true(!p.from_device || f.port == TN_CZ_STIM_PORT);
        moved += !p.from_device && in.kind == TN_TLP_MWR &&
                 out.addr == TN_CZ_STIM_OBAR + (in.addr & 0xffff);
    }
    assert_true(moved > 0); /* writes of the CPU */
    tn_cz_stimulus_close(s);
    tn_cz_remap_free(m);
}

static void functions_have_the_first_entries(void **state)
{
    static const uint16_t seen[] = {0x0000, 0x1b00, 0x00e0, 0x1b01};
    static const uint16_t want[] = {0x1b00, 0x1b01, 0x0000, 0x00e0};
    static struct tn_cz_stim_packet p;
    const uint16_t *ids;
    (void)state;
    capture_of(seen, 4);
    struct tn_cz_stimulus *s = must_open(path);
    assert_int_equal(tn_cz_stimulus_ids(s, &ids), 4);
    assert_memory_equal(ids, want, sizeof want);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(tn_cz_stimulus_next(s, &p), 1);
        assert_int_equal(p.from_device, seen[i] >> 8 == 0x1b);
    }
    tn_cz_stimulus_close(s);
}

static void each_place_that_the_cpu_reads_has_a_window(void **state)
{
    static const uint16_t seen[] = {0x0000, 0x00e0, 0x1b00, 0x0008};
    static struct tn_cz_stim_packet p;
    static struct tn_cz_fate f;
    struct tn_cz_remap *m = tn_cz_remap_new(4, 4);
    (void)state;
    capture_of(seen, 4);
    struct tn_cz_stimulus *s = must_open(path);
    tn_cz_stimulus_program(s, 1, keep, m);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(tn_cz_stimulus_next(s, &p), 1);
        tn_cz_remap_tlp(m, p.from_device ? TN_CZ_D2U : TN_CZ_U2D, 1, p.bytes, p.len, &f);
        assert_int_equal(f.cause, TN_CZ_FORWARDED);
    }
    tn_cz_stimulus_close(s);
    tn_cz_remap_free(m);
}

/* 02:00.0 is selected by the nine bits of 00:00.0. */
static void ids_that_the_tables_cannot_hold_are_refused(void **state)
{
    static const uint16_t seen[] = {0x0000, 0x0200};
    char err[512] = "";
    (void)state;
    capture_of(seen, 2);
    assert_null(open_it(path, err, sizeof err));
    assert_non_null(strstr(err, "02:00.0 and 00:00.0 are alike in OID[8:0]"));
    assert_null(strchr(err, '\n'));
}

static void too_many_ids_are_refused(void **state)
{
    uint16_t seen[TN_CZ_STIM_IDS + 1];
    char err[512] = "";
    (void)state;
    for (unsigned i = 0; i <= TN_CZ_STIM_IDS; i++)
        seen[i] = (uint16_t)(0x1b00 + i);
    capture_of(seen, TN_CZ_STIM_IDS);
    tn_cz_stimulus_close(must_open(path));
    capture_of(seen, TN_CZ_STIM_IDS + 1);
    assert_null(open_it(path, err, sizeof err));
    assert_non_null(strstr(err, "more than 64 Requester IDs"));
}

static void a_host_alone_is_no_device(void **state)
{
    static const uint16_t seen[] = {0x0000};
    char err[512] = "";
    (void)state;
    capture_of(seen, 1);
    assert_null(open_it(path, err, sizeof err));
    assert_non_null(strstr(err, "no function of a device in it"));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_sent_as_it_was_captured),
        cmocka_unit_test(the_entries_let_everything_through),
        cmocka_unit_test(functions_have_the_first_entries),
        cmocka_unit_test(each_place_that_the_cpu_reads_has_a_window),
        cmocka_unit_test(ids_that_the_tables_cannot_hold_are_refused),
        cmocka_unit_test(too_many_ids_are_refused),
        cmocka_unit_test(a_host_alone_is_no_device),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
