/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What is made of fabrics.def, the catalogue over all fabrics, and artefacts.def.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include <tn/artefact.h>
#include <tn/fields.h>
#include <tn/protocol.h>

#define TN_TABLE "../../../suites/unit/own_table.def"
#include <tn/field_positions.def>
#define TN_TABLE "../../../suites/unit/own_table.def"
#include <tn/field_table.def>

static unsigned verdicts;

static void on_verdict(void *ctx, const struct tn_verdict *v)
{
    (void)ctx;
    (void)v;
    verdicts++;
}

static void each_number_is_of_one_fabric(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 256; number++) {
        unsigned n = 0;
        for (size_t f = 0; f < TN_FABRIC_N; f++)
            n += number && tn_fabrics[f].number == number;
        assert_true(n <= 1);
        assert_int_equal(tn_fabric_find(number) != NULL, n);
    }
    assert_string_equal(tn_fabric_find(TN_FABRIC_PCIE)->name, "pcie");
    assert_int_equal(TN_FABRIC_PCIE, 1); /* captures have these numbers */
    assert_int_equal(TN_FABRIC_EXANET, 2);
    assert_int_equal(TN_FABRIC_TNW, 5);
}

static void each_rule_has_one_place_in_the_catalogue(void **state)
{
    const struct tn_rule *r;
    size_t n = 0;
    (void)state;
    for (; (r = tn_rule_at(n)) != NULL; n++) {
        assert_int_equal(tn_rule_index(r->id), n);
        assert_ptr_equal(tn_rule_find(r->id), r);
    }
    assert_int_equal(n, tn_rule_count());
    assert_int_equal(tn_rule_index("TLP-FMT-99"), n);
    assert_null(tn_rule_find("TLP-FMT-99"));
}

static void rules_stand_in_the_order_of_the_page(void **state)
{
    /* first rules of the page's groups, from top to bottom */
    static const char *const firsts[] = {"TLP-FMT-1", "CZR-ISO-1", "EXA-FRM-1", "AXI-RST-1",
                                         "EXX-CHN-1", "AXS-BST-1", "EXN-CHN-1", "TNW-WRD-1"};
    (void)state;
    assert_int_equal(tn_rule_index(firsts[0]), 0);
    for (size_t i = 1; i < sizeof firsts / sizeof *firsts; i++)
        assert_true(tn_rule_index(firsts[i - 1]) < tn_rule_index(firsts[i]));
}

static void an_event_that_nothing_judges_is_told(void **state)
{
    static const uint8_t bytes[16];
    struct tn_event ev = {.packet = 1, .unit = TN_UNIT_PACKET, .len = 16, .orig_len = 16, .bytes = bytes};
    struct tn_check_params par;
    struct tn_checker *c;
    (void)state;
    tn_check_defaults(&par);
    c = tn_checker_new(&par, NULL, NULL, on_verdict, NULL);
    assert_non_null(c);
    for (unsigned number = 0; number < 256; number++) {
        ev.fabric = (uint8_t)number;
        verdicts = 0;
        assert_int_equal(tn_checker_event(c, &ev, 0), tn_fabric_judged(number) ? 0 : -ENOTSUP);
        assert_true(verdicts == 0 || tn_fabric_judged(number));
    }
    ev.fabric = 3;
    ev.unit = TN_UNIT_NOTE;
    assert_int_equal(tn_checker_event(c, &ev, 0), 0);
    tn_checker_finish(c);
    tn_checker_free(c);
}

static void what_spoils_and_what_copies_is_told_by_name(void **state)
{
    (void)state;
    for (unsigned a = 0; a < TN_ARTEFACTS; a++) {
        const char *id = tn_artefact_id((enum tn_artefact)a);
        bool spoils = !strcmp(id, "ART-ZERO") || !strcmp(id, "ART-SHIFT") || !strcmp(id, "ART-GARBAGE");
        assert_int_equal(TN_ART_SPOILED >> a & 1, spoils);
        assert_int_equal(TN_ART_COPY >> a & 1, strcmp(id, "ART-ORDER") == 0);
    }
}

static void a_fabric_can_bring_tables_of_its_own(void **state)
{
    uint8_t bytes[TN_BYTES_own] = {0x9f, 0xff};
    const struct tn_header *h = &tn_table_headers[0];
    (void)state;
    assert_int_equal(sizeof tn_table_headers / sizeof *h, 1);
    assert_int_equal(TN_GET(bytes, own, kind), TN_own_kind_ANSWER);
    assert_int_equal(TN_GET(bytes, own, length), 2047);
    TN_PUT(bytes, own, length, 1);
    assert_int_equal(bytes[0], 0x90);
    assert_int_equal(bytes[1], 0x03);
    assert_int_equal(h->field_n, 3);
    assert_string_equal(tn_field_value(h, "kind", 9)->text, "An answer");
    assert_null(tn_field_value(h, "kind", 2));
    assert_null(tn_header_find("own"));
}

static void every_header_is_found_by_its_name(void **state)
{
    const struct tn_header *h;
    size_t n = 0, listed;
    (void)state;
    tn_headers(&listed);
    for (; (h = tn_header_at(n)) != NULL; n++)
        assert_ptr_equal(tn_header_named(h->name), h);
    assert_true(n >= listed);
    assert_null(tn_header_named("own"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_is_of_one_fabric),
        cmocka_unit_test(each_rule_has_one_place_in_the_catalogue),
        cmocka_unit_test(rules_stand_in_the_order_of_the_page),
        cmocka_unit_test(an_event_that_nothing_judges_is_told),
        cmocka_unit_test(a_fabric_can_bring_tables_of_its_own),
        cmocka_unit_test(every_header_is_found_by_its_name),
        cmocka_unit_test(what_spoils_and_what_copies_is_told_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
