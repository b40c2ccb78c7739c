/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Two events that meet (checkers/exanet/spec/exa_dma.md sections 5, 7 and 9). A domain loses its bank in each cycle around a
 * chained start: the start is refused, or its transaction ends with code 1, or has its packet out, and the board knows which;
 * also while the second read of the packet before stands for long.
 * A descriptor whose end was read is written while another transaction is about to reach it by its chain.
 * Eight transactions fault while the port reads and writes without a gap, with a sound one behind them.
 */
#include "dma.h"

enum { PDID = 0x101, FIRST = 1, NEXT = 3, BYTES = 64, SRC = 0x10000, DELAYS = 50, HELD_CYC = 40, OTHER = 0x102, SECOND_CYC = 300,
       SLOTS = 8, FAULTY_BYTES = 1024, PACKET_BYTES = 256, OTHERS = 16, BURST_BEATS = 32, BURSTS = 16,
       SEARCH_CYC = 128 * SLOTS * (SLOTS + 1 + 4) };

static void write_descriptor(unsigned t, const struct tn_exd_fields *f, bool park)
{
    uint64_t word[4];
    uint8_t bytes[TN_EXD_DESC];
    tn_exd_words(f, park, word);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(word[i / 8] >> 8 * (i % 8));
    dma_answered(tn_axi_write(dma.cpu, TN_EXD_DESC * t, bytes, sizeof bytes), TN_EXD_DESC * t);
}

/* Starts a transaction of one packet with one chained behind, and takes the bank away some cycles later. */
static void start_and_lose(unsigned delay)
{
    struct tn_exd_fields f = {.pdid = PDID, .src = SRC, .addr = 0x4000, .length = BYTES, .dst = 3};
    dma_bind(0, PDID);
    tn_sim_step(100);
    write_descriptor(NEXT, &f, true);
    f.chained = true;
    f.dependency = NEXT;
    f.src += TN_PAGE;
    write_descriptor(FIRST, &f, false);
    tn_sim_step(delay);
    dma_bind(0, -1);
}

static void settle(void)
{
    dma_rest();
    dma_take_faults();
    dma_rest();
    dma_read_all();
    assert_false(tn_exd_judge_is_unsure(dma_judge()));
    assert_int_equal(dma.failures, 0);
}

static void bank_goes_in_each_cycle_around_a_chained_start(void **state)
{
    (void)state;
    tn_memory_map(dma.memory, PDID, SRC, SRC, 2 * TN_PAGE, TN_MEMORY_READ);
    for (unsigned delay = 0; delay < DELAYS; delay++) {
        start_and_lose(delay);
        settle();
    }
}

/* The last packet before a chained start is issued, and its address stands: the bank goes meanwhile. */
static void bank_goes_while_the_address_before_a_chained_start_stands(void **state)
{
    (void)state;
    tn_memory_map(dma.memory, PDID, SRC, SRC, 2 * TN_PAGE, TN_MEMORY_READ);
    for (unsigned delay = 0; delay < DELAYS; delay += 5) {
        tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_FOREVER});
        start_and_lose(delay);
        tn_sim_step(HELD_CYC);
        tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_NONE});
        settle();
    }
}

/* The last packet before a chained start takes two reads, of which the second stands for long: the descriptor is written, or the
 * bank goes, meanwhile. */
static void writes_while_the_second_address_before_a_chained_start_stands_count_for_it(void **state)
{
    const struct tn_exd_fields next = {.pdid = OTHER, .src = SRC, .addr = 0x4000, .length = BYTES, .dst = 3};
    const struct tn_exd_fields first = {.pdid = PDID, .src = SRC + TN_PAGE - BYTES / 2, .addr = 0x4000, .length = BYTES, .dst = 3,
                                        .chained = true, .dependency = NEXT};
    (void)state;
    tn_memory_map(dma.memory, PDID, SRC, SRC, 2 * TN_PAGE, TN_MEMORY_READ);
    tn_memory_map(dma.memory, OTHER, SRC, SRC, 2 * TN_PAGE, TN_MEMORY_READ);
    for (unsigned lost = 0; lost < 2; lost++) {
        dma_bind(0, PDID);
        dma_bind(1, OTHER);
        tn_sim_step(100);
        write_descriptor(NEXT, &next, true);
        tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_PERIODIC, .num = SECOND_CYC, .den = SECOND_CYC + 1});
        write_descriptor(FIRST, &first, false);
        tn_sim_step(SECOND_CYC);
        if (lost)
            dma_bind(1, -1);
        else /* the start counts what is written until then */
            dma_answered(tn_axi_write64(dma.cpu, TN_EXD_DESC * NEXT, SRC + BYTES), TN_EXD_DESC * NEXT);
        tn_sim_step(2 * SECOND_CYC);
        tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_NONE});
        settle();
    }
}

