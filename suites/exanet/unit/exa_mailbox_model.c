/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The mailbox's model, and by it what the network interface's blocks share, against
 * checkers/exanet/spec/exa_mailbox.md and exa_ni.md, sentence by sentence. Mailboxes 1 and 2 are bound to
 * PDID 77.
 */
#include "exa_ni_fixture.h"

enum { PDID = 77, BOUND = 1u << 31 };
enum { INFO = 0x40, SRC = 0x44, TID = 0x48, COUNT = 0x4c, POP = 0x50, BOUND_R = 0x54 };

static int setup(void **state)
{
    struct dev *d = calloc(1, sizeof *d);
    struct tn_exm_params p;
    tn_exm_defaults(&p);
    p.slot_log2 = 1; /* two slots */
    p.mbox_n = 48;
    d->m = tn_exm_new(&p, OWN, first_verdict, &d->judged);
    d->cycle = 100;
    assert_int_equal(put(d, KERNEL + 4 * 1, BOUND | PDID), TN_AXS_OKAY);
    assert_int_equal(put(d, KERNEL + 4 * 2, BOUND | PDID), TN_AXS_OKAY);
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    struct dev *d = *state;
    tn_exn_free(d->m);
    free(d);
    return 0;
}

/* A message of len bytes for box at place, with that number; channel 3. */
static struct exa_packet message(unsigned box, unsigned place, unsigned len, unsigned number)
{
    struct exa_packet k = packet(own_node, exa_peripheral_addr(EXA_P_MAILBOX, box << 12 | place),
                                 EXA_WRITE, len, 0x10);
    k.src = sender;
    k.pdid = PDID;
    k.tid = MSG | 3;
    k.seq = (uint16_t)number;
    exa_seal(&k);
    return k;
}

static void a_message_stands_in_its_slot_until_it_is_popped(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = message(1, 0x12, 5, 7), b = message(1, 0, 64, 8);
    give_packet(d, &a);
    answers(d, &a, 0);
    give_packet(d, &b);
    answers(d, &b, 0);
    assert_true(tn_exm_waiting(d->m) == 2);
    assert_int_equal(get(d, 0x1000 + 0x10), 0x11100000); /* bytes 10, 11.. from 12h on */
    assert_int_equal(get(d, 0x1000 + 0x14), 0x00141312);
    assert_int_equal(get(d, 0x1000 + 0x00), 0);
    assert_int_equal(get(d, 0x1000 + INFO), BOUND | 0x12 << 16 | 5);
    assert_int_equal(get(d, 0x1000 + SRC), SENDER);
    assert_int_equal(get(d, 0x1000 + TID), 0x20030007);
    assert_int_equal(get(d, 0x1000 + COUNT), 2);
    assert_int_equal(get(d, 0x1000 + POP), 0);
    assert_int_equal(get(d, 0x1000 + BOUND_R), BOUND | PDID);
    assert_int_equal(get(d, KERNEL + 0x410), 2);
    assert_int_equal(put(d, 0x1000 + POP, 2), TN_AXS_OKAY); /* bit 0 is 0: nothing */
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_OKAY);
    assert_int_equal(get(d, 0x1000 + INFO), BOUND | 64);
    assert_int_equal(get(d, 0x1000 + 0x3c), 0x4f4e4d4c);
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_OKAY);
    assert_int_equal(get(d, 0x1000 + INFO), 0);
    assert_int_equal(get(d, 0x1000 + TID), 0);
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_SLVERR);
    assert_int_equal(get(d, KERNEL + 0x480), 2);
    assert_int_equal(get(d, KERNEL + 0x440), 2);      /* ANSWERS */
    assert_int_equal(get(d, KERNEL + 0x440 + 60), 2); /* TAKEN */
    causes_are(d, "ff");
    assert_int_equal(tn_exn_left(d->m), 0);
}

static void lanes_outside_the_payload_read_0(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = message(1, 2, 1, 7);
    memset(a.lanes, 0xee, 16);
    a.lanes[2] = 0x42;
    exa_seal(&a);
    give_packet(d, &a);
    assert_int_equal(get(d, 0x1000), 0x00420000);
    assert_int_equal(get(d, 0x1004), 0);
}

