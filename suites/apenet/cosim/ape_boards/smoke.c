/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two boards of ExaNet in a torus: a message from each FPGA to each, a read request, the largest
 * packets of the free ports; then faults on the torus's lines, of which ExaNet's end-to-end
 * retransmission leaves nothing.
 */
#include "torus.h"

#include "../../../exanet/cosim/exa_two_qfdb/steps.h"

static int fresh(void **state)
{
    memset(&st, 0, sizeof st);
    return bd_fresh(state);
}

static unsigned next_dst[FPGAS];

static bool one_to_each(unsigned n, unsigned c, struct tn_exq_message *m)
{
    if (next_dst[n] == FPGAS)
        return false;
    m->dst = (n + next_dst[n]++) % FPGAS;
    m->mailbox = bd_process(c);
    m->offset = n;
    m->len = 1 + 7 * m->dst;
    for (unsigned i = 0; i < m->len; i++)
        m->bytes[i] = (uint8_t)(0x21 + 37 * n + 11 * c + 5 * m->dst + 3 * i);
    return true;
}

static void every_fpga_reaches_every_other(void **state)
{
    (void)state;
    memset(next_dst, 0, sizeof next_dst);
    ag_begin(one_to_each, 0);
    while (ag.ended < FPGAS * FPGAS && tn_sim_cycle() < SENT_MAX)
        ag_step(4);
    ag_drain(SENT_MAX);
    assert_int_equal(tn_exq_messages_count(bd.messages, TN_EXQ_ACKED), FPGAS * FPGAS);
    assert_int_equal(ag.read, FPGAS * FPGAS);
    assert_int_equal(tn_ape_boards_matched(to.b),
                     2 * 32); /* messages to the other board and their answers */
    assert_true(tn_ape_boards_asked(to.b, "APB-CRD-1") > 0 &&
                tn_ape_boards_asked(to.b, "APB-VC-1") == 2 * 32);
    assert_true(tn_checker_asked(to.links, "APE-CEL-1") == 2 * 32 &&
                tn_checker_asked(to.links, "APE-CRD-2") > 0);
}

/* From FPGA from's free port 0, n bytes to addr. */
static void from_free_port(unsigned from, unsigned dst, unsigned type, uint64_t addr, unsigned n)
{
    struct exa_packet k = {.pdid = (uint16_t)n,
                           .type = (uint8_t)type,
                           .dst = exa_node_of(bd_coords(dst)),
                           .src = exa_node_of(bd_coords(from))};
    uint8_t data[EXA_MTU], bytes[EXA_KEEP_MAX];
    char name[24];
    for (unsigned i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(from + 3 * dst + 5 * i);
    snprintf(name, sizeof name, "s_b%uf%u_0", from / 4, from % 4);
    exa_set_payload(&k, addr, data, n);
    exa_seal(&k);
    const long len = exa_encode(&k, bytes, sizeof bytes);
    assert_true(len > 0);
    assert_int_equal(tn_exa_source_send(tn_exa_source_find(name), bytes, (size_t)len, 0), 0);
}

/* Packets of 256 bytes from each FPGA to the other board: to its FPGAs in turn, or all to one. */
static void largest_packets(unsigned each, bool to_one)
{
    for (unsigned i = 0; i < each; i++)
        for (unsigned n = 0; n < FPGAS; n++)
            from_free_port(n, (n < 4 ? 4 : 0) + (to_one ? 2 : (n + i) % 4), EXA_WRITE, 0x12345600,
                           EXA_MTU);
    tn_sim_step(50);
    for (unsigned i = 0; i < SENT_MAX / 100 && tn_ape_boards_matched(to.b) < each * FPGAS; i++)
        tn_sim_step(100);
    st_settle();
    assert_int_equal(tn_exq_hops_pending(bd.hops), 0);
    assert_int_equal(tn_ape_boards_matched(to.b), each * FPGAS);
}

/* The torus's line is busy for a while, and its packets are longer than the time between two credit
 * words. */
static void the_largest_packets_fill_the_torus(void **state)
{
    (void)state;
    largest_packets(32, false);
}

/* One gateway line is slower than the torus's line: packets wait in the torus. */
static void packets_wait_for_the_gateway_line(void **state)
{
    (void)state;
    largest_packets(16, true);
}

static void a_read_request_crosses_the_torus(void **state)
{
    struct tn_exq_message m;
    uint8_t words[32];
    (void)state;
    bd_bind_all();
    m = st_message(1, 1, 6, TN_EXQ_RT, 0, BD_RT_BYTES);
    bd_sign(&m);
    st_send(&m);
    assert_int_equal(st_await(1, 1) & 0xffff, S_ACKED);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t found = bd_read(6, RT_READ);
        memcpy(words + 4 * i, &found, 4);
    }
    m = bd_request(words, 6);
    tn_exq_read(bd.messages, &m, tn_sim_cycle());
    st_settle();
}

