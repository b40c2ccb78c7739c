/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What goes wrong around TNW's processor interface, and what it promises then
 * (checkers/tnw/spec/tnw_pi.md section 5): completions that are late, poisoned, missing, twice,
 * wrong or refused.
 */
#include "get.h"

enum { CPL_TMO = 400, LONG = 1000 };

/* 512 + 512 + 512 bytes, four items each. */
static const struct get three = {.link = 4,
                                 .vc = 3,
                                 .source = 0x30000,
                                 .notify = 0x8000,
                                 .length = 1536,
                                 .offset = 0,
                                 .tag = 0x11};

/* What becomes of one piece of one read. */
enum deed {
    FINE,
    REFUSED,
    ABORTED,
    POISONED,
    MISSING,
    TWICE,
    LATE,
    COUNT,
    LOWER,
    TOO_LONG,
    BORDER,
    EMPTY
};
static struct {
    enum deed deed;
    unsigned read, piece;
    unsigned first; /* cycles by which read 0's answer is held back; read 2's, three times that */
} plan;

static unsigned answer(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                       uint8_t *payload, size_t *len, unsigned *delay)
{
    (void)ctx;
    if ((read == 0 || read == 2) && piece == 0)
        *delay = plan.first * (1 + read);
    if (plan.deed == LATE && read == plan.read && piece > plan.piece)
        *delay = LONG; /* and the next still later */
    if (read != plan.read || piece != plan.piece)
        return 1;
    switch (plan.deed) {
    case REFUSED:
    case ABORTED:
        tn_tlp_set_kind(cpl, TN_TLP_CPL, 0);
        cpl->status = plan.deed == REFUSED ? TN_CPL_UR : TN_CPL_CA;
        cpl->length_dw = 1024; /* 0 on the wire */
        *len = 0;
        return 1;
    case POISONED:
        cpl->ep = 1;
        return 1;
    case MISSING:
        return 0;
    case TWICE:
        return 2;
    case LATE:
        *delay = CPL_TMO + LONG;
        return 1;
    case COUNT:
        cpl->byte_count = (uint16_t)(cpl->byte_count + 64);
        return 1;
    case LOWER:
        cpl->lower_addr ^= 64;
        return 1;
    case TOO_LONG: /* more than is left */
        memset(payload, 0, 256);
        *len = 256;
        cpl->length_dw = 64;
        return 1;
    case BORDER: /* it ends inside 64 bytes, and is not the last */
        *len -= 16;
        cpl->length_dw = (uint16_t)(*len / 4);
        return 1;
    case EMPTY:
        tn_tlp_set_kind(cpl, TN_TLP_CPL, 0);
        cpl->length_dw = 1024; /* 0 on the wire */
        *len = 0;
        return 1;
    default:
        return 1;
    }
}

/* The deed is done to that piece of three's reads; n items come, the notification says cause. */
static void descriptor_ends(enum deed deed, unsigned read, unsigned piece, unsigned items,
                            unsigned cause)
{
    plan.deed = deed;
    plan.read = read;
    plan.piece = piece;
    tn_tnw_host_answers(pi.host, answer, NULL);
    tn_tnw_host_pace(pi.host)->whole = true; /* pieces of 256 bytes */
    pi_write(TN_TNW_PI_R_CPL_TMO, CPL_TMO);
    get_memory(three.source, three.length);
    get_give(&three);
    get_wait_notes(1);
    get_noted(0, &three, items * TNW_PAYLOAD, cause);
    assert_int_equal(tn_tnw_host_items(pi.host), items);
    for (unsigned n = 0; n < items; n++)
        get_item(n, &three, n);
    assert_int_equal(get_count(TN_TNW_GET_FAILED), cause != 0);
}

/* The next descriptor, and that of another link, are as if nothing had been. */
static void others_go_on(void)
{
    const struct get next = {.link = 4,
                             .vc = 0,
                             .source = 0x40000,
                             .notify = 0x8010,
                             .length = 512,
                             .offset = 8,
                             .tag = 2};
    const unsigned items = tn_tnw_host_items(pi.host), notes = tn_tnw_host_notes(pi.host);
    get_memory(next.source, next.length);
    get_give(&next);
    get_wait_notes(notes + 1);
    get_noted(notes, &next, next.length, 0);
    for (unsigned n = 0; n < 4; n++)
        get_item(items + n, &next, n);
    pi_clean();
}

