/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Routes and what is not forwarded, a scenario a rule; expected values worked by hand from
 * checkers/exanet/spec/exa_crossbar.md sections 2, 3 and 5. A failure names its rule first.
 */
#include "xbar.h"

static struct xbar_seen seen;
static unsigned ports, links, gateways, dram,
    local; /* local: an input that is no link, no gateway */
static const struct exa_node here = {.x = 5, .y = 10, .z = 9, .fpga = 1, .tor = 0x81};

static void begin(struct exa_node own)
{
    xbar_reset(own);
    xbar_judge(&seen);
    for (unsigned p = 0; p < ports; p++)
        xbar_unjudged(p);
}

static int start(void **state)
{
    (void)state;
    ports = (unsigned)tn_sim_param("PORT_N");
    links = (unsigned)tn_sim_param("LINK_BASE");
    gateways = (unsigned)tn_sim_param("GW_BASE");
    dram = (unsigned)tn_sim_param("DRAM_PORT");
    local = (unsigned)xbar_local();
    begin(here);
    return 0;
}

static void send(unsigned port, const uint8_t *p, size_t len)
{
    assert_int_equal(tn_exa_source_send(xbar_source(port), p, len, 0), 0);
}

/* A sealed header of any contents, alone. */
static void send_header(unsigned port, struct exa_packet k)
{
    uint8_t p[EXA_KEEP_MAX];
    k.has_footer = 0;
    k.word_n = 0;
    k.hdr_crc = exa_want_hdr_crc(&k);
    assert_int_equal(exa_encode(&k, p, sizeof p), EXA_WORD);
    send(port, p, EXA_WORD);
}

/* Where a header-only packet from that input comes out: the output, or -1 dropped. */
static int goes(unsigned in, struct exa_node own, struct exa_node dst, uint64_t addr)
{
    int out = -1;
    if (exa_node_bits(own) != tn_reg_read(0x008))
        begin(own);
    xbar_forget(&seen);
    send_header(in, (struct exa_packet){.dst = dst, .addr = addr, .type = EXA_RELEASE});
    tn_sim_step(10);
    for (unsigned p = 0; p < ports; p++)
        if (seen.out[p].n) {
            assert_int_equal(out, -1);
            out = (int)p;
        }
    assert_int_equal(seen.drops, out < 0);
    return out;
}

static uint64_t peripheral(unsigned index)
{
    return (uint64_t)7 << 39 | (uint64_t)index << 32 | 0x1230;
}

static void far_packets_leave_by_fpga_0(void **state)
{
    static const struct exa_node far[] = {
        {6, 10, 9, 1, 0x81}, {5, 2, 9, 1, 0x81}, {5, 10, 1, 1, 0x81}, {6, 2, 1, 3, 0x81},
        {5, 10, 9, 1, 0x80}, {5, 10, 9, 1, 1},   {5, 10, 9, 3, 0}};
    (void)state;
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
        RULE("EXX-RTE-1", goes(local, here, far[k], 0x40) == (int)links);
        RULE("EXX-RTE-1", goes(local, here, far[k], peripheral(127)) == (int)links);
        RULE("EXX-RTE-1", goes(links + 3, here, far[k], 0) == (int)links);
    }
}

static void on_fpga_0_far_packets_leave_by_their_gateway(void **state)
{
    const struct exa_node zero = {5, 10, 9, 0, 0x81}, far = {5, 11, 9, 2, 0x81};
    (void)state;
    RULE("EXX-RTE-2", goes(local, zero, far, 0x40) == (int)gateways);
    for (unsigned k = 0; k < 4; k++)
        RULE("EXX-RTE-2", goes(links + k, zero, far, peripheral(2)) == (int)(gateways + k));
}

static void other_fpgas_are_reached_by_their_link(void **state)
{
    (void)state;
    for (unsigned own = 0; own < 4; own++)
        for (unsigned f = 0; f < 4; f++) {
            const struct exa_node me = {5, 10, 9, (uint8_t)own, 0x81},
                                  you = {5, 10, 9, (uint8_t)f, 0x81};
            if (f != own)
                RULE("EXX-RTE-3", goes(local, me, you, peripheral(1)) == (int)(links + f));
        }
}

static void what_is_no_peripheral_goes_to_dram(void **state)
{
    (void)state;
    for (uint64_t top = 0; top < 7; top++)
        RULE("EXX-RTE-4", goes(local, here, here, top << 39 | 0x7fffffffff) == (int)dram);
    RULE("EXX-RTE-4", goes(gateways + 1, here, here, 0) == (int)dram);
}

