/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The packetizer rule by rule: what it sends and refuses, answers, retries, bindings, turns.
 * Expected values worked by hand from checkers/exanet/spec/exa_packetizer.md and exa_ni.md.
 */
#include "pkt.h"

enum { PDID = 0x99, CYC = 300 };

static const uint8_t msg[64] = {0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76, 0x87, 0x98, 0xa9, 0xba,
                                0xcb, 0xdc, 0xed, 0xfe, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46,
                                47, 48};
static uint64_t there;

static int bound(void **state)
{
    ni_fresh(state);
    there = exa_peripheral_addr(EXA_P_MAILBOX, 0x2000);
    ni_write(P_TIMEOUT, CYC);
    for (unsigned c = 0; c < 4 && c < (unsigned)tn_sim_param("CHAN_N"); c++) {
        pkt_bind(c, PDID + c);
        pkt_fill(c, msg, sizeof msg);
    }
    return 0;
}

/* Sends 16 bytes on channel c; the packet that has come out. */
static struct exa_packet one(unsigned c)
{
    unsigned n = ni.got_n;
    assert_int_equal(pkt_send(c, pkt_dst, there, EXA_WRITE, 16), TN_AXI_OKAY);
    pkt_await(n + 1, 60);
    assert_int_equal(ni.got_n, n + 1);
    return ni.got[n % NI_KEEP].k;
}

static unsigned state_of(unsigned c)
{
    return ni_read(chan(c, P_STATUS)) & 15;
}

static void every_place_and_length_is_packed_into_its_lanes(void **state)
{
    unsigned number = 0;
    (void)state;
    for (unsigned at = 0; at < 16; at++)
        for (unsigned n = 1; n <= 64; n += at == 0 || at == 15 ? 1 : 9) {
            struct exa_packet want = pkt_want(1, number % 512, PDID + 1, EXA_WRITE, 0x12345600 + at, msg, n);
            unsigned got = ni.got_n;
            assert_int_equal(pkt_send(1, pkt_dst, 0x12345600 + at, EXA_WRITE, n), TN_AXI_OKAY);
            pkt_await(got + 1, 60);
            assert_int_equal(ni.got_n, got + 1);
            pkt_same(&ni.got[got % NI_KEEP].k, &want);
            pkt_reply(&want, 0);
            number++;
        }
}

static void what_cannot_be_sent_is_refused(void **state)
{
    uint64_t rt = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0);
    const struct {
        uint64_t addr;
        unsigned c, type, len;
    } rows[] = {
        {there, 1, EXA_WRITE, 16},         /* not bound */
        {there, 0, EXA_WRITE, 0},
        {there, 0, EXA_WRITE, 65},
        {there, 0, EXA_WRITE, 127},
        {there, 0, 4, 16},
        {there, 0, EXA_DMA_CTL, 16},
        {there, 0, EXA_ACK, 16},
        {there, 0, 31, 16},
        {there + 0xf1, 0, EXA_WRITE, 16},  /* across 256 bytes */
        {there + 0xc1, 0, EXA_WRITE, 64},
        {rt, 0, EXA_READ_REQ, 31},
        {rt + 8, 0, EXA_READ_REQ, 32},
        {there, 0, EXA_READ_REQ, 32},      /* not the RT mailbox */
        {0x100000000, 0, EXA_READ_REQ, 32}, /* no peripheral at all */
    };
    (void)state;
    ni_write(NI_KERNEL + 4, 0);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(pkt_send(rows[i].c, pkt_dst, rows[i].addr, rows[i].type, rows[i].len), TN_AXI_OKAY);
        assert_int_equal(ni_read(chan(rows[i].c, P_STATUS)) & 0xffff, pkt_status(S_REFUSED, 0, 0, 0));
        assert_int_equal(ni_read(P_REFUSED), i + 1);
    }
    tn_sim_step(50);
    assert_int_equal(ni.got_n, 0);
    struct exa_packet k = one(0); /* no number was used */
    assert_int_equal(k.tid, 0x2000);
    assert_int_equal(k.seq, 0);
    pkt_reply(&k, 0);
    assert_int_equal(pkt_send(0, pkt_dst, there, EXA_WRITE, 0), TN_AXI_OKAY);
    assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_REFUSED, 0, 0, 0));
    k = one(0);
    assert_int_equal(k.tid, 0x2000);
    assert_int_equal(k.seq, 1);
    pkt_reply(&k, 0);
    assert_int_equal(pkt_send(0, pkt_dst, there + 0xf0, EXA_WRITE, 16), TN_AXI_OKAY); /* to the 256 */
    tn_sim_step(30);
    assert_int_equal(ni.got_n, 3);
}