/* Faults on a line, and what the receiving link or the boards count of each. */
static const struct {
    const char *what;
    unsigned counts; /* word of the link; 0: none */
    unsigned again;  /* messages that are sent again, at least */
} faults[] = {
    {"drop", 0, 1},            /* the whole packet: nobody but its sender's timer knows */
    {"flip:40", HDR_FATAL, 1}, /* a bit of the header */
    {"flip:140", 0, 1},  /* of the payload: the mailbox says so, and the message is sent again */
    {"trunc:1", 0, 1},   /* the words behind the header: credit words are taken for them */
    {"nfclose+3", 0, 0}, /* credit words */
};

/* Each fault strikes a message of FPGA 2 for FPGA 5 on the line to board 1, or the answer on the
 * line to board 0; it comes all the same, once. */
static void what_the_torus_loses_is_sent_again(void **state)
{
    char err[128];
    (void)state;
    to.struck = bd.noisy = true;
    tn_ape_boards_lossy(to.b);
    bd_bind_all();
    bd_write(2, P_TIMEOUT, 1500);
    bd_write(2, P_RETRY_MAX, 3);
    for (unsigned i = 0; i < 2 * sizeof faults / sizeof *faults; i++) {
        const unsigned line = 1 - i % 2, f = i / 2;
        const uint32_t again = bd_read(2, P_RETRIES),
                       counted = to_register(line, LINK_0 + faults[f].counts);
        struct tn_exq_message m = st_message(2, 1, 5, bd_process(1), 0, 64), got;
        struct tn_fault fault;
        char text[64];
        const char *struck;
        uint64_t cycle;
        if (line == 0 && strncmp(faults[f].what, "flip:140", 8) == 0)
            continue; /* an answer has no payload */
        if (line == 0 && strncmp(faults[f].what, "trunc", 5) == 0)
            continue; /* nor words behind its header */
        snprintf(text, sizeof text, "%s@line%u@%llu", faults[f].what, line,
                 (unsigned long long)tn_sim_cycle() + 20);
        assert_int_equal(tn_fault_parse(text, &fault, err, sizeof err), 0);
        assert_int_equal(tn_inject(&fault, tn_sim_seed(), err, sizeof err), 0);
        st_send(&m);
        assert_int_equal(st_await(2, 1) & 15, S_ACKED);
        assert_true(st_fetch(5, bd_process(1), &got));
        assert_false(st_fetch(5, bd_process(1), &got));
        assert_true(tn_inject_struck(0, &cycle, &struck));
        tn_inject_clear();
        print_message("%s: sent %u times again\n", text, bd_read(2, P_RETRIES) - again);
        assert_true(bd_read(2, P_RETRIES) - again >= faults[f].again);
        if (faults[f].counts)
            assert_true(to_register(line, LINK_0 + faults[f].counts) > counted);
    }
    st_settle();
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_fpga_reaches_every_other),     T(the_largest_packets_fill_the_torus),
        T(packets_wait_for_the_gateway_line),  T(a_read_request_crosses_the_torus),
        T(what_the_torus_loses_is_sent_again),
    };
    to_join();
    if (argc > 1) /* one of them, by its name */
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
