/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The model of ExaNet's switch against checkers/exanet/spec/exa_crossbar.md, sentence by sentence.
 * This FPGA is 33.5.6.7.1, ports as by default: links 8 to 11, gateways 12 to 15, DRAM 0.
 */
#include "exa_xbar_fixture.h"

enum {
    OWN = 0x21 << 14 | 7 << 8 | 6 << 4 | 5,
    FPGA0 = OWN,
    FPGA1 = OWN | 1 << 12,
    FPGA2 = OWN | 2 << 12
};
static const struct exa_node here = {5, 6, 7, 1, 0x21};
static const struct exa_node there = {5, 6, 8, 1, 0x21};

static struct tn_exa_xbar *make(uint32_t own)
{
    struct tn_exa_xbar_params p;
    tn_exa_xbar_defaults(&p);
    struct tn_exa_xbar *m = tn_exa_xbar_new(&p, own);
    assert_non_null(m);
    return m;
}

static int setup(void **state)
{
    *state = make(FPGA1);
    return 0;
}

static int teardown(void **state)
{
    tn_exa_xbar_free(*state);
    return 0;
}

/* The packet at the head of {in, out} is s, whole; it is taken. */
static void leaves(struct tn_exa_xbar *m, unsigned in, unsigned out, const struct words *s)
{
    const struct tn_exa_xbar_packet *k = tn_exa_xbar_head(m, in, out);
    assert_non_null(k);
    assert_true(k->ended && !k->broken);
    assert_int_equal(k->word_n, s->n);
    for (unsigned i = 0; i < s->n; i++)
        assert_true(tn_exa_word_same(&k->word[i], &s->w[i]));
    tn_exa_xbar_take(m, in, out);
}

/* Header of (dst, addr) from input in: the output, or minus the cause. */
static int way(uint32_t own, unsigned in, struct exa_node dst, uint64_t addr)
{
    struct tn_exa_xbar *m = make(own);
    struct words s = header_only(dst, addr, 1);
    struct tn_exa_xbar_step step = give(m, in, &s.w[0]);
    tn_exa_xbar_free(m);
    return step.out >= 0 ? step.out : -(int)step.cause;
}

static void routes_go_by_the_first_line_that_applies(void **state)
{
    const uint64_t mailbox = exa_peripheral_addr(EXA_P_MAILBOX, 0x40);
    const struct exa_node far2 = {5, 6, 8, 2, 0x21}, here0 = {5, 6, 7, 0, 0x21},
                          here3 = {5, 6, 7, 3, 0x21}, far_tor = {5, 6, 7, 1, 0x20};
    (void)state;
    /* 1: another board, and not FPGA 0: to FPGA 0, whatever the fpga of dst */
    assert_int_equal(way(FPGA1, 3, there, mailbox), 8);
    assert_int_equal(way(FPGA1, 3, far2, 0), 8);
    assert_int_equal(way(FPGA1, 3, far_tor, 0), 8);
    /* 2: another board, FPGA 0: the gateway of the link it came from, else gateway 0 */
    assert_int_equal(way(FPGA0, 9, there, mailbox), 13);
    assert_int_equal(way(FPGA0, 10, there, 0), 14);
    assert_int_equal(way(FPGA0, 11, far2, 0), 15);
    assert_int_equal(way(FPGA0, 3, far2, 0), 12);
    /* 3: another FPGA of this board */
    assert_int_equal(way(FPGA1, 3, here0, mailbox), 8);
    assert_int_equal(way(FPGA1, 8, here3, 0), 11);
    /* 4 and 6: DRAM, peripherals */
    assert_int_equal(way(FPGA1, 8, here, 0), 0);
    assert_int_equal(way(FPGA1, 3, here, (uint64_t)6 << 39 | (uint64_t)3 << 32), 0);
    assert_int_equal(way(FPGA1, 10, here, mailbox), 3);
    assert_int_equal(way(FPGA1, 3, here, mailbox), 3);
    assert_int_equal(way(FPGA1, 3, here, exa_peripheral_addr(EXA_P_AXI, 0)), 5);
    /* 5: the dead port */
    assert_int_equal(way(FPGA1, 3, here, exa_peripheral_addr(EXA_P_DEAD, 0)), 9);
    assert_int_equal(
        way(FPGA2, 3, (struct exa_node){5, 6, 7, 2, 0x21}, exa_peripheral_addr(EXA_P_DEAD, 0)), 10);
    /* 7 */
    assert_int_equal(way(FPGA1, 3, here, (uint64_t)7 << 39 | (uint64_t)6 << 32),
                     -TN_EXA_XBAR_ROUTE);
}