static void read_request_goes_to_the_rt_mailbox(void **state)
{
    uint64_t rt = exa_peripheral_addr(EXA_P_RT_MAILBOX, 0x1230);
    struct exa_packet want = pkt_want(1, 0, PDID + 1, EXA_READ_REQ, rt, msg, 32);
    (void)state;
    assert_int_equal(pkt_send(1, pkt_dst, rt, EXA_READ_REQ, 32), TN_AXI_OKAY);
    pkt_await(1, 60);
    pkt_same(&ni.got[0].k, &want);
}

static void busy_channel_keeps_its_message_and_its_owner(void **state)
{
    struct exa_packet k = one(0);
    uint64_t v;
    (void)state;
    assert_int_equal(tn_axi_write64(ni.cpu, chan(0, 8), 0), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_write32(ni.cpu, chan(0, P_DST), 0), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_write32(ni.cpu, chan(0, P_CTRL), 0x110), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_write32(ni.cpu, NI_KERNEL, 0), TN_AXI_SLVERR);
    assert_int_equal(tn_axi_read64(ni.cpu, chan(0, 8), &v), TN_AXI_OKAY);
    assert_memory_equal(&v, msg + 8, 8);
    assert_int_equal(ni_read(chan(0, P_BOUND)), 0x80000000u | PDID);
    assert_int_equal(ni_read(chan(0, P_CTRL)), 0x10);
    pkt_fill(1, msg, 64); /* others are free */
    pkt_reply(&k, 0);
    pkt_fill(0, msg + 1, 16);
}

static void answers_do_what_their_code_says(void **state)
{
    (void)state;
    for (unsigned code = 1; code < 16; code++) {
        unsigned got;
        struct exa_packet k = one(0);
        got = ni.got_n;
        pkt_reply(&k, code);
        if (code == 3) {
            pkt_await(got + 1, 60);
            assert_int_equal(ni.got_n, got + 1);
            pkt_same(&ni.got[got].k, &k);
            assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_BUSY, 3, 1, code - 1));
        } else if (code == 1 || code == 2 || code == 6) {
            assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_BUSY, code, 0, code - 1));
            assert_int_equal(ni.got_n, got);
        } else {
            assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_NACKED, code, 0, code - 1));
        }
        if (state_of(0) == S_BUSY) {
            pkt_reply(&k, 0);
            assert_int_equal(state_of(0), S_ACKED);
        }
    }
    assert_int_equal(ni_read(P_NACKED), 11);
    assert_int_equal(ni_read(P_ACKED), 4);
}

static void timeouts_send_again_and_end(void **state)
{
    unsigned slack = (unsigned)tn_sim_param("CHAN_N") + 4;
    struct exa_packet k;
    (void)state;
    ni_write(P_RETRY_MAX, 3);
    k = one(1);
    pkt_await(4, 4 * (CYC + 200));
    assert_int_equal(ni.got_n, 4);
    for (unsigned i = 1; i < 4; i++) {
        uint64_t gap = ni.got[i].first - ni.got[i - 1].last;
        pkt_same(&ni.got[i].k, &k);
        assert_true(gap >= CYC);
        assert_true(gap <= CYC + slack + 6);
    }
    assert_int_equal(ni_read(chan(1, P_STATUS)), pkt_status(S_BUSY, 0, 3, 0));
    tn_sim_step(CYC + slack + 10);
    assert_int_equal(ni_read(chan(1, P_STATUS)), pkt_status(S_TIMEOUT, 0, 3, 0));
    assert_int_equal(ni.got_n, 4);
    assert_int_equal(ni_read(P_SENT), 4);
    assert_int_equal(ni_read(P_RETRIES), 3);
    assert_int_equal(ni_read(P_TIMEOUTS), 1);
}

