/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * One of everything: registers of all FPGAs, a message from each FPGA to each, a read
 * request, refusals, packets of the free ports.
 */
#include "agents.h"
#include "steps.h"

#include "../blocks.h"
#include "../shape.h"

static int fresh(void **state)
{
    memset(&st, 0, sizeof st);
    return bd_fresh(state);
}

/* exa_qfdb.md sections 1 and 2 */
static void every_fpga_has_its_blocks_and_nothing_else(void **state)
{
    (void)state;
    for (unsigned n = 0; n < FPGAS; n++) {
        RULE("EXQ-AXI-1", bd_read(n, A_PKT + A_KERNEL + 0x400) == 0x45500001);
        RULE("EXQ-AXI-1", bd_read(n, A_MBOX + A_KERNEL + 0x400) == 0x454d0001);
        RULE("EXQ-AXI-1", bd_read(n, A_RT + A_KERNEL + 0x400) == 0x45520001);
        for (unsigned block = 0; block < 3; block++)
            assert_int_equal(bd_read(n, block << 20 | A_KERNEL | 0x408), bd_coords(n));
        assert_int_equal(tn_reg_read(BD_FPGA * n), 0x45580001);
        assert_int_equal(tn_reg_read(BD_FPGA * n + 8), bd_coords(n));
        for (unsigned l = 0; l < 15; l++)
            assert_int_equal(tn_reg_read(BD_FPGA * n + ((1 + l) << 12)) != 0,
                             l < 4 ? l != n % 4 : l < 8 && n % 4 == 0);
    }
}

/* exa_qfdb.md section 2 */
static void where_there_is_no_block_every_beat_is_answered(void **state)
{
    (void)state;
    for (unsigned n = 0; n < FPGAS; n++)
        blocks_none(bd.cpu[n], A_NONE + 0x40);
}

static void the_next_address_waits_for_the_answer(void **state)
{
    static const uint32_t blocks[] = {A_PKT, A_MBOX, A_RT, A_NONE};
    (void)state;
    for (unsigned n = 0; n < FPGAS; n++)
        for (unsigned i = 0; i < 8; i++)
            blocks_in_turn(bd.cpu[n], i % 2, blocks[i / 2]);
}

static unsigned to[FPGAS]; /* next destination of each */

static bool one_to_each(unsigned n, unsigned c, struct tn_exq_message *m)
{
    if (to[n] == FPGAS)
        return false;
    m->dst = (n + to[n]++) % FPGAS;
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
    memset(to, 0, sizeof to);
    ag_begin(one_to_each, 0);
    while (ag.ended < FPGAS * FPGAS && tn_sim_cycle() < SENT_MAX)
        ag_step(4);
    ag_drain(SENT_MAX);
    assert_int_equal(tn_exq_messages_count(bd.messages, TN_EXQ_ACKED), FPGAS * FPGAS);
    assert_int_equal(ag.read, FPGAS * FPGAS);
}

static void a_read_request_reaches_the_firmware_of_the_other_board(void **state)
{
    struct tn_exq_message m;
    uint8_t words[32];
    (void)state;
    bd_bind_all();
    m = st_message(1, 1, 6, TN_EXQ_RT, 0, BD_RT_BYTES);
    bd_sign(&m);
    st_send(&m);
    assert_int_equal(st_await(1, 1) & 0xffff, S_ACKED);
    assert_int_equal(bd_read(6, RT_LEVEL), 1u << 16);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t found = bd_read(6, RT_READ);
        memcpy(words + 4 * i, &found, 4);
    }
    m = bd_request(words, 6);
    tn_exq_read(bd.messages, &m, tn_sim_cycle());
    assert_int_equal(bd_read(6, RT_LEVEL), 0);
    st_settle();
}

/* Binds channel c of FPGA n, which is idle, to another process. */
static void rebind(unsigned n, unsigned c, uint16_t pdid)
{
    bd_write(n, A_PKT + A_KERNEL + 4 * c, 0x80000000u | pdid);
}

/* Code 7: channel 1 of FPGA 7 sends to a mailbox of FPGA 0 that is another process's. Where a board has one mailbox, the
 * channel is lent to a process that has none. */
static void refused_for_its_owner(void)
{
    const unsigned mboxes = (unsigned)tn_sim_param("MBOX_N");
    struct tn_exq_message m = st_message(7, 1, 0, (bd_process(1) + 1) % mboxes, 0, 16);
    if (mboxes == 1) {
        m.pdid = bd_pdid(1) + 1;
        rebind(7, 1, m.pdid);
    }
    st_send(&m);
    assert_int_equal(st_await(7, 1) & 0xffff, S_NACKED | 7 << 4);
    if (mboxes == 1)
        rebind(7, 1, bd_pdid(1));
}

/* Code 4: a mailbox that is not there. A mailbox's page is below 64, so 64 of them leave none out. */
static void refused_for_its_place(void)
{
    struct tn_exq_message m = st_message(7, 1, 0, 63, 0, 16);
    if (tn_sim_param("MBOX_N") == 64)
        return;
    st_send(&m);
    assert_int_equal(st_await(7, 1) & 0xffff, S_NACKED | 4 << 4);
}