static void notifications_are_taken_and_never_answered(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = message(2, 0x20, 16, 0);
    a.type = EXA_NOTIFY;
    a.tid = 0x0123;
    a.seq = 0x1abc;
    exa_seal(&a);
    give_packet(d, &a);
    give_packet(d, &a); /* twice: no message, so no duplicate */
    assert_int_equal(get(d, 0x2000 + INFO), BOUND | 1u << 30 | 0x20 << 16 | 16);
    assert_int_equal(get(d, 0x2000 + TID), 0x01231abc);
    assert_int_equal(get(d, 0x2000 + COUNT), 2);
    give_packet(d, &a); /* full, lost, counted */
    assert_int_equal(tn_exn_left(d->m), 0);
    quiet(d, 10);
    assert_int_equal(d->judged.n, 0);
    causes_are(d, "ffe");
}

/* What becomes of k, and the code of its answer, or -1. */
static void fate(struct dev *d, const struct exa_packet *k, enum tn_exn_cause cause, int code)
{
    give_packet(d, k);
    assert_int_equal(tn_exn_cause(d->m), cause);
    assert_int_equal(tn_exn_cause(d->m), TN_EXN_NONE);
    assert_int_equal(tn_exn_left(d->m), code >= 0);
    if (code >= 0)
        answers(d, k, (unsigned)code);
}

static struct exa_packet with(struct exa_packet k, unsigned type, unsigned tid)
{
    static const uint8_t data[32];
    k.type = (uint8_t)type;
    k.tid = (uint16_t)tid;
    if (type == EXA_READ_REQ)
        exa_set_payload(&k, k.addr, data, 32);
    if (exa_form(&k) == EXA_H) {
        exa_set_alone(&k);
        k.addr = 0;
    }
    exa_seal(&k);
    return k;
}

static void what_the_mailbox_does_not_take_has_these_causes(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 16, 1);
    struct exa_packet far = k, gap = k, box = k, past = message(1, 60, 5, 1), unbound = k, pdid = k;
    far.addr |= 1 << 18;
    gap.addr |= 1 << 6;
    box.addr = exa_peripheral_addr(EXA_P_MAILBOX, 48 << 12);
    unbound.addr = exa_peripheral_addr(EXA_P_MAILBOX, 3 << 12);
    pdid.pdid++;
    exa_seal(&far), exa_seal(&gap), exa_seal(&box), exa_seal(&unbound), exa_seal(&pdid);
    fate(d, &far, TN_EXN_DECODE, 4);
    fate(d, &gap, TN_EXN_DECODE, 4);
    fate(d, &box, TN_EXN_DECODE, 4);
    fate(d, &past, TN_EXN_DECODE, 4);
    fate(d, &unbound, TN_EXN_PROT, 7);
    fate(d, &pdid, TN_EXN_PROT, 7);
    struct exa_packet other = with(k, EXA_READ_REQ, MSG | 3), untagged = with(k, EXA_WRITE, 5);
    struct exa_packet noticed = with(k, EXA_NOTIFY, MSG | 3), data = with(k, EXA_ZWRITE, 0);
    struct exa_packet ack = with(k, EXA_ACK, MSG | 3), flow = with(k, EXA_FLOW_RATE, 0);
    fate(d, &other, TN_EXN_DECODE, 4);
    fate(d, &untagged, TN_EXN_DECODE, 4); /* to the RT mailbox */
    fate(d, &noticed, TN_EXN_DECODE, 4);
    fate(d, &data, TN_EXN_UNEXP, -1);
    fate(d, &ack, TN_EXN_UNEXP, -1);
    fate(d, &flow, TN_EXN_FLOW, -1);
    struct exa_packet ftr = k, pld = k, empty = message(1, 0, 0, 1);
    empty.type = EXA_ZREAD_REQ;
    exa_seal(&empty);
    ftr.ftr_crc ^= 1;
    pld.pld_crc ^= 1;
    pld.ftr_crc = exa_want_ftr_crc(&pld);
    fate(d, &ftr, TN_EXN_FCRC, -1);
    fate(d, &pld, TN_EXN_PCRC, 3);
    fate(d, &empty, TN_EXN_DECODE, 4);
    empty.pld_crc = 5; /* of a packet without payload it must be 0 */
    empty.ftr_crc = exa_want_ftr_crc(&empty);
    fate(d, &empty, TN_EXN_PCRC, 3);
    fate(d, &k, TN_EXN_TAKEN, 0);
}

static void words_out_of_place_have_these_causes(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 40, 1);
    struct words s = words_of(&k), bad = s, h = header_only(own_node, 0, 1);
    give(d, &s.w[1]); /* stray */
    give_words(d, &h);
    give(d, &s.w[1]); /* strays, behind the header alone */
    give(d, &s.w[4]);
    bad.w[0].data[3] ^= 1;
    give(d, &bad.w[0]);
    give(d, &s.w[0]);
    give(d, &s.w[1]);
    give(d, &s.w[4]); /* too early */
    give(d, &s.w[4]); /* stray */
    give(d, &s.w[0]);
    give(d, &s.w[1]);
    give_words(d, &s);
    tn_exn_settle(d->m, d->cycle += 3);
    causes_are(d, "53551454f");
    give_words(d, &s);
    d->cycle += 3;
    give(d, &s.w[0]);
    for (unsigned i = 0; i < 7; i++)
        give(d, &s.w[1]); /* the fourth is one too many */
    give(d, &s.w[4]);
    tn_exn_settle(d->m, d->cycle += 3);
    causes_are(d, "b4");
}