static void peripherals_are_found_by_their_range(void **state)
{
    unsigned on = (unsigned)tn_sim_param("RANGE_EN"), step = (unsigned)tn_sim_param("RANGE_STEP");
    unsigned span = (unsigned)tn_sim_param("RANGE_SPAN");
    (void)state;
    for (unsigned index = 0; index < 127; index++) {
        int want = -1;
        for (int p = (int)ports - 1; p >= 0; p--)
            if (on >> p & 1 && index >= step * (unsigned)p && index <= step * (unsigned)p + span)
                want = p;
        if (want >= 0 && (unsigned)want == links + here.fpga)
            continue; /* the dead port's own range: nobody is there */
        int got = goes(local, here, here, peripheral(index));
        if (want >= 0)
            RULE("EXX-RTE-5", got == want);
        else
            RULE("EXX-RTE-6", got < 0 && seen.last_cause == 3 && seen.last_port == local);
    }
}

static void the_dead_port_sends_what_comes_back_as_loop(void **state)
{
    const struct exa_node me = {5, 10, 9, 2, 0x81};
    unsigned dead = links + 2;
    (void)state;
    RULE("EXX-DEAD-1", goes(local, me, me, peripheral(127)) == (int)dead);
    RULE("EXX-DEAD-1", seen.out[dead].n == 1);
    send(dead, seen.out[dead].packet[0].bytes, EXA_WORD); /* the integrator's wire */
    tn_sim_step(10);
    RULE("EXX-DEAD-1", seen.out[dead].n == 1 && seen.drops == 1 && seen.last_cause == 4 &&
                           seen.last_port == dead);
    RULE("EXX-CNT-1", tn_reg_read(0x500 + 4 * dead) == 1);
}

static void nothing_goes_back_where_it_came_from(void **state)
{
    const struct exa_node zero = {5, 10, 9, 0, 0x81}, far = {4, 10, 9, 2, 0x81};
    (void)state;
    for (unsigned f = 2; f < 4; f++) {
        const struct exa_node you = {5, 10, 9, (uint8_t)f, 0x81};
        RULE("EXX-LOOP-1", goes(links + f, here, you, 0) < 0 && seen.last_cause == 4);
    }
    RULE("EXX-LOOP-1",
         goes(links, here, far, 0) < 0 && seen.last_cause == 4); /* to FPGA 0 by itself */
    for (unsigned k = 0; k < 4; k++)
        RULE("EXX-LOOP-1", goes(gateways + k, zero, far, 0) < 0 && seen.last_cause == 4 &&
                               seen.last_port == gateways + k);
    RULE("EXX-LOOP-1",
         goes(gateways, zero, (struct exa_node){5, 10, 9, 3, 0x81}, 0) == (int)(links + 3));
}

static void every_bit_of_a_header_is_covered(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    (void)state;
    for (unsigned bit = 0; bit < 128; bit++) {
        xbar_packet(p, here, 0x40, 0, 9);
        p[bit / 8] ^= (uint8_t)(1u << bit % 8);
        send(local, p, EXA_WORD);
    }
    tn_sim_step(150);
    RULE("EXX-CRC-1", seen.drops == 128 && seen.last_cause == 1);
    RULE("EXX-CNT-1", tn_reg_read(0x440 + 4 * local) == 128);
}

static void a_dropped_packet_ends_with_its_footer(void **state)
{
    /* by its cause: header CRC, malformed, no route, loop */
    (void)state;
    for (unsigned how = 1; how <= 4; how++) {
        unsigned in = how == 4 ? links + 2 : local;
        struct exa_node dst = here;
        struct exa_packet k;
        uint8_t p[EXA_KEEP_MAX], good[EXA_KEEP_MAX];
        size_t len = xbar_packet(p, here, 0, 80, (uint16_t)how),
               good_len = xbar_packet(good, here, 8, 8, 77);
        exa_decode(p, len, len, &k);
        dst.fpga = 2;
        if (how == 2)
            k.type = 31;
        if (how == 3)
            k.addr = peripheral(126);
        if (how == 4)
            k.dst = dst;
        exa_seal(&k);
        if (how == 1)
            k.hdr_crc ^= 0x8000;
        assert_int_equal(exa_encode(&k, p, sizeof p), len);
        if (how == 3 &&
            tn_sim_param("RANGE_STEP") * (ports - 1) + tn_sim_param("RANGE_SPAN") >= 126)
            continue;
        xbar_forget(&seen);
        send(in, p, len); /* whole */
        send(in, good, good_len);
        send(in, p, len - EXA_WORD); /* a header ends it, too */
        send(in, good, good_len);
        send(in, p, EXA_WORD);
        send(in, good, good_len);
        tn_sim_step(60);
        RULE("EXX-CRC-2", seen.drops == 3 && seen.last_cause == how && seen.last_port == in);
        RULE("EXX-CRC-2", seen.out[dram].n == 3);
        for (unsigned n = 0; n < 3; n++)
            RULE("EXX-CRC-2", memcmp(seen.out[dram].packet[n].bytes, good, good_len) == 0);
        RULE("EXX-CNT-1", tn_reg_read(0x400 + 0x40 * how + 4 * in) == 3);
    }
}