static unsigned lost_slots(void)
{
    tn_sim_step(4 * PI_SETTLED); /* so that the judge knows what it must be, */
    const uint32_t status = pi_read(get_reg(three.link, TN_TNW_GET_STATUS));
    tn_sim_step(PI_SETTLED); /* and says so first */
    return status >> 16 & 255;
}

static void a_read_refused_ends_the_descriptor(void **state)
{
    (void)state;
    descriptor_ends(REFUSED, 1, 0, 4, 2);
    assert_int_equal(lost_slots(), 0);
    others_go_on();
}

/* After half of its bytes. */
static void a_read_aborted_ends_the_descriptor(void **state)
{
    (void)state;
    descriptor_ends(ABORTED, 1, 1, 6, 2);
    assert_int_equal(lost_slots(), 0);
    others_go_on();
}

/* All reads but the first take long. */
static unsigned first_alone(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                            uint8_t *payload, size_t *len, unsigned *delay)
{
    (void)ctx, (void)piece, (void)cpl, (void)payload, (void)len;
    *delay = read ? LONG : 0;
    return 1;
}

static bool first_read_injected(void *ctx)
{
    (void)ctx;
    return tn_tnw_host_items(pi.host) == 4;
}

static void what_was_injected_before_abort_is_told(void **state)
{
    (void)state;
    tn_tnw_host_answers(pi.host, first_alone, NULL);
    get_memory(three.source, three.length);
    get_give(&three);
    assert_true(tn_sim_step_until(first_read_injected, NULL, LONG));
    pi_write(get_reg(three.link, TN_TNW_GET_ABORT), 1);
    get_wait_notes(1);
    get_noted(0, &three, 4 * TNW_PAYLOAD, TNW_C_ABORT);
    assert_int_equal(tn_tnw_host_items(pi.host), 4);
    tn_tnw_host_answers(pi.host, NULL, NULL);
    others_go_on();
}

static void poisoned_data_is_not_injected(void **state)
{
    (void)state;
    descriptor_ends(POISONED, 1, 0, 4, 4);
    assert_int_equal(lost_slots(), 0);
    others_go_on();
}

static void the_first_bytes_poisoned_leave_nothing(void **state)
{
    (void)state;
    descriptor_ends(POISONED, 0, 0, 0, 4);
    others_go_on();
}

static void a_completion_missing_times_out(void **state)
{
    (void)state;
    descriptor_ends(MISSING, 2, 1, 10, 8);
    assert_int_equal(lost_slots(), 1);
    assert_int_equal(get_count(TN_TNW_GET_LOST_TAGS), 1);
    assert_int_equal(tn_tnw_host_reads_open(pi.host), 0);
    others_go_on();
    assert_int_equal(lost_slots(), 1);
    pi_write(get_reg(three.link, TN_TNW_GET_FREE_TAGS), 0);
    assert_int_equal(lost_slots(), 0);
    pi_clean();
}

/* Writes each word of a page of BAR0 in which units of so many bytes follow each other, but for the
 * listed bytes at the head of each of the first units. */
static void write_beside(uint16_t page, unsigned unit, unsigned units, unsigned listed)
{
    enum { PAGE = 4096, TLP = 64 };
    uint8_t bytes[TLP];
    memset(bytes, 5, sizeof bytes);
    for (unsigned at = 0; at < PAGE; at += TLP) {
        const unsigned skip = at % unit == 0 && at / unit < units ? listed : 0;
        assert_int_equal(
            tn_tnw_host_write(pi.host, PI_BAR0 + page + at + skip, bytes + skip, TLP - skip), 0);
        pi_settle();
    }
}

enum { HELD = 16000 /* cycles until a read is answered */ };
static unsigned answer_late(void *ctx, unsigned read, unsigned piece, struct tn_tlp *cpl,
                            uint8_t *payload, size_t *len, unsigned *delay)
{
    (void)ctx, (void)read, (void)piece, (void)cpl, (void)payload, (void)len;
    *delay = HELD;
    return 1;
}