static void refused_until_the_last_ends_as_refused(void **state)
{
    struct exa_packet k;
    (void)state;
    ni_write(P_RETRY_MAX, 1);
    k = one(0);
    pkt_reply(&k, 6);
    pkt_await(2, CYC + 200);
    assert_int_equal(ni.got_n, 2);
    pkt_reply(&k, 1);
    tn_sim_step(CYC + 100);
    assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_NACKED, 1, 1, 0));
    k = one(0); /* a refusal of the sending before the last: TIMEOUT, with its code */
    pkt_reply(&k, 6);
    tn_sim_step(2 * CYC + 200);
    assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_TIMEOUT, 6, 1, 1));
    ni_write(P_RETRY_MAX, 0); /* never again: code 3 ends it */
    k = one(0);
    pkt_reply(&k, 3);
    assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_NACKED, 3, 0, 2));
    assert_int_equal(ni_read(P_NACKED), 2);
    assert_int_equal(ni_read(P_TIMEOUTS), 1);
}

static void answers_that_do_not_match_are_dropped(void **state)
{
    struct exa_packet k = one(0), a;
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        a = pkt_answer(&k, 0);
        if (i == 0)
            a.seq ^= 1; /* another number */
        else if (i == 1)
            a.tid ^= 1; /* another channel, which is idle */
        else if (i == 2)
            a.pdid ^= 0x8000; /* of another domain */
        else if (i == 3)
            a.tid |= 63; /* the last channel */
        else if (i == 4)
            a.tid |= 0x1000; /* of no channel */
        else
            a.seq ^= 0x1000; /* the number's top bit, which stands apart */
        exa_seal(&a);
        ni_send(&a);
        ni_settle();
        assert_int_equal(ni_count(NI_DUP), i + 1);
        assert_int_equal(state_of(0), S_BUSY);
    }
    pkt_reply(&k, 0);
    pkt_reply(&k, 0); /* the second one */
    assert_int_equal(ni_count(NI_DUP), 7);
    assert_int_equal(ni_count(NI_TAKEN), 1);
}

static void nothing_is_ever_answered(void **state)
{
    struct exa_packet k = one(0), a;
    static const struct {
        uint8_t type;
        uint16_t tid;
    } rows[] = {{EXA_WRITE, 0x2000}, {EXA_WRITE, 0}, {EXA_ACK, 0}, {EXA_NOTIFY, 0}, {EXA_READ_REQ, 0x2000}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        a = pkt_answer(&k, 0);
        a.type = rows[i].type;
        a.tid = rows[i].tid;
        assert_int_equal(shape_of_type(&a, a.addr, msg, 16), 0);
        exa_seal(&a);
        ni_send(&a);
    }
    ni_settle();
    assert_int_equal(ni_count(NI_UNEXP), 5);
    a = pkt_answer(&k, 0); /* an acknowledgment with size */
    a.size = 16;
    exa_seal(&a);
    ni_send(&a);
    a = pkt_answer(&k, 0);
    a.hdr_crc ^= 1;
    ni_send(&a);
    ni_settle();
    assert_int_equal(ni_count(NI_MALF), 1);
    assert_int_equal(ni_count(NI_HCRC), 1);
    a = k; /* a message, its CRCs wrong */
    a.ftr_crc ^= 1;
    ni_send(&a);
    ni_settle();
    assert_int_equal(ni_count(NI_FCRC), 1);
    assert_int_equal(ni.got_n, 1);
    assert_int_equal(state_of(0), S_BUSY);
}

/* One message of channel c, which has that number and is acknowledged. */
static void numbered(unsigned c, unsigned number)
{
    struct exa_packet k = one(c), a;
    assert_int_equal(k.tid, 0x2000 | c);
    assert_int_equal(k.seq, number);
    a = pkt_answer(&k, 0);
    ni_send(&a);
    for (unsigned n = 0; n < 40 && state_of(c) == S_BUSY; n++)
        tn_sim_step(2);
    assert_int_equal(state_of(c), S_ACKED);
}

static void numbers_go_on_over_bindings_modulo_16384(void **state)
{
    const unsigned c = tn_sim_param("CHAN_N") > 3 ? 3 : 1;
    const unsigned after[] = {129, 520, 4100, 8197}, before[] = {506, 4090, 8187, 16379};
    unsigned leg = 0;
    (void)state;
    for (unsigned i = 0; i < 16386; i++) {
        numbered(c, i % 16384);
        if (i % 100 == 50 || i == 8191 || i == 16383)
            pkt_bind(c, PDID + c);
        if (leg < 4 && i == after[leg] && pkt_jumped(c, i, before[leg]))
            i = before[leg];
        leg += leg < 4 && i >= after[leg];
    }
}