static void malformed_headers_are_dropped(void **state)
{
    unsigned sent = 0;
    (void)state;
#define BAD(t, l, a)                                                                               \
    send_header(local, (struct exa_packet){.dst = here, .type = (t), .size = (l), .addr = (a)}),   \
        sent++
    for (unsigned type = 0; type < 32; type++)
        if (exa_type_index(type) == EXA_TYPE_N) {
            BAD((uint8_t)type, 0, 0);
            tn_sim_step(20); /* the next header would end a packet that was taken for a known one */
            RULE("EXX-MAL-1", seen.drops == sent && seen.last_cause == 2);
        }
    for (unsigned bit = 0; bit < 14; bit++) { /* types of a header alone */
        BAD(EXA_ACK, (uint16_t)(1u << bit), 0);
        BAD(EXA_RELEASE, (uint16_t)(1u << bit), 0);
        BAD(EXA_FLOW_RATE, (uint16_t)(1u << bit), 0);
    }
    for (unsigned size = 0; size <= 64; size++) { /* types of one size */
        if (size != 32)
            BAD(EXA_READ_REQ, (uint16_t)size, 0);
        if (size != 32)
            BAD(EXA_DMA_CTL, (uint16_t)size, 0);
        if (size != 16)
            BAD(EXA_NOTIFY, (uint16_t)size, 0);
    }
    for (unsigned bit = 7; bit < 14; bit++) {
        BAD(EXA_READ_REQ, (uint16_t)(32 | 1u << bit), 0);
        BAD(EXA_DMA_CTL, (uint16_t)(32 | 1u << bit), 0);
        BAD(EXA_NOTIFY, (uint16_t)(16 | 1u << bit), 0);
    }
    static const uint8_t others[] = {EXA_WRITE, EXA_ZWRITE, EXA_ZREAD_RSP, EXA_ZREAD_REQ};
    for (unsigned i = 0; i < 4; i++) {
        if (others[i] != EXA_ZREAD_REQ)
            BAD(others[i], 0, 0);
        BAD(others[i], 257, 0);
        BAD(others[i], 512, 0);
        BAD(others[i], 16383, 0);
        BAD(others[i], 256, 1);  /* 17 words */
        BAD(others[i], 242, 15); /* 17 words: 15 + 242 is 257 */
    }
#undef BAD
    tn_sim_step(sent + 20);
    RULE("EXX-MAL-1", seen.drops == sent && seen.last_cause == 2);
    for (unsigned p = 0; p < ports; p++)
        RULE("EXX-MAL-1", seen.out[p].n == 0);
    RULE("EXX-CNT-1", tn_reg_read(0x480 + 4 * local) == sent);
    /* at the edge: forwarded */
    send_header(local,
                (struct exa_packet){.dst = here, .type = EXA_WRITE, .size = 241, .addr = 15});
    tn_sim_step(20);
    RULE("EXX-MAL-1", seen.drops == sent);
    RULE("EXX-MAL-1", tn_reg_read(0x480 + 4 * local) == sent);
}

/* Words [from, to) of a packet, by their kinds. */
static void send_part(unsigned port, const uint8_t *p, size_t len, unsigned from, unsigned to)
{
    struct exa_packet k;
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    exa_decode(p, len, len, &k);
    assert_int_equal(tn_exa_words_of(&k, w), (int)(len / EXA_WORD));
    assert_int_equal(tn_exa_source_words(xbar_source(port), w + from, to - from, 0), 0);
}