/* An engine has a LOST slot and a descriptor whose read is not answered yet, and a window has a
 * fragment. A write beside the registers of windows and engines frees no slot, ends no descriptor,
 * and drops no fragment. */
static void writes_beside_the_registers_change_nothing(void **state)
{
    enum {
        WINDOW = 5,
        WINDOWS = 0x6000, /* page of the windows' registers */
        WINDOW_LISTED = 4,
        ENGINES = 0x8000,
        ENGINE = 0x100,
        ENGINE_LISTED = 0x28,
    };
    const uint16_t status = get_reg(three.link, TN_TNW_GET_STATUS);
    struct get held = three;
    (void)state;
    descriptor_ends(MISSING, 2, 1, 10, 8);
    assert_int_equal(lost_slots(), 1);
    held.length = 512;
    tn_tnw_host_answers(pi.host, answer_late, NULL);
    pi_write(TN_TNW_PI_R_CPL_TMO, 2 * HELD);
    pi_write(TN_TNW_PI_R_REORDER_TMO, 0);
    get_memory(held.source, held.length);
    get_give(&held);
    pi_put(WINDOW, 64, 64, 1);
    pi_settle();
    const uint32_t engine = pi_read(status);
    assert_int_equal(engine & 255, 1);
    assert_int_equal(pi_window_reg(WINDOW, TN_TNW_PI_STATUS), 1u << 8);
    write_beside(WINDOWS, TN_TNW_PI_WINDOW, TN_TNW_PI_WINDOWS, WINDOW_LISTED);
    write_beside(ENGINES, ENGINE, TNW_LINKS, ENGINE_LISTED);
    assert_int_equal(tn_tnw_host_notes(pi.host), 1);
    const uint32_t left[] = {pi_read(status), pi_window_reg(WINDOW, TN_TNW_PI_STATUS)};
    tn_sim_step(PI_SETTLED); /* the judge says so first */
    assert_int_equal(left[0], engine);
    assert_int_equal(left[1], 1u << 8);
    tn_tnw_host_answers(pi.host, NULL, NULL);
    get_wait_notes(2);
    get_noted(1, &held, held.length, 0);
    others_go_on();
}

/* Links take nothing until the rest has come late, and has freed the slot. */
static void what_came_in_time_is_injected_though_the_rest_came_late(void **state)
{
    struct get g = three;
    (void)state;
    g.length = 512;
    plan.deed = LATE;
    plan.read = 0;
    plan.piece = 1;
    tn_tnw_host_answers(pi.host, answer, NULL);
    tn_tnw_host_pace(pi.host)->whole = true; /* pieces of 256 bytes */
    tn_tnw_host_pace(pi.host)->links = 0;
    pi_write(TN_TNW_PI_R_CPL_TMO, CPL_TMO);
    get_memory(g.source, g.length);
    get_give(&g);
    tn_sim_step(CPL_TMO + 2 * LONG);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 1);
    tn_tnw_host_pace(pi.host)->links = 63;
    get_wait_notes(1);
    get_noted(0, &g, 256, TNW_C_TIMEOUT);
    get_item(0, &g, 0);
    get_item(1, &g, 1);
    others_go_on();
}

/* It comes after the descriptor's end: dropped, counted, its slot is free again. */
static void a_late_completion_is_not_anothers(void **state)
{
    (void)state;
    descriptor_ends(LATE, 1, 1, 6, 8);
    assert_int_equal(lost_slots(), 1);
    others_go_on();
    tn_sim_step(LONG);
    assert_int_equal(tn_tnw_host_reads_open(pi.host), 0);
    assert_int_equal(lost_slots(), 0);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 1);
    pi_clean();
}

/* Two pieces: the slot is free with the second, and not before. */
static void late_completions_hold_their_slot_up_to_the_last(void **state)
{
    (void)state;
    descriptor_ends(LATE, 1, 0, 4, 8);
    assert_int_equal(lost_slots(), 1);
    tn_sim_step(LONG + 200);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 1);
    assert_int_equal(lost_slots(), 1);
    others_go_on();
    tn_sim_step(LONG);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 2);
    assert_int_equal(lost_slots(), 0);
    pi_clean();
}