static void no_packet_goes_back_where_it_came_from(void **state)
{
    const uint64_t dead = exa_peripheral_addr(EXA_P_DEAD, 0);
    (void)state;
    assert_int_equal(way(FPGA1, 8, there, 0), -TN_EXA_XBAR_LOOP);
    assert_int_equal(way(FPGA1, 9, here, dead), -TN_EXA_XBAR_LOOP);
    assert_int_equal(way(FPGA1, 10, here, dead), 9);
    assert_int_equal(way(FPGA0, 13, there, 0), -TN_EXA_XBAR_LOOP); /* would leave by 12 */
    assert_int_equal(way(FPGA0, 12, there, 0), -TN_EXA_XBAR_LOOP);
    assert_int_equal(way(FPGA0, 8, there, 0), 12);
    assert_int_equal(way(FPGA1, 3, here, exa_peripheral_addr(EXA_P_MAILBOX, 0)), 3); /* no link */
}

static void the_lowest_port_whose_range_matches_is_taken(void **state)
{
    struct tn_exa_xbar_params p;
    enum tn_exa_xbar_cause cause;
    struct exa_packet k = packet(here, (uint64_t)7 << 39 | (uint64_t)40 << 32, EXA_WRITE, 1, 0);
    (void)state;
    tn_exa_xbar_defaults(&p);
    p.range_en = 1 << 4 | 1 << 6 | 1 << 7;
    p.range_lo[4] = 41, p.range_hi[4] = 50;
    p.range_lo[6] = 40, p.range_hi[6] = 40;
    p.range_lo[7] = 30, p.range_hi[7] = 126;
    p.range_lo[5] = 0, p.range_hi[5] = 126; /* not enabled */
    assert_int_equal(tn_exa_xbar_route(&p, FPGA1, 1, &k, &cause), 6);
    k.addr += (uint64_t)1 << 32;
    assert_int_equal(tn_exa_xbar_route(&p, FPGA1, 1, &k, &cause), 4);
    k.addr += (uint64_t)20 << 32;
    assert_int_equal(tn_exa_xbar_route(&p, FPGA1, 1, &k, &cause), 7);
    p.range_en = 1 << 9;
    p.range_lo[9] = 0, p.range_hi[9] = 126;
    assert_int_equal(tn_exa_xbar_route(&p, FPGA1, 1, &k, &cause), 9);
    p.port_n = 8; /* ports that are not there have no range */
    assert_int_equal(tn_exa_xbar_route(&p, FPGA1, 1, &k, &cause), -1);
    assert_int_equal(cause, TN_EXA_XBAR_ROUTE);
}

static void other_places_of_links_and_gateways_route_the_same(void **state)
{
    struct tn_exa_xbar_params p;
    enum tn_exa_xbar_cause cause;
    struct exa_packet k = packet(there, 0, EXA_WRITE, 1, 0);
    (void)state;
    tn_exa_xbar_defaults(&p);
    p.link_base = 1;
    p.gw_base = 8;
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 0, &k, &cause), 8);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 1, &k, &cause), 8);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 4, &k, &cause), 11);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 5, &k, &cause), 8);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 7, &k, &cause), 8);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 8, &k, &cause), -1);
    assert_int_equal(cause, TN_EXA_XBAR_LOOP);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA0, 12, &k, &cause), 8);
    assert_int_equal(tn_exa_xbar_route(&p, FPGA2, 12, &k, &cause), 1);
}

