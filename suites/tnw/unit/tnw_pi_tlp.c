/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * TLPs from the host have the first cause that applies, and answers say what they have, by hand
 * from checkers/tnw/spec/tnw_pi.md section 2 and PCIe 3.0 2.2.9.
 */
#include "tnw_pi_tlps.h"

static void tlps_have_the_first_cause_that_applies(void **state)
{
    uint8_t bytes[BYTES];
    struct tn_tnw_pi_tlp o;
    (void)state;
    for (size_t i = 0; i < sizeof tlps / sizeof *tlps; i++) {
        const size_t n = bytes_of(tlps[i].hex, tlps[i].dws, bytes);
        tn_tnw_pi_judge(&par, BAR0, BAR2, bytes, n, &o);
        if (o.cause != tlps[i].cause || o.answered != tlps[i].answered ||
            o.window != tlps[i].window)
            fail_msg("%s: cause %u, answered %d, window %d", tlps[i].hex, o.cause, o.answered,
                     o.window);
    }
}

static const struct {
    const char *request;
    unsigned dws; /* behind the request */
    const char *answer;
    unsigned data; /* DWs of the answer, as above */
} answers[] = {
    {"00342001 0008050f f0000010", 0, "4a342001 12000004 00080510", 1},
    {"00000001 00080506 f0000014", 0, "4a000001 12000002 00080515", 1},
    {"00000003 00080518 f0000024", 0, "4a000003 12000006 00080527", 3},
    {"00000001 00080500 f0000010", 0, "4a000001 12000001 00080510", 1},
    {"00000010 000805ff f0004040", 0, "4a000010 12000040 00080540", 16},
    {"00000011 000805ff f00040c0", 0, "0a000000 12002044 00080540", 0},
    {"02000001 00080501 00000104", 0, "0a000000 12002004 00080500", 0},
    {"44000001 00080501 12000004", 1, "0a000000 12002004 00080500", 0},
    {"4c000002 00080500 f0000018", 2, "0a000000 12002008 00080500", 0},
    {"4e000004 00080500 f0000010", 4, "0a000000 12002008 00080500", 0},
};

static void answers_say_what_bytes_they_have(void **state)
{
    uint8_t bytes[BYTES], want[BYTES], found[TN_TNW_PI_ANSWER];
    uint32_t data[16];
    struct tn_tnw_pi_tlp o;
    (void)state;
    for (unsigned i = 0; i < 16; i++)
        data[i] = 0x04030201u + 0x04040404u * i;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        const size_t n = bytes_of(answers[i].request, answers[i].dws, bytes);
        const size_t len = bytes_of(answers[i].answer, answers[i].data, want);
        tn_tnw_pi_judge(&par, BAR0, BAR2, bytes, n, &o);
        assert_int_equal(o.answered, true);
        const size_t got = tn_tnw_pi_answer(&o, RID, answers[i].data ? data : NULL, found);
        if (got != len || memcmp(found, want, len) != 0)
            fail_msg("%s: another answer", answers[i].request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tlps_have_the_first_cause_that_applies),
        cmocka_unit_test(answers_say_what_bytes_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