/* More bytes than all slots hold, and the second read is refused: the first's slot becomes free
 * when its bytes are injected, but nothing more is read. */
static void no_read_follows_an_error(void **state)
{
    const unsigned slots = 1u << pi.par.tag_log2;
    struct get g = three;
    (void)state;
    g.length = 512 * (slots + 4);
    plan.deed = REFUSED;
    plan.read = 1;
    plan.piece = 0;
    plan.first = 300;
    tn_tnw_host_answers(pi.host, answer, NULL);
    get_memory(g.source, g.length);
    get_give(&g);
    get_wait_notes(1);
    get_noted(0, &g, 512, 2);
    plan.first = 0;
    assert_int_equal(tn_tnw_host_came(pi.host, TN_TLP_MRD), slots);
    others_go_on();
}

static void a_wrong_byte_count_loses_the_slot(void **state)
{
    (void)state;
    descriptor_ends(COUNT, 1, 0, 4, 16);
    assert_int_equal(get_count(TN_TNW_GET_LOST_TAGS), 1);
    others_go_on();
}

static void a_wrong_lower_address_loses_the_slot(void **state)
{
    (void)state;
    descriptor_ends(LOWER, 0, 1, 2, 16);
    assert_int_equal(get_count(TN_TNW_GET_LOST_TAGS), 1);
    others_go_on();
}

static void a_wrong_border_loses_the_slot(void **state)
{
    (void)state;
    descriptor_ends(BORDER, 0, 0, 0, 16);
    assert_int_equal(get_count(TN_TNW_GET_LOST_TAGS), 1);
    others_go_on();
}

/* A read of 64 bytes is answered with 256. */
static void more_than_was_asked_loses_the_slot(void **state)
{
    const struct get last = {
        .link = 1, .vc = 2, .source = 0x301c0, .notify = 0x8000, .length = 128, .tag = 1};
    (void)state;
    plan.deed = TOO_LONG;
    plan.read = 0;
    plan.piece = 0;
    tn_tnw_host_answers(pi.host, answer, NULL);
    get_memory(last.source, last.length);
    get_give(&last);
    get_wait_notes(1);
    get_noted(0, &last, 0, 16);
    assert_int_equal(tn_tnw_host_items(pi.host), 0);
    others_go_on();
}

static void a_completion_without_data_of_status_0_is_unexpected(void **state)
{
    (void)state;
    descriptor_ends(EMPTY, 2, 1, 10, 8);
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 1);
    others_go_on();
}

/* The last piece of the last read comes again: no read of that tag is under way. */
static void a_completion_twice_is_unexpected(void **state)
{
    (void)state;
    descriptor_ends(TWICE, 2, 1, 12, 0);
    pi_settle();
    assert_int_equal(get_count(TN_TNW_GET_UNEXPECTED), 1);
    others_go_on();
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        PI_TEST(a_read_refused_ends_the_descriptor),
        PI_TEST(a_read_aborted_ends_the_descriptor),
        PI_TEST(what_was_injected_before_abort_is_told),
        PI_TEST(poisoned_data_is_not_injected),
        PI_TEST(the_first_bytes_poisoned_leave_nothing),
        PI_TEST(a_completion_missing_times_out),
        PI_TEST(writes_beside_the_registers_change_nothing),
        PI_TEST(what_came_in_time_is_injected_though_the_rest_came_late),
        PI_TEST(a_late_completion_is_not_anothers),
        PI_TEST(late_completions_hold_their_slot_up_to_the_last),
        PI_TEST(no_read_follows_an_error),
        PI_TEST(a_wrong_byte_count_loses_the_slot),
        PI_TEST(a_wrong_lower_address_loses_the_slot),
        PI_TEST(a_wrong_border_loses_the_slot),
        PI_TEST(more_than_was_asked_loses_the_slot),
        PI_TEST(a_completion_without_data_of_status_0_is_unexpected),
        PI_TEST(a_completion_twice_is_unexpected),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