static void words_and_packets_are_the_same(void **state)
{
    (void)state;
    for (unsigned len = 0; len <= 256; len++) {
        struct exa_packet k = packet(there, 0x1000, EXA_WRITE, len, 5), back;
        struct words s = words_of(&k);
        assert_int_equal(tn_exa_words_decode(s.w, s.n, &back), 0);
        assert_memory_equal(k.lanes, back.lanes, sizeof k.lanes);
        struct words again = words_of(&back);
        assert_int_equal(again.n, s.n);
        for (unsigned i = 0; i < s.n; i++)
            assert_true(tn_exa_word_same(&s.w[i], &again.w[i]));
    }
}

static void packets_of_each_form_leave_whole_and_in_order(void **state)
{
    struct tn_exa_xbar *m = *state;
    const uint64_t mailbox = exa_peripheral_addr(EXA_P_MAILBOX, 0);
    struct exa_packet a = packet(here, mailbox + 3, EXA_WRITE, 30, 1); /* 3+30: three words */
    struct exa_packet b = packet(here, mailbox, EXA_ZREAD_REQ, 0, 2);
    struct words pa = words_of(&a), pb = words_of(&b), pc = header_only(here, mailbox, 7);
    assert_int_equal(pa.n, 5);
    assert_int_equal(pb.n, 2);
    give_all(m, 4, &pa);
    give_all(m, 4, &pb);
    give_all(m, 4, &pc);
    give_all(m, 2, &pb);
    assert_int_equal(tn_exa_xbar_match(m, 3, pa.w, pa.n, true), 1 << 4);
    assert_int_equal(tn_exa_xbar_match(m, 3, pa.w, 2, false), 1 << 4);
    assert_int_equal(tn_exa_xbar_match(m, 3, pa.w, 2, true), 0);
    assert_int_equal(tn_exa_xbar_match(m, 3, pb.w, pb.n, true), 1 << 2);
    assert_int_equal(tn_exa_xbar_left(m), 4);
    leaves(m, 4, 3, &pa);
    leaves(m, 4, 3, &pb);
    leaves(m, 4, 3, &pc);
    leaves(m, 2, 3, &pb);
    assert_int_equal(tn_exa_xbar_left(m), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x400 + 16), 3);
    assert_int_equal(tn_exa_xbar_read(m, 0x400 + 8), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x5c0 + 12), 4);
}

/* What a header with these fields (CRC right) is dropped for. */
static enum tn_exa_xbar_cause fate_of(unsigned type, unsigned size, unsigned offset)
{
    struct tn_exa_xbar *m = make(FPGA1);
    struct exa_packet k = packet(here, exa_peripheral_addr(EXA_P_MAILBOX, 0), type, 1, 0);
    struct tn_exa_word w[TN_EXA_PACKET_WORDS];
    if (type != EXA_ACK)
        k.addr += offset;
    k.size = (uint16_t)size;
    exa_seal(&k);
    tn_exa_words_of(&k, w);
    struct tn_exa_xbar_step step = give(m, 1, w);
    tn_exa_xbar_free(m);
    return step.cause;
}

