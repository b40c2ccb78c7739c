/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Faults as text: what@where@when, both ways, and what is refused; of the kinds of every fabric.
 */
#include <tn/fault.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct tn_fault f;
static char err[512];

static void parse(const char *text)
{
    if (tn_fault_parse(text, &f, err, sizeof err) != 0)
        fail_msg("%s", err);
}

static void a_flip_names_bit_link_and_packet(void **state)
{
    (void)state;
    parse("flip:37@s_usr@p12");
    assert_int_equal(f.kind, TN_FAULT_FLIP);
    assert_true(f.has_arg && f.by_packet);
    assert_int_equal(f.arg, 37);
    assert_string_equal(f.where, "s_usr");
    assert_int_equal(f.packet, 12);
    assert_int_equal(f.time, 1);
}

static void the_kth_transmission_stands_behind_a_dot(void **state)
{
    (void)state;
    parse("drop@m_dev@p3.2");
    assert_int_equal(f.packet, 3);
    assert_int_equal(f.time, 2);
    assert_false(f.has_arg);
}

static void a_state_fault_names_a_word_and_a_cycle(void **state)
{
    (void)state;
    parse("stuck1:5+40@u_dut.u_a.mem_q[17]@900");
    assert_int_equal(f.kind, TN_FAULT_STUCK1);
    assert_int_equal(f.arg, 5);
    assert_int_equal(f.len, 40);
    assert_string_equal(f.where, "u_dut.u_a.mem_q[17]");
    assert_false(f.by_packet);
    assert_int_equal(f.cycle, 900);
    assert_false(tn_fault_on_link(f.kind));
}

static void a_line_fault_names_a_block_or_a_cycle(void **state)
{
    (void)state;
    parse("ber:4+900@line0@p1000");
    assert_int_equal(f.kind, TN_FAULT_BER);
    assert_int_equal(f.arg, 4);
    assert_int_equal(f.len, 900);
    assert_true(f.by_packet);
    assert_int_equal(f.packet, 1000);
    assert_true(tn_fault_on_line(f.kind));
    assert_false(tn_fault_on_link(f.kind));
    parse("nfclose@line1@70");
    assert_int_equal(f.len, 0);
    assert_int_equal(f.cycle, 70);
    parse("flip:65@line1@p7");
    assert_false(tn_fault_on_line(f.kind));
}

static void text_survives_parsing_and_formatting(void **state)
{
    static const char *const texts[] = {
        "flip:37@s_usr@p12",   "flip@s_usr@40",
        "burst:3+9@s_dev@p1",  "burst+9@s_dev@7",
        "drop@m_dev@p3.2",     "dup@m_usr@0",
        "reorder@m_usr@p2",    "trunc:3@s_usr@p4294967295",
        "delay:100@s_usr@p1",  "ready0:9@s_usr@8",
        "ready1:9@s_usr@8",    "valid0:9@s_usr@8",
        "valid1:9@s_usr@8",    "seu:4@u_dut.x@9223372036854775807",
        "stuck0:0@u_dut.x@1",  "stuck1:0+5@u_dut.y[3]@1",
        "seu@u_dut.x@1",       "join@line0@p9",
        "slip:3@line1@p8",     "slip@line1@9",
        "nfclose+3@line0@p1",  "nfcflip:15@line0@p2",
        "ber:12@line0@0",      "ber:3+90@line1@p4",
        "noderst:200@line0@9", "linkrst:200@line1@9",
        "litlose@line7@9",     "ctlflip:3@line7@9",
        "kflip:4@line7@9",     "startflip:128@line7@9",
        "symlose:1@line3@9",   "symdup@line3@9",
        "lanedark:90@line3@9", "laneskew:320+50@line3@9",
    };
    char back[TN_FAULT_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        parse(texts[i]);
        tn_fault_format(&f, back);
        assert_string_equal(back, texts[i]);
    }
}