static void broken_packets_end_with_a_footer_of_zeros(void **state)
{
    static const uint8_t zeros[EXA_WORD];
    uint8_t p[EXA_KEEP_MAX], good[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 64, 5),
           good_len = xbar_packet(good, here, 0, 0, 6); /* 6 words, 2 */
    static const struct {
        unsigned to; /* payload words given */
        bool footer;
        unsigned more; /* payload words behind */
        unsigned out;  /* words that come out */
    } cases[] = {
        {0, false, 0, 2}, {3, false, 0, 5}, {4, false, 0, 6}, /* a header comes */
        {0, true, 0, 2},  {3, true, 0, 5},                    /* the footer too early */
        {4, true, 1, 6},  {4, true, 30, 6},                   /* payload words too many */
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct xbar_out *o = &seen.out[dram];
        xbar_forget(&seen);
        send_part(local, p, len, 0, 1 + cases[c].to);
        for (unsigned m = 0; m < cases[c].more; m++)
            send_part(local, p, len, 1, 2);
        if (cases[c].footer)
            send_part(local, p, len, 5, 6);
        send(local, good, good_len);
        tn_sim_step(80);
        RULE("EXX-BRK-1", o->n == 2 && seen.drops == 1 && seen.last_cause == 5);
        RULE("EXX-BRK-1", o->packet[0].len == cases[c].out * EXA_WORD);
        RULE("EXX-BRK-1", memcmp(o->packet[0].bytes, p, (cases[c].out - 1) * EXA_WORD) == 0);
        RULE("EXX-BRK-1",
             memcmp(o->packet[0].bytes + (cases[c].out - 1) * EXA_WORD, zeros, EXA_WORD) == 0);
        RULE("EXX-BRK-1",
             o->packet[1].len == good_len && memcmp(o->packet[1].bytes, good, good_len) == 0);
        RULE("EXX-CNT-1", tn_reg_read(0x540 + 4 * local) == c + 1);
        RULE("EXX-CNT-1", tn_reg_read(0x400 + 4 * local) == c + 1); /* the good ones */
        RULE("EXX-CNT-1", tn_reg_read(0x5c0 + 4 * dram) == 2 * (c + 1));
        RULE("EXX-CHN-3", seen.broken == 0);
    }
}

static void words_of_no_packet_are_strays(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 64, 5);
    (void)state;
    send_part(local, p, len, 1, 6); /* four payload words and a footer */
    send(local, p, len);
    send_part(local, p, len, 5, 6);
    tn_sim_step(40);
    RULE("EXX-STR-1", seen.drops == 6 && seen.last_cause == 6 && seen.out[dram].n == 1);
    RULE("EXX-CNT-1", tn_reg_read(0x580 + 4 * local) == 6);
}

static void footers_and_payload_crcs_are_not_looked_at(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 64, 5);
    (void)state;
    p[20] ^= 1;
    p[len - 1] ^= 0xff;
    send(local, p, len);
    tn_sim_step(20);
    RULE("EXX-ORD-2", seen.out[dram].n == 1 && memcmp(seen.out[dram].packet[0].bytes, p, len) == 0);
    RULE("EXX-CRC-2", seen.drops == 0);
}

static void reset_clears_the_counters(void **state)
{
    uint8_t p[EXA_KEEP_MAX];
    size_t len = xbar_packet(p, here, 0, 64, 5);
    (void)state;
    send(local, p, len);
    send_part(local, p, len, 0, 3); /* left open */
    tn_sim_step(20);
    RULE("EXX-CNT-1", tn_reg_read(0x400 + 4 * local) == 1);
    begin(here);
    for (uint32_t a = 0x400; a < 0x600; a += 4)
        RULE("EXX-CNT-1", tn_reg_read(a) == 0);
    send(local, p, len);
    tn_sim_step(20);
    RULE("EXX-ORD-2", seen.out[dram].n == 1 && seen.drops == 0);
    for (unsigned port = ports; port < 16; port++)
        RULE("EXX-CNT-1", tn_reg_read(0x400 + 4 * port) == 0);
}

int tn_sim_main(int argc, char **argv)
{
#define T(f) cmocka_unit_test_setup(f, start)
    const struct CMUnitTest tests[] = {
        T(far_packets_leave_by_fpga_0),
        T(on_fpga_0_far_packets_leave_by_their_gateway),
        T(other_fpgas_are_reached_by_their_link),
        T(what_is_no_peripheral_goes_to_dram),
        T(peripherals_are_found_by_their_range),
        T(the_dead_port_sends_what_comes_back_as_loop),
        T(nothing_goes_back_where_it_came_from),
        T(every_bit_of_a_header_is_covered),
        T(a_dropped_packet_ends_with_its_footer),
        T(malformed_headers_are_dropped),
        T(broken_packets_end_with_a_footer_of_zeros),
        T(words_of_no_packet_are_strays),
        T(footers_and_payload_crcs_are_not_looked_at),
        T(reset_clears_the_counters),
    };
    (void)argc;
    (void)argv;
    if (xbar_local() < 0)
        return 77;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