static void headers_that_make_no_sense_are_malformed(void **state)
{
    (void)state;
    /* the sizes that each type may have, as the table of exanet.md lists them; -1: any of 1 to 256
     */
    static const struct {
        uint8_t type;
        int size;
        bool none;
    } rows[] = {{0, -1, false}, {1, 32, false}, {2, 32, false},  {3, -1, true}, {6, 16, false},
                {9, -1, false}, {10, 0, true},  {11, -1, false}, {17, 0, true}, {18, 0, true}};
    for (unsigned type = 0; type < 32; type++)
        for (unsigned size = 0; size < 600; size++) {
            bool good = false;
            for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
                if (rows[i].type == type)
                    good = size == 0          ? rows[i].none
                           : rows[i].size < 0 ? size <= 256
                                              : size == (unsigned)rows[i].size;
            assert_int_equal(fate_of(type, size, 0),
                             good ? TN_EXA_XBAR_FORWARDED : TN_EXA_XBAR_MALF);
        }
    for (unsigned bit = 9; bit < 14; bit++)
        assert_int_equal(fate_of(0, 1u << bit | 1, 0), TN_EXA_XBAR_MALF);
    assert_int_equal(fate_of(0, 256, 1), TN_EXA_XBAR_MALF); /* 17 words */
    assert_int_equal(fate_of(0, 241, 15), TN_EXA_XBAR_FORWARDED);
    assert_int_equal(fate_of(3, 242, 15), TN_EXA_XBAR_MALF);
}

static void causes_are_looked_for_in_their_order(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct exa_packet k = packet(here, (uint64_t)7 << 39 | (uint64_t)99 << 32, 4, 1, 0);
    struct words s = words_of(&k);
    assert_int_equal(give(m, 8, &s.w[0]).cause, TN_EXA_XBAR_MALF); /* before ROUTE */
    s.w[0].data[0] ^= 1;
    assert_int_equal(give(m, 8, &s.w[0]).cause, TN_EXA_XBAR_HCRC); /* before both */
    k = packet(there, 0, 12, 1, 0);
    s = words_of(&k);
    assert_int_equal(give(m, 8, &s.w[0]).cause, TN_EXA_XBAR_MALF); /* before LOOP */
    assert_int_equal(tn_exa_xbar_drop(m, 8), TN_EXA_XBAR_MALF);
    assert_int_equal(tn_exa_xbar_drop(m, 8), TN_EXA_XBAR_HCRC);
    assert_int_equal(tn_exa_xbar_drop(m, 8), TN_EXA_XBAR_MALF);
    assert_int_equal(tn_exa_xbar_drop(m, 8), TN_EXA_XBAR_FORWARDED);
    assert_int_equal(tn_exa_xbar_read(m, 0x440 + 32), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x480 + 32), 2);
    assert_int_equal(tn_exa_xbar_read(m, 0x4c0 + 32), 0);
}

static void a_dropped_packet_ends_with_its_footer_or_the_next_header(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct words good = header_only(here, 0, 3), bad = header_only(here, 0, 4);
    struct tn_exa_word p = word(TN_EXA_PLD, 1), f = word(TN_EXA_FTR, 2);
    bad.w[0].data[5] ^= 0x10;
    give(m, 1, &bad.w[0]);
    for (unsigned i = 0; i < 40; i++) /* whatever type and size say */
        assert_int_equal(give(m, 1, &p).cause, TN_EXA_XBAR_FORWARDED);
    assert_int_equal(give(m, 1, &f).cause, TN_EXA_XBAR_FORWARDED);
    assert_int_equal(give(m, 1, &f).cause, TN_EXA_XBAR_STRAY); /* now it belongs to none */
    give(m, 1, &bad.w[0]);
    give(m, 1, &p);
    assert_int_equal(give(m, 1, &good.w[0]).out, 0);
    leaves(m, 1, 0, &good);
    assert_int_equal(tn_exa_xbar_read(m, 0x444), 2);
    assert_int_equal(tn_exa_xbar_read(m, 0x584), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x404), 1);
}

static void every_word_outside_a_packet_is_a_stray(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct words h = header_only(here, 0, 3);
    struct tn_exa_word p = word(TN_EXA_PLD, 1), f = word(TN_EXA_FTR, 2);
    give(m, 6, &p);
    give(m, 6, &f);
    give(m, 6, &h.w[0]);
    give(m, 6, &p);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(tn_exa_xbar_drop(m, 6), TN_EXA_XBAR_STRAY);
    assert_int_equal(tn_exa_xbar_drop(m, 6), TN_EXA_XBAR_FORWARDED);
    assert_int_equal(tn_exa_xbar_read(m, 0x580 + 24), 3);
    leaves(m, 6, 0, &h);
}