static void a_full_mailbox_is_that_of_the_header(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 16, 1);
    for (unsigned i = 1; i < 3; i++) {
        k = message(1, 0, 16, i);
        fate(d, &k, TN_EXN_TAKEN, 0);
    }
    k = message(1, 0, 16, 3);
    struct words s = words_of(&k);
    give(d, &s.w[0]); /* taken in c: it is judged in c+2, and so is the room */
    d->cycle++;
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_OKAY); /* in c+2: too late */
    give(d, &s.w[1]);
    give(d, &s.w[2]);
    d->cycle += 3;
    tn_exn_settle(d->m, d->cycle);
    causes_are(d, "e");
    answers(d, &k, 6);
    fate(d, &k, TN_EXN_TAKEN, 0); /* refused ones are no duplicates */
    k = message(1, 0, 16, 4);
    s = words_of(&k);
    give(d, &s.w[0]);
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_OKAY); /* in c+1 */
    give(d, &s.w[1]);
    give(d, &s.w[2]);
    tn_exn_settle(d->m, d->cycle += 3);
    causes_are(d, "f");
}

static void what_came_last_from_a_channel_is_a_duplicate_for_dup_cyc(void **state)
{
    struct dev *d = *state;
    struct exa_packet a = message(1, 0, 16, 1), b = message(2, 0, 16, 2), other = a;
    other.src.x++;
    exa_seal(&other);
    assert_int_equal(get(d, KERNEL + 0x41c), 65536);
    fate(d, &a, TN_EXN_TAKEN, 0);
    fate(d, &a, TN_EXN_DUP, 0);
    fate(d, &other, TN_EXN_TAKEN, 0); /* another sender */
    put(d, 0x1000 + POP, 1);
    put(d, KERNEL + 4, 0); /* whatever has happened to the mailbox since */
    fate(d, &a, TN_EXN_DUP, 0);
    put(d, KERNEL + 4, BOUND | PDID);
    fate(d, &b, TN_EXN_TAKEN, 0);
    fate(d, &a, TN_EXN_TAKEN, 0); /* the last one of the channel is b now */
    put(d, KERNEL + 0x41c, 1000);
    d->cycle += 900;
    fate(d, &a, TN_EXN_DUP, 0); /* renews the time */
    d->cycle += 900;
    fate(d, &a, TN_EXN_DUP, 0);
    d->cycle += 1100;
    fate(d, &a, TN_EXN_TAKEN, 0);
    assert_int_equal(get(d, 0x1000 + COUNT), 2);
}

static void a_full_table_forgets_the_key_used_longest_ago(void **state)
{
    struct dev d = {.cycle = 10};
    struct tn_exm_params p = {.mbox_n = 2, .slot_log2 = 6, .dup_n = 4};
    (void)state;
    d.m = tn_exm_new(&p, OWN, first_verdict, &d.judged);
    put(&d, KERNEL + 4, BOUND | PDID);
    struct exa_packet k[5];
    for (unsigned i = 0; i < 5; i++) {
        k[i] = message(1, 0, 16, 9);
        k[i].src.y = (uint8_t)i;
        exa_seal(&k[i]);
    }
    for (unsigned i = 0; i < 4; i++)
        fate(&d, &k[i], TN_EXN_TAKEN, 0);
    fate(&d, &k[0], TN_EXN_DUP, 0);
    fate(&d, &k[4], TN_EXN_TAKEN, 0); /* in the place of k[1] */
    fate(&d, &k[0], TN_EXN_DUP, 0);
    fate(&d, &k[2], TN_EXN_DUP, 0);
    fate(&d, &k[3], TN_EXN_DUP, 0);
    fate(&d, &k[1], TN_EXN_TAKEN, 0);
    tn_exn_free(d.m);
}