static void binding_wipes_the_channel(void **state)
{
    struct exa_packet k = one(0);
    uint8_t all[84], zero[76] = {0};
    uint32_t status;
    (void)state;
    pkt_reply(&k, 5);
    pkt_bind(0, 0x1111);
    assert_int_equal(tn_axi_read(ni.cpu, chan(0, 0), all, sizeof all), TN_AXI_OKAY);
    assert_memory_equal(all, zero, sizeof zero);
    memcpy(&status, all + 0x50, 4);
    assert_int_equal(status & 0xffff, pkt_status(S_IDLE, 0, 0, 0));
}

static void channels_take_turns(void **state)
{
    static const unsigned four[2][4] = {{3, 0, 2, 1}, {3, 0, 1, 2}}, two[2][4] = {{1, 0}, {1, 0}};
    const bool few = tn_sim_param("CHAN_N") < 4;
    const unsigned *asked = few ? two[0] : four[0], *order = few ? two[1] : four[1], n = few ? 2 : 4;
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(pkt_send(asked[i], pkt_dst, there, EXA_WRITE, 16), TN_AXI_OKAY);
        tn_sim_step(10);
    }
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    pkt_await(n, 100);
    assert_int_equal(ni.got_n, n);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(ni.got[i].k.tid & 63, order[i]);
        assert_int_equal(ni.got[i].last - ni.got[i].first, 2); /* no idle cycles in it */
        if (i > 0)
            assert_true(ni.got[i].first - ni.got[i - 1].last <= 3); /* two between */
    }
}

/* An answer while the message has not wholly left for the first time is none. */
static void answer_to_what_is_not_yet_sent_does_not_match(void **state)
{
    struct exa_packet k = pkt_want(0, 0, PDID, EXA_WRITE, there, msg, 16);
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(2);
    assert_int_equal(pkt_send(0, pkt_dst, there, EXA_WRITE, 16), TN_AXI_OKAY);
    tn_sim_step(10);
    pkt_reply(&k, 0);
    assert_int_equal(ni_count(NI_DUP), 1);
    assert_int_equal(state_of(0), S_BUSY);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    pkt_await(1, 50);
    pkt_reply(&k, 0);
    assert_int_equal(state_of(0), S_ACKED);
}

/* The second sending stands on the output: the end comes, and the channel is free with its
 * last word. */
static void end_during_a_sending_waits_for_its_last_word(void **state)
{
    struct exa_packet k = one(0);
    (void)state;
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    tn_sim_step(CYC + 100);
    pkt_reply(&k, 0);
    assert_int_equal(ni_count(NI_TAKEN), 1);
    assert_int_equal(state_of(0), S_BUSY);
    assert_int_equal(tn_axi_write32(ni.cpu, chan(0, P_CTRL), 0x110), TN_AXI_SLVERR);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    pkt_await(2, 50);
    tn_sim_step(5);
    assert_int_equal(ni.got_n, 2);
    pkt_same(&ni.got[1].k, &k);
    assert_int_equal(ni_read(chan(0, P_STATUS)), pkt_status(S_ACKED, 0, 1, 0));
    assert_int_equal(ni_read(P_RETRIES), 1);
}

/* EXN-LAT-1: an answer whose footer is accepted in t ends BUSY for accesses from t+3 on.
 * (Difference found by random traffic: the model let a write of t+2 through.) */
static void channel_is_free_from_the_third_cycle_after_its_answer_on(void **state)
{
    unsigned early = 0, late = 0;
    (void)state;
    for (unsigned delay = 0; delay < 12; delay++) {
        struct exa_packet k = one(0), a = pkt_answer(&k, 0);
        struct tn_axi_txn *t = tn_axi_new(1);
        unsigned n = ni.sent_n;
        t->write = true;
        t->addr = chan(0, 0);
        t->size = 2;
        t->not_before = tn_sim_cycle() + delay;
        tn_axi_fill(t, msg, 4);
        assert_int_equal(tn_axi_issue(ni.cpu, t), 0);
        ni_send(&a);
        assert_true(tn_axi_wait(ni.cpu, t) >= 0);
        ni_settle();
        assert_int_equal(state_of(0), S_ACKED);
        assert_int_equal(t->resp, t->beat[0].cycle >= ni.sent[n].last + 3 ? TN_AXI_OKAY : TN_AXI_SLVERR);
        *(t->resp == TN_AXI_OKAY ? &late : &early) += 1;
        tn_axi_free(t);
    }
    assert_true(early > 2 && late > 2);
}