static void every_kind_has_a_name_and_says_what_it_does(void **state)
{
    (void)state;
    const struct tn_fault_kind *k;
    unsigned n = 0;
    for (; (k = tn_fault_kind_at(n)) != NULL; n++) {
        assert_true(strlen(k->name) > 0);
        assert_true(strlen(k->about) > 0);
        assert_ptr_equal(tn_fault_kind_of(k->id), k);
        for (unsigned i = 0; i < n; i++) {
            assert_int_not_equal(tn_fault_kind_at(i)->id, k->id);
            assert_string_not_equal(tn_fault_kind_at(i)->name, k->name);
        }
    }
    assert_true(n >= 17); /* those of no fabric */
    assert_null(tn_fault_kind_of(TN_FAULT_OWN - 1));
}

/* Kinds of two fabrics may have the same place in the list. */
static void every_kind_of_every_fabric_is_listed(void **state)
{
#define TN_FABRIC(name, code, number, text)                                                        \
    extern const struct tn_fault_kinds tn_fault_kinds_##name;
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC
    static const struct tn_fault_kinds *const owners[] = {
#define TN_FABRIC(name, code, number, text) &tn_fault_kinds_##name,
#include "../../checkers/spec/fabrics.def"
#undef TN_FABRIC
    };
    (void)state;
    for (size_t o = 0; o < sizeof owners / sizeof *owners; o++)
        for (unsigned k = 0; k < owners[o]->n; k++) {
            const struct tn_fault_kind *kind = &owners[o]->kind[k], *listed = tn_fault_kind_at(0);
            for (unsigned i = 1; listed && strcmp(listed->name, kind->name) != 0; i++)
                listed = tn_fault_kind_at(i);
            if (!listed)
                fail_msg("the kind '%s' is not listed", kind->name);
        }
}

static void malformed_faults_are_refused_with_a_line(void **state)
{
    static const char *const bad[] = {
        "",
        "@",
        "@@",
        "flip",
        "flip@",
        "flip@s_usr",
        "flip@s_usr@",
        "flip@@p1",
        "flop@s_usr@p1",
        "flip:@s_usr@p1",
        "flip:x@s_usr@p1",
        "flip:-1@s_usr@p1",
        "flip:4294967296@s_usr@p1",
        "flip:1+2@s_usr@p1",
        "burst:1@s_usr@p1",
        "burst:1+0@s_usr@p1",
        "drop:1@s_usr@p1",
        "drop+1@s_usr@p1",
        "trunc@s_usr@p1",
        "delay@s_usr@p1",
        "ready0@s_usr@5",
        "ready0:4@s_usr@p5",
        "seu:1@x@p5",
        "drop@s_usr@p0",
        "drop@s_usr@p1.0",
        "drop@s_usr@p1.",
        "drop@s_usr@p1.2x",
        "drop@s_usr@p",
        "drop@s_usr@1x",
        "drop@s_usr@9223372036854775808",
        "drop@s_usr@-1",
        "seu:1@x@ 5",
        "ber@line0@p1",
        "ber:3+0@line0@p1",
        "noderst@line0@9",
        "linkrst:9+2@line0@9",
        "join:1@line0@p1",
        "nfclose:1@line0@p1",
        "slip+2@line0@p1",
    };
    char longer[600];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        err[0] = 0;
        if (tn_fault_parse(bad[i], &f, err, sizeof err) != -EINVAL)
            fail_msg("'%s' was taken", bad[i]);
        assert_true(strlen(err) > 0 && !strchr(err, '\n'));
    }
    snprintf(longer, sizeof longer, "seu:1@%0300d@5", 1);
    assert_int_equal(tn_fault_parse(longer, &f, err, sizeof err), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flip_names_bit_link_and_packet),
        cmocka_unit_test(the_kth_transmission_stands_behind_a_dot),
        cmocka_unit_test(a_state_fault_names_a_word_and_a_cycle),
        cmocka_unit_test(a_line_fault_names_a_block_or_a_cycle),
        cmocka_unit_test(text_survives_parsing_and_formatting),
        cmocka_unit_test(every_kind_has_a_name_and_says_what_it_does),
        cmocka_unit_test(every_kind_of_every_fabric_is_listed),
        cmocka_unit_test(malformed_faults_are_refused_with_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