/* Ages are held against DUP_CYC as it is at the judgement, and a message's place is that of the key used longest ago, whatever DUP_CYC. */
static void a_greater_dup_cyc_finds_again_what_was_over(void **state)
{
    struct dev d = {.cycle = 10};
    struct tn_exm_params p = {.mbox_n = 2, .slot_log2 = 6, .dup_n = 4};
    (void)state;
    d.m = tn_exm_new(&p, OWN, first_verdict, &d.judged);
    put(&d, KERNEL + 4, BOUND | PDID);
    put(&d, KERNEL + 0x41c, 0);
    struct exa_packet k[5];
    for (unsigned i = 0; i < 5; i++) {
        k[i] = message(1, 0, 16, 9);
        k[i].src.y = (uint8_t)i;
        exa_seal(&k[i]);
        fate(&d, &k[i], TN_EXN_TAKEN, 0); /* the fifth in the place of the first */
    }
    put(&d, KERNEL + 0x41c, 65536);
    for (unsigned i = 1; i < 5; i++)
        fate(&d, &k[i], TN_EXN_DUP, 0);
    fate(&d, &k[0], TN_EXN_TAKEN, 0);
    tn_exn_free(d.m);
}

/* Four sets: x and y change both bits of a set's number or none where bits 0 and 2, and 1 and 3, are alike. */
static void a_set_forgets_its_own_key_used_longest_ago(void **state)
{
    static const struct {
        uint8_t x, y;
    } differ[6] = {{0, 0}, {0, 5}, {0, 10}, {0, 15}, {5, 0}, {0, 1}};
    struct dev d = {.cycle = 10};
    struct tn_exm_params p = {.mbox_n = 2, .slot_log2 = 6, .dup_n = 16};
    (void)state;
    d.m = tn_exm_new(&p, OWN, first_verdict, &d.judged);
    put(&d, KERNEL + 4, BOUND | PDID);
    struct exa_packet k[6];
    for (unsigned i = 0; i < 6; i++) {
        k[i] = message(1, 0, 16, 9);
        k[i].src.x ^= differ[i].x;
        k[i].src.y ^= differ[i].y;
        exa_seal(&k[i]);
    }
    fate(&d, &k[5], TN_EXN_TAKEN, 0); /* in a set of its own */
    for (unsigned i = 0; i < 4; i++)
        fate(&d, &k[i], TN_EXN_TAKEN, 0);
    fate(&d, &k[0], TN_EXN_DUP, 0);
    fate(&d, &k[4], TN_EXN_TAKEN, 0); /* in the place of k[1] */
    fate(&d, &k[5], TN_EXN_DUP, 0);
    fate(&d, &k[0], TN_EXN_DUP, 0);
    fate(&d, &k[2], TN_EXN_DUP, 0);
    fate(&d, &k[3], TN_EXN_DUP, 0);
    fate(&d, &k[1], TN_EXN_TAKEN, 0);
    tn_exn_free(d.m);
}

static void sixteen_answers_wait_and_no_more(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(63, 0, 1, 0), first = k;
    struct tn_exa_pins pins = {.ready = 0};
    struct words s = answer_to(&k, 4);
    give_packet(d, &k);
    memcpy(pins.data, s.w[0].data, 16);
    pins.valid = TN_EXA_HDR; /* it stands on the output, and does not wait any more */
    tn_exn_out(d->m, &pins, d->cycle++);
    for (unsigned i = 0; i < 16; i++) {
        k = message(63, 0, 1, i);
        give_packet(d, &k);
    }
    give_packet(d, &k);
    struct exa_packet note = with(message(1, 0, 16, 0), EXA_NOTIFY, 0);
    give_packet(d, &note); /* is not to be answered */
    causes_are(d, "ccccccccccccccccc9f");
    assert_int_equal(tn_exn_left(d->m), 17);
    answers(d, &first, 4);
    for (unsigned i = 0; i < 16; i++) {
        k = message(63, 0, 1, i);
        answers(d, &k, 4);
    }
    assert_int_equal(tn_exn_left(d->m), 0);
    assert_int_equal(get(d, KERNEL + 0x440), 17);
}

static void answers_are_judged(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 16, 1);
    struct words s = words_of(&k), good = answer_to(&k, 0);
    struct {
        const char *rule;
        unsigned wait, word; /* idle cycles after the footer's; word spoilt, 2: none */
    } at[] = {{"", 5, 2}, {"EXN-LAT-1", 6, 2}, {"EXN-ACK-1", 4, 0}};
    for (unsigned i = 0; i < 3; i++) {
        tn_exn_reset(d->m, OWN);
        d->judged.n = 0;
        d->judged.rule[0] = 0;
        put(d, KERNEL + 4, BOUND | PDID);
        give_words(d, &s);
        struct words a = good;
        if (at[i].word < 2)
            a.w[at[i].word].data[0] ^= 1;
        quiet(d, at[i].wait);
        out_words(d, &a);
        assert_string_equal(d->judged.rule, at[i].rule);
    }
    tn_exn_reset(d->m, OWN);
    d->judged.n = 0;
    out_word(d, &good.w[0]); /* nobody asked */
    assert_string_equal(d->judged.rule, "EXN-ACK-2");
    tn_exn_reset(d->m, OWN);
    d->judged.n = 0;
    out_word(d, &s.w[s.n - 1]); /* a footer first */
    assert_string_equal(d->judged.rule, "EXN-CHN-1");
}