/* Every channel of the block, the last one as the first: its own message, owner, destination, answer
 * and timeout, while all others are under way. */
static struct exa_packet own_message(unsigned c)
{
    struct exa_packet k = {.pdid = (uint16_t)(0x4000 + 257 * c), .dst = pkt_dst, .type = EXA_WRITE,
                           .tid = exa_message_tid(c), .src = ni_own};
    uint8_t bytes[64];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(c ^ 5 * i);
    k.dst = exa_node_of(0x3f0fc0 ^ (c | c << 12));
    ni_make(&k, 0x345000 + 0x100 * c, bytes, 64 - c);
    pkt_bind(c, k.pdid);
    pkt_fill(c, bytes, sizeof bytes);
    return k;
}

static void every_channel_is_one_of_its_own(void **state)
{
    static struct exa_packet want[64];
    unsigned n = (unsigned)tn_sim_param("CHAN_N");
    (void)state;
    ni_write(P_TIMEOUT, 1500);
    ni_write(P_RETRY_MAX, 1);
    for (unsigned c = 0; c < n; c++)
        want[c] = own_message(c);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_FOREVER}), 0);
    for (unsigned c = 0; c < n; c++)
        assert_int_equal(pkt_send(c, want[c].dst, want[c].addr, EXA_WRITE, 64 - c), TN_AXI_OKAY);
    assert_int_equal(tn_sink_stall(ni.out, &(struct tn_stall){.kind = TN_STALL_NONE}), 0);
    pkt_await(2 * n, 4000); /* nobody answers: each once more */
    assert_int_equal(ni.got_n, 2 * n);
    for (unsigned i = 0; i < 2 * n; i++) {
        unsigned c = ni.got[i].k.tid & 63;
        assert_true(i >= n ? c < n : c == i); /* in turns */
        pkt_same(&ni.got[i].k, &want[c]);
        if (i >= n)
            assert_true(ni.got[i].first - ni.got[c].last >= 1500);
    }
    for (unsigned c = n; c-- > 0;) {
        struct exa_packet a = pkt_answer(&want[c], c % 3 == 0 ? 0 : 8 + c % 8);
        if (c % 3 != 1) /* the others have their timeout */
            ni_send(&a);
    }
    ni_settle();
    for (unsigned c = 0; c < n; c++)
        assert_int_equal(ni_read(chan(c, P_STATUS)), c % 3 == 0   ? pkt_status(S_ACKED, 0, 1, 0)
                                                     : c % 3 == 1 ? pkt_status(S_BUSY, 0, 1, 0)
                                                                  : pkt_status(S_NACKED, 8 + c % 8, 1, 0));
    tn_sim_step(1500 + n + 4);
    for (unsigned c = 0; c < n; c++)
        assert_int_equal(state_of(c), c % 3 == 0 ? S_ACKED : c % 3 == 1 ? S_TIMEOUT : S_NACKED);
    assert_int_equal(ni_read(P_SENT), 2 * n);
    assert_int_equal(ni.got_n, 2 * n);
}

#define T(name) cmocka_unit_test_setup_teardown(name, bound, ni_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_place_and_length_is_packed_into_its_lanes),
        T(what_cannot_be_sent_is_refused),
        T(read_request_goes_to_the_rt_mailbox),
        T(busy_channel_keeps_its_message_and_its_owner),
        T(answers_do_what_their_code_says),
        T(timeouts_send_again_and_end),
        T(refused_until_the_last_ends_as_refused),
        T(answers_that_do_not_match_are_dropped),
        T(nothing_is_ever_answered),
        T(numbers_go_on_over_bindings_modulo_16384),
        T(binding_wipes_the_channel),
        T(channels_take_turns),
        T(answer_to_what_is_not_yet_sent_does_not_match),
        T(end_during_a_sending_waits_for_its_last_word),
        T(channel_is_free_from_the_third_cycle_after_its_answer_on),
        T(every_channel_is_one_of_its_own),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
