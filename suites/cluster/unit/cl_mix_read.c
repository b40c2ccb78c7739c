/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The text of mixes: what is read, and the one line about what cannot be.
 */
#include "../../../harness/bench/mix.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD "dut = cl_switch\n"

static struct mix *m;
static char err[MIX_ERROR];

static int read_text(const char *text)
{
    char path[] = "/tmp/tn-mix-XXXXXX";
    const int fd = mkstemp(path);
    FILE *f;
    assert_true(fd >= 0);
    f = fdopen(fd, "w");
    fputs(text, f);
    fclose(f);
    free(m);
    const int rc = tn_mix_read(path, &m, err);
    unlink(path);
    return rc;
}

static void a_mix_gives_its_lines_in_order(void **state)
{
    (void)state;
    assert_int_equal(read_text("# why\n" HEAD "spec = 3 Matching\nrequires = PORT_N >= 3\n\nrepeat 2\n  gap 0..60\n"
                               "  every 20..200 write MAX_BURST 0|8\n  send 20% s[*] dst=PORT_N-1 type=WRITE or src=own # all\n"
                               "  kill[any]\nend\n"), 0);
    assert_string_equal(m->dut, "cl_switch");
    assert_int_equal(m->needs, 1);
    assert_int_equal(m->need[0].value, 3);
    assert_int_equal(m->lines, 6);
    assert_int_equal(m->line[0].op, MIX_REPEAT);
    assert_int_equal(m->line[0].to, 5);
    assert_int_equal(m->line[5].to, 0);
    assert_int_equal(m->line[1].value.range[0].high.plus, 60);
    assert_true(m->line[2].every);
    assert_int_equal(m->line[2].addr, 0);
    assert_int_equal(m->line[2].value.n, 2);
    const struct mix_line *send = &m->line[3];
    assert_true(send->percent);
    assert_int_equal(send->number, 9);
    assert_int_equal(send->index.of, MIX_ALL);
    assert_int_equal(send->packets, 2);
    assert_string_equal(send->packet[0].wish[0].value.range[0].low.parameter, "PORT_N");
    assert_int_equal(send->packet[0].wish[0].value.range[0].low.plus, -1);
    assert_int_equal(send->packet[0].wish[1].value.range[0].low.plus, 1); /* WRITE: cluster.md 1 */
    assert_int_equal(m->line[4].index.of, MIX_ANY);
    assert_int_equal(m->line[4].value.range[0].low.plus, 1);
}

static void a_line_that_cannot_be_read_is_told_with_its_number(void **state)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"send 1 s[0]\n", ":1: dut = stands in front"},
        {"# nothing\n", "no line dut = BLOCK"},
        {"dut = nobody\n", ":1: 'nobody' is no block that mixes are written for"},
        {HEAD "colour = red\n", ":2: a key is"},
        {HEAD "requires = PORT_N > 3\n", ":2: a key is"},
        {HEAD "\nsend 1 q[0]\n", ":3: no stream 'q[0]'"},
        {HEAD "send 1 m[0]\n", ":2: nothing is sent to 'm[0]'"},
        {HEAD "send 1 s\n", ":2: 's': written so"},
        {HEAD "send 1 s[20]\n", ":2: 's[20]': the index is 0 to 19"},
        {HEAD "send 1 d[0]\n", ":2: no stream 'd[0]'"},
        {HEAD "send 1\n", ":2: written so: send COUNT STREAM"},
        {HEAD "send x s[0]\n", ":2: no number: 'x'"},
        {HEAD "send 1 s[0] colour=1\n", ":2: no field of a packet: 'colour'"},
        {HEAD "send 1 s[0] dst=1 dst=2 dst=3 dst=4 dst=5 dst=6 dst=7 dst=8 dst=9\n", ":2: more than 8 fields"},
        {HEAD "gap 1|2|3|4|5|6|7|8|9\n", ":2: more than 8 choices"},
        {HEAD "gap\n", ":2: written so: gap CYCLES"},
        {HEAD "write COLOUR 1\n", ":2: no register 'COLOUR'"},
        {HEAD "write IN[20] 1\n", ":2: 'IN[20]': the index is 0 to 19"},
        {HEAD "free_late 1 2\n", ":2: written so: free_late VALUE"},
        {HEAD "free_late 12z\n", ":2: no number: '12z'"},
        {HEAD "paint 1\n", ":2: no line of a mix, and no knob"},
        {HEAD "every 5 send 1% s[0]\n", ":2: every: a knob, write, stall, reset, or a send of a number"},
        {HEAD "send 1 s[0]|m[0]\n", ":2: nothing is sent to 'm[0]'"},
        {HEAD "send 1 s[0]|s[1]|s[2]|s[3]|s[4]\n", ":2: more than 4 streams"},
        {HEAD "every 5\n", ":2: written so: every CYCLES LINE"},
        {HEAD "repeat 2\nwait 1\n", ":2: a repeat without its end"},
        {HEAD "wait 1\nend\n", ":3: an end without its repeat"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(read_text(bad[i].text), -EINVAL);
        if (!strstr(err, bad[i].says))
            fail_msg("%s: %s", bad[i].says, err);
    }
}

static void a_mix_that_is_too_long_is_refused(void **state)
{
    char text[8192] = HEAD;
    (void)state;
    for (unsigned i = 0; i <= MIX_LINES; i++)
        strcat(text, "wait 1\n");
    assert_int_equal(read_text(text), -EINVAL);
    assert_non_null(strstr(err, ":130: more than 128 lines"));
    memset(text + sizeof HEAD - 1, 'x', 2000);
    assert_int_equal(read_text(text), -EINVAL);
    assert_non_null(strstr(err, ":2: a line of more than 510 characters"));
    assert_int_equal(tn_mix_read("/nowhere/a.mix", &m, err), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mix_gives_its_lines_in_order),
        cmocka_unit_test(a_line_that_cannot_be_read_is_told_with_its_number),
        cmocka_unit_test(a_mix_that_is_too_long_is_refused),
    };
    const int rc = cmocka_run_group_tests(tests, NULL, NULL);
    free(m);
    return rc;
}