/* Codes 7 and 4 at once; 6 until the tries are over, and the message after it gets through. */
static void what_a_mailbox_refuses_is_reported(void **state)
{
    unsigned slots = 1u << tn_sim_param("SLOT_LOG2"), got_n = 0;
    struct tn_exq_message m, got;
    (void)state;
    bd_bind_all();
    bd_write(7, P_TIMEOUT, 800);
    bd_write(7, P_RETRY_MAX, 1);
    refused_for_its_owner();
    refused_for_its_place();
    for (unsigned i = 0; i < slots; i++) {
        m = st_message(7, 1, 0, bd_process(1), 0, 64);
        st_send(&m);
        assert_int_equal(st_await(7, 1) & 0xffff, S_ACKED);
    }
    m = st_message(7, 1, 0, bd_process(1), 0, 64);
    st_send(&m);
    assert_int_equal(st_await(7, 1) & 0xffff, S_NACKED | 6 << 4 | 1 << 8);
    while (st_fetch(0, bd_process(1), &got))
        got_n++;
    assert_int_equal(got_n, slots);
    m = st_message(7, 1, 0, bd_process(1), 0, 64);
    st_send(&m);
    assert_int_equal(st_await(7, 1) & 0xffff, S_ACKED);
    assert_true(st_fetch(0, bd_process(1), &got));
    st_settle();
}

/* EXQ-BRD-3; the scoreboard at every link says where each must come out. */
static void packets_of_free_ports_go_where_their_header_says(void **state)
{
    static const uint64_t places[] = {0x12345670, (uint64_t)7 << 39 | 0x40, (uint64_t)7 << 39 | (uint64_t)4 << 32,
                                      (uint64_t)7 << 39 | (uint64_t)5 << 32};
    uint8_t data[64], bytes[EXA_KEEP_MAX];
    char name[24];
    unsigned hops = 0;
    (void)state;
    memset(data, 0x5a, sizeof data);
    for (unsigned from = 0; from < 3 * FPGAS; from++) {
        unsigned f = from / 3, dst = (from + 1) % FPGAS, place = from % 4;
        struct exa_packet k = {.pdid = (uint16_t)from, .type = place == 3 ? EXA_ZWRITE : EXA_WRITE,
                               .dst = exa_node_of(bd_coords(dst)), .src = exa_node_of(bd_coords(f))};
        snprintf(name, sizeof name, "s_b%uf%u_%u", from / 12, f % 4, from % 3);
        exa_set_payload(&k, places[place], data, 1 + from);
        exa_seal(&k);
        long n = exa_encode(&k, bytes, sizeof bytes);
        assert_true(n > 0);
        assert_int_equal(tn_exa_source_send(tn_exa_source_find(name), bytes, (size_t)n, 0), 0);
        /* switches on its way (exa_qfdb.md sections 3 and 4) */
        hops += f / 4 != dst / 4 ? 2u + (f % 4 ? 1 : 0) + (dst % 4 ? 1 : 0) : f == dst ? 1 : 2;
    }
    tn_sim_step(50);
    st_settle();
    assert_int_equal(tn_exq_hops_pending(bd.hops), 0);
    assert_int_equal(tn_exq_hops_matched(bd.hops), hops);
}

/* A packet from FPGA from's free port 0, of n bytes. */
static void from_free_port(unsigned from, unsigned dst, unsigned type, uint64_t addr, unsigned n)
{
    struct exa_packet k = {.pdid = (uint16_t)n, .type = (uint8_t)type, .dst = exa_node_of(bd_coords(dst)),
                           .src = exa_node_of(bd_coords(from))};
    uint8_t data[EXA_MTU], bytes[EXA_KEEP_MAX];
    char name[24];
    memset(data, 0x3c, sizeof data);
    snprintf(name, sizeof name, "s_b%uf%u_0", from / 4, from % 4);
    assert_int_equal(shape_of_type(&k, addr, data, n), 0);
    exa_seal(&k);
    const long len = exa_encode(&k, bytes, sizeof bytes);
    assert_true(len > 0);
    assert_int_equal(tn_exa_source_send(tn_exa_source_find(name), bytes, (size_t)len, 0), 0);
}

/* EXQ-BRD-1 to 3, EXQ-TWO-1: over no link to three the largest packets, those of a bridge and the
 * smallest. What goes to an FPGA's dead port ends there. */
static void the_largest_packets_reach_every_distance(void **state)
{
    static const uint8_t way[][2] = {{1, 1}, {1, 2}, {0, 5}, {1, 6}, {7, 3}, {6, 4}, {5, 7}, {4, 4}};
    (void)state;
    for (unsigned i = 0; i < sizeof way / sizeof *way; i++) {
        from_free_port(way[i][0], way[i][1], EXA_WRITE, 0x12345600, EXA_MTU);
        from_free_port(way[i][0], way[i][1], EXA_ZWRITE, exa_peripheral_addr(5, 0), 64);
        from_free_port(way[i][0], way[i][1], EXA_ZREAD_REQ, exa_peripheral_addr(5, 0), 0);
        from_free_port(way[i][0], way[i][1], EXA_WRITE, exa_peripheral_addr(EXA_P_PACKETIZER, 0), 16);
    }
    for (unsigned p = 0; p < 6; p++) /* a header alone for every block */
        from_free_port(1, 6, EXA_RELEASE, exa_peripheral_addr(p, 0), 0);
    tn_sim_step(50);
    st_settle();
    assert_int_equal(tn_exq_hops_pending(bd.hops), 0);
    for (unsigned n = 0; n < FPGAS; n++)
        from_free_port(n, n, EXA_WRITE, exa_peripheral_addr(EXA_P_DEAD, 0), 16);
    tn_sim_step(200);
    st_settle();
    assert_int_equal(tn_exq_hops_pending(bd.hops), 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, fresh, bd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_fpga_has_its_blocks_and_nothing_else),
        T(where_there_is_no_block_every_beat_is_answered),
        T(the_next_address_waits_for_the_answer),
        T(every_fpga_reaches_every_other),
        T(a_read_request_reaches_the_firmware_of_the_other_board),
        T(what_a_mailbox_refuses_is_reported),
        T(packets_of_free_ports_go_where_their_header_says),
        T(the_largest_packets_reach_every_distance),
    };
    if (argc > 1) /* one of them, by its name */
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