/* The packet at {in, out} has these n words, then the footer of zeros. */
static void leaves_broken(struct tn_exa_xbar *m, unsigned in, unsigned out, const struct words *s,
                          unsigned n)
{
    const struct tn_exa_word zeros = word(TN_EXA_FTR, 0);
    const struct tn_exa_xbar_packet *k = tn_exa_xbar_head(m, in, out);
    assert_non_null(k);
    assert_true(k->ended && k->broken);
    assert_int_equal(k->word_n, n + 1);
    for (unsigned i = 0; i < n; i++)
        assert_true(tn_exa_word_same(&k->word[i], &s->w[i]));
    assert_true(tn_exa_word_same(&k->word[n], &zeros));
    tn_exa_xbar_take(m, in, out);
}

static void a_packet_cut_by_a_header_is_broken_and_the_header_begins_its_own(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct exa_packet k = packet(here, 0, EXA_WRITE, 32, 0);
    struct words s = words_of(&k), next = header_only(here, 0, 9);
    give(m, 1, &s.w[0]);
    give(m, 1, &s.w[1]);
    struct tn_exa_xbar_step step = give(m, 1, &next.w[0]);
    assert_int_equal(step.broke, 0);
    assert_int_equal(step.out, 0);
    leaves_broken(m, 1, 0, &s, 2);
    leaves(m, 1, 0, &next);
    assert_int_equal(tn_exa_xbar_drop(m, 1), TN_EXA_XBAR_BROKEN);
    assert_int_equal(tn_exa_xbar_read(m, 0x544), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x404), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x5c0), 2);
}

static void a_footer_too_early_breaks_the_packet(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct exa_packet k = packet(here, 0, EXA_WRITE, 32, 0);
    struct words s = words_of(&k);
    give(m, 1, &s.w[0]);
    give(m, 1, &s.w[1]);
    assert_int_equal(give(m, 1, &s.w[3]).broke, 0);
    leaves_broken(m, 1, 0, &s, 2);
    assert_int_equal(give(m, 1, &s.w[2]).cause, TN_EXA_XBAR_STRAY);
}

static void one_payload_word_too_many_breaks_the_packet_and_the_rest_is_dropped(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct exa_packet k = packet(here, 0, EXA_WRITE, 256, 0),
                      a = packet(here, 0, EXA_ZREAD_REQ, 0, 1);
    struct words s = words_of(&k), ask = words_of(&a);
    for (unsigned i = 0; i < 17; i++)
        give(m, 1, &s.w[i]);
    assert_int_equal(give(m, 1, &s.w[16]).broke, 0);
    assert_int_equal(give(m, 1, &s.w[16]).broke, -1);
    assert_int_equal(give(m, 1, &s.w[17]).cause, TN_EXA_XBAR_FORWARDED);
    leaves_broken(m, 1, 0, &s, 17); /* eighteen words, no more */
    give(m, 1, &ask.w[0]);
    assert_int_equal(give(m, 1, &s.w[1]).broke, 0); /* no payload: the first is one too many */
    leaves_broken(m, 1, 0, &ask, 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x544), 2);
    assert_int_equal(tn_exa_xbar_read(m, 0x584), 0);
}

static void the_footer_of_zeros_has_a_wrong_crc(void **state)
{
    uint8_t zeros[EXA_WORD] = {0};
    (void)state;
    assert_int_not_equal(exa_ftr_crc(zeros), 0);
}