static void accesses_find_what_is_there(void **state)
{
    struct dev *d = *state;
    uint8_t data[TN_AXS_LANES] = {0}, zero[TN_AXS_LANES] = {0};
    const struct tn_axs_beat pop = {0x1000 + POP, 16}, part = {0x1000 + BOUND_R, 2};
    assert_int_equal(read_resp(d, 0x30000, 4), TN_AXS_DECERR); /* box 48 */
    assert_int_equal(read_resp(d, 0x41000, 4), TN_AXS_DECERR);
    assert_int_equal(read_resp(d, 0x1058, 4), TN_AXS_SLVERR);
    assert_int_equal(read_resp(d, 0x1050, 16), TN_AXS_OKAY); /* some words are there */
    assert_int_equal(read_resp(d, KERNEL + 4 * 48, 4), TN_AXS_SLVERR);
    assert_int_equal(put(d, 0x1000, 1), TN_AXS_SLVERR); /* DATA is read only */
    assert_int_equal(put(d, KERNEL + 0x440, 1), TN_AXS_SLVERR);
    assert_int_equal(tn_exn_write(d->m, &pop, zero, 0, d->cycle++), TN_AXS_OKAY);
    assert_int_equal(tn_exn_write(d->m, &pop, zero, 0xf, d->cycle++), TN_AXS_OKAY);
    assert_int_equal(tn_exn_write(d->m, &pop, zero, 0x7, d->cycle++), TN_AXS_SLVERR);
    assert_int_equal(tn_exn_read(d->m, &part, d->cycle++, data, NULL), TN_AXS_OKAY);
    assert_int_equal(data[4], PDID);
    assert_int_equal(data[7], 0); /* not covered */
    assert_int_equal(put(d, KERNEL + 8, 0xffffffff), TN_AXS_OKAY);
    assert_int_equal(get(d, KERNEL + 8), BOUND | 0xffff);
    assert_int_equal(get(d, KERNEL + 0x400), 0x454d0001);
    assert_int_equal(get(d, KERNEL + 0x404), 48 | 1 << 8 | 64 << 16);
    assert_int_equal(get(d, KERNEL + 0x408), OWN);
    assert_int_equal(read_resp(d, KERNEL + 0x40c, 4), TN_AXS_SLVERR);
}

static void a_binding_empties_the_queue(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 16, 1);
    fate(d, &k, TN_EXN_TAKEN, 0);
    put(d, KERNEL + 4, BOUND | PDID);
    assert_int_equal(get(d, 0x1000 + COUNT), 0);
    assert_true(tn_exm_waiting(d->m) == 0);
}

/* A footer accepted in t is seen on AXI from t+3 on: a POP in t+2 finds no message yet. */
static void pop_in_the_cycle_of_judgement_finds_no_message(void **state)
{
    struct dev *d = *state;
    struct exa_packet k = message(1, 0, 16, 7);
    struct words s = words_of(&k);
    give_words(d, &s);
    d->cycle += 1; /* the footer was one cycle before the cycle given */
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_SLVERR);
    assert_int_equal(put(d, 0x1000 + POP, 1), TN_AXS_OKAY);
    assert_int_equal(get(d, 0x1000 + COUNT), 0);
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(pop_in_the_cycle_of_judgement_finds_no_message),
        T(a_message_stands_in_its_slot_until_it_is_popped),
        T(lanes_outside_the_payload_read_0),
        T(notifications_are_taken_and_never_answered),
        T(what_the_mailbox_does_not_take_has_these_causes),
        T(words_out_of_place_have_these_causes),
        T(a_full_mailbox_is_that_of_the_header),
        T(what_came_last_from_a_channel_is_a_duplicate_for_dup_cyc),
        T(a_full_table_forgets_the_key_used_longest_ago),
        T(a_greater_dup_cyc_finds_again_what_was_over),
        T(a_set_forgets_its_own_key_used_longest_ago),
        T(sixteen_answers_wait_and_no_more),
        T(answers_are_judged),
        T(accesses_find_what_is_there),
        T(a_binding_empties_the_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
