/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Every block of both nodes at its address, and nothing at others (exa_two_nodes.md section 1). Registers of every line
 * (exa_qfdb.md section 1, exa_link.md section 6), after traffic that is different on each: lines between the two, lines that lead
 * nowhere, which with ALL_LINES 0 are not there, and second lines with LINKS 2.
 */
#include "soft.h"

#include "../blocks.h"

enum { L_ID = 0, L_STATUS = 4, L_TX_FRAMES = 0x400, L_RX_FRAMES = 0x408, L_END = 0x42c, L_PAGES = 16, L_UP = 9 };

/* Packets that left node n for the other one by its first and its second line. */
static unsigned left[NODES][2];

/* A packet with an odd path takes the second line; the path of an acknowledgment is 0 (exa_qfdb.md section 3). */
static void on_packet(void *ctx, const struct tn_event *ev)
{
    const unsigned n = nd_node(ev->point);
    struct exa_packet k;
    (void)ctx;
    if (!nd_is_out(ev->point) || ev->port != TN_EXQ_LINKS + 1 - n)
        return;
    exa_decode(ev->bytes, ev->len, ev->orig_len, &k);
    left[n][nd_links() == 2 && k.type != EXA_ACK && k.path % 2 == 1]++;
}

/* The value that the page gives a register of a line. */
static uint32_t due(unsigned node, unsigned page, unsigned addr)
{
    const bool second = page > 8;
    const unsigned line = second ? page - 9 : page - 1;
    const bool there = page > 0 && (second ? line < 4 && line != node && nd_links() == 2 : line < 4 ? line != node : node == 0);
    const bool leads = line == 1 - node;
    if (!there || (!leads && tn_sim_param("ALL_LINES") == 0))
        return 0;
    if (addr == L_ID)
        return 0x454c0001;
    if (!leads)
        return 0;
    return addr == L_STATUS      ? L_UP
           : addr == L_TX_FRAMES ? left[node][second]
           : addr == L_RX_FRAMES ? left[1 - node][second]
                                 : 0;
}

static void look(unsigned node, unsigned page, unsigned addr)
{
    const uint32_t want = due(node, page, addr), found = tn_reg_read(N_NODE * node + (page << 12) + addr);
    if (found != want)
        print_message("register %x of line page %x of node %u: %x instead of %x\n", addr, page, node, found, want);
    RULE("EXL-CNT-1", found == want);
}

static void each_line_answers_at_its_own_addresses(void **state)
{
    (void)state;
    memset(left, 0, sizeof left);
    tn_monitor_subscribe(on_packet, NULL);
    sw_begin();
    for (unsigned i = 0; i < 2 * nd_outs(); i++) {
        struct sw_put *p = sw_put(i % NODES, 1 - i % NODES, 0, i, 0, 0, 100 + 300 * i);
        p->path = i / NODES;
        sw_prepare(p);
        sw_write(p, false);
    }
    sw_finish();
    for (unsigned n = 0; n < NODES; n++) {
        for (unsigned line = 0; line < nd_links(); line++)
            assert_true(left[n][line] > 0 && left[n][line] != left[1 - n][line]);
        for (unsigned page = 1; page < L_PAGES; page++) {
            look(n, page, L_ID);
            look(n, page, L_STATUS);
            for (unsigned addr = L_TX_FRAMES; addr < L_END; addr += 4)
                look(n, page, addr);
            for (unsigned bit = 2; bit < 12; bit++) { /* words beside ID, and beside the last one */
                if (1u << bit != L_STATUS && 1u << bit != L_TX_FRAMES)
                    look(n, page, 1u << bit);
                if (((L_END - 4) ^ 1u << bit) >= L_END)
                    look(n, page, (L_END - 4) ^ 1u << bit);
            }
        }
    }
}

static void every_block_is_at_its_address_and_no_other_is(void **state)
{
    static const uint32_t id[] = {0x45500001, 0x454d0001, 0x45520001, 0x45440001, 0x45430001, 0x455a0001};
    (void)state;
    for (unsigned n = 0; n < NODES; n++) {
        for (unsigned block = 0; block < 6; block++) {
            RULE("EXQ-AXI-1", nd_read(n, block << 20 | N_KERNEL | 0x400) == id[block]);
            RULE("EXQ-AXI-1", nd_read(n, block << 20 | N_KERNEL | 0x408) == nd_own(n));
        }
        blocks_none(nd.cpu[n], 6u << 20 | 0x40);
        blocks_none(nd.cpu[n], 7u << 20 | 0x40);
    }
}

/* Reads of all blocks, writes to where they move nothing. */
static void the_next_address_waits_for_the_answer(void **state)
{
    (void)state;
    for (unsigned n = 0; n < NODES; n++)
        for (unsigned block = 0; block < 8; block++) {
            blocks_in_turn(nd.cpu[n], false, block << 20 | N_KERNEL | 0x400);
            blocks_in_turn(nd.cpu[n], true, block << 20 | N_KERNEL | 0x400);
        }
}

#define T(name) cmocka_unit_test_setup_teardown(name, nd_fresh, nd_clean)
int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        T(every_block_is_at_its_address_and_no_other_is),
        T(the_next_address_waits_for_the_answer),
        T(each_line_answers_at_its_own_addresses),
    };
    (void)argc;
    (void)argv;
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