static void descriptor_that_is_over_is_written_while_a_chain_is_about_to_reach_it(void **state)
{
    struct tn_exd_fields f = {.pdid = PDID, .src = SRC, .addr = 0x4000, .length = BYTES, .dst = 3};
    (void)state;
    tn_memory_map(dma.memory, PDID, SRC, SRC, 2 * TN_PAGE, TN_MEMORY_READ);
    dma_bind(0, PDID);
    tn_sim_step(100);
    write_descriptor(NEXT, &f, false);
    tn_sim_step(HELD_CYC);
    tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_FOREVER});
    f.chained = true;
    f.dependency = NEXT;
    f.src += TN_PAGE;
    write_descriptor(FIRST, &f, false);
    assert_true(dma_is_over(dma_status(NEXT)));
    f.chained = false;
    f.src -= TN_PAGE;
    write_descriptor(NEXT, &f, false);
    tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_NONE});
    settle();
}

/* A burst that the port has without an end: of reads, or of writes of each descriptor's first byte from OTHERS on. */
static struct tn_axi_txn *endless(unsigned i)
{
    struct tn_axi_txn *x = tn_axi_new(BURST_BEATS);
    assert_non_null(x);
    x->write = i % 2;
    x->addr = OTHERS * TN_EXD_DESC;
    for (unsigned n = 0; x->write && n < BURST_BEATS; n++)
        x->beat[n].strb = 1;
    tn_axi_issue(dma.cpu, x);
    return x;
}

/* As many transactions as there are slots have their first page missing and hold them; the next one finds its slot when the search for
 * a fault has ended, in the time of section 9, though the port has beats of both ways for each turn (X32). */
static void sound_transaction_leaves_while_the_port_has_no_gap(void **state)
{
    struct tn_exd_fields f = {.pdid = PDID, .src = SRC, .addr = 0x4000, .length = FAULTY_BYTES, .dst = 3};
    struct tn_axi_txn *burst[BURSTS];
    (void)state;
    if (dma.txns <= OTHERS)
        skip();
    tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_FOREVER});
    tn_memory_stall(dma.memory, TN_AXI_R, &(struct tn_stall){.kind = TN_STALL_FOREVER});
    dma_bind(0, PDID);
    for (unsigned t = 0; t < SLOTS; t++, f.src += TN_PAGE)
        write_descriptor(t, &f, false);
    tn_memory_stall(dma.memory, TN_AXI_AR, &(struct tn_stall){.kind = TN_STALL_NONE});
    tn_sim_step(D_REST);
    tn_memory_map(dma.memory, PDID, f.src, f.src, TN_PAGE, TN_MEMORY_READ);
    write_descriptor(SLOTS, &f, false);
    for (unsigned i = 0; i < BURSTS; i++)
        burst[i] = endless(i);
    tn_memory_stall(dma.memory, TN_AXI_R, &(struct tn_stall){.kind = TN_STALL_NONE});
    const uint64_t end = tn_sim_cycle() + SEARCH_CYC;
    for (unsigned i = 0; tn_sim_cycle() < end; i = (i + 1) % BURSTS) {
        dma_answered(tn_axi_wait(dma.cpu, burst[i]), 0);
        tn_axi_free(burst[i]);
        burst[i] = endless(i);
    }
    for (unsigned i = 0; i < BURSTS; i++) {
        dma_answered(tn_axi_wait(dma.cpu, burst[i]), 0);
        tn_axi_free(burst[i]);
    }
    settle();
    assert_int_equal(dma_model()->of_output[0][TN_EXD_C_PACKETS], FAULTY_BYTES / PACKET_BYTES);
}

#define T(name) cmocka_unit_test_setup_teardown(name, dma_fresh, dma_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {T(bank_goes_in_each_cycle_around_a_chained_start),
                                       T(bank_goes_while_the_address_before_a_chained_start_stands),
                                       T(writes_while_the_second_address_before_a_chained_start_stands_count_for_it),
                                       T(descriptor_that_is_over_is_written_while_a_chain_is_about_to_reach_it),
                                       T(sound_transaction_leaves_while_the_port_has_no_gap)};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