static void other_registers_tell_the_parameters(void **state)
{
    struct tn_exa_xbar *m = *state;
    assert_int_equal(tn_exa_xbar_read(m, 0x000), 0x45580001);
    assert_int_equal(tn_exa_xbar_read(m, 0x004), 0x000c0810);
    assert_int_equal(tn_exa_xbar_read(m, 0x008), FPGA1);
    assert_int_equal(tn_exa_xbar_read(m, 0x00c), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x600), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0xfff), 0);
    struct words h = header_only(here, 0, 3);
    give(m, 0, &h.w[0]);
    assert_int_equal(tn_exa_xbar_read(m, 0x400), 1);
    assert_int_equal(tn_exa_xbar_read(m, 0x401), 0);
    tn_exa_xbar_reset(m, FPGA2);
    assert_int_equal(tn_exa_xbar_read(m, 0x400), 0);
    assert_int_equal(tn_exa_xbar_read(m, 0x008), FPGA2);
    assert_null(tn_exa_xbar_head(m, 0, 0));
}

/* Any words at all: outputs keep the channel's grammar, and what is taken is accounted for. */
static void whatever_comes_the_outputs_keep_the_channel(void **state)
{
    struct tn_exa_xbar *m = *state;
    struct tn_rng r;
    tn_rng_seed(&r, 11, 0);
    for (unsigned i = 0; i < 20000; i++) {
        struct exa_packet k =
            packet((struct exa_node){5, 6, 7, (uint8_t)tn_rng_below(&r, 4), 0x21},
                   exa_peripheral_addr((enum exa_peripheral)tn_rng_below(&r, 7), 0),
                   exa_type_at((unsigned)tn_rng_below(&r, EXA_TYPE_N)),
                   1 + (unsigned)tn_rng_below(&r, 250), (uint8_t)i);
        struct words s = words_of(&k);
        unsigned in = (unsigned)tn_rng_below(&r, 16);
        for (unsigned j = 0; j < s.n; j++)
            if (!tn_rng_chance(&r, 1, 60))
                give(m, in, &s.w[j]);
    }
    for (unsigned in = 0; in < 16; in++)
        for (unsigned out = 0; out < 16; out++) {
            const struct tn_exa_xbar_packet *k;
            while ((k = tn_exa_xbar_head(m, in, out)) && k->ended) {
                assert_int_equal(k->word[0].kind, TN_EXA_HDR);
                assert_int_equal(k->word[k->word_n - 1].kind,
                                 k->word_n == 1 ? TN_EXA_HDR : TN_EXA_FTR);
                for (unsigned j = 1; j + 1 < k->word_n; j++)
                    assert_int_equal(k->word[j].kind, TN_EXA_PLD);
                tn_exa_xbar_take(m, in, out);
            }
        }
    uint32_t in_sum = 0, out_sum = 0;
    for (unsigned p = 0; p < 16; p++) {
        in_sum += tn_exa_xbar_read(m, 0x400 + 4 * p) + tn_exa_xbar_read(m, 0x540 + 4 * p);
        out_sum += tn_exa_xbar_read(m, 0x5c0 + 4 * p);
        assert_true(tn_exa_xbar_read(m, 0x540 + 4 * p) > 0);
    }
    assert_int_equal(in_sum, out_sum);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(routes_go_by_the_first_line_that_applies),
        T(no_packet_goes_back_where_it_came_from),
        T(the_lowest_port_whose_range_matches_is_taken),
        T(other_places_of_links_and_gateways_route_the_same),
        T(words_and_packets_are_the_same),
        T(packets_of_each_form_leave_whole_and_in_order),
        T(headers_that_make_no_sense_are_malformed),
        T(causes_are_looked_for_in_their_order),
        T(a_dropped_packet_ends_with_its_footer_or_the_next_header),
        T(every_word_outside_a_packet_is_a_stray),
        T(a_packet_cut_by_a_header_is_broken_and_the_header_begins_its_own),
        T(a_footer_too_early_breaks_the_packet),
        T(one_payload_word_too_many_breaks_the_packet_and_the_rest_is_dropped),
        T(the_footer_of_zeros_has_a_wrong_crc),
        T(other_registers_tell_the_parameters),
        T(whatever_comes_the_outputs_keep_the_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
