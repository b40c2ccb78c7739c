/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A cell in a cell between two boards: the payloads hold control words, credit words and whole
 * cells for another domain, or footers that are right when a word too many moves the payload, while
 * one fault strikes the torus's line. No cell comes to a board that nobody sent (APB-FLOW-1); what
 * comes broken is seen by its CRCs. TN_PACKETS= says how many.
 */
#include "torus.h"

#include "../../../cosim/rule.h"
#include "../../../cosim/size.h"
#include "../../../exanet/cosim/exa_two_qfdb/steps.h"

enum {
    TO_BOARD_1 = 1, /* the struck line */
    EVIL = 31,
    VICTIM = 99,
    FORGED_USER = 0x666,
    PLACE = 0x12345600,
    CELL_WORDS = EXA_MTU / EXA_WORD,
    MOVED = 2, /* forged footers of a cell */
    WAIT_CYC = 500,
    LEAST = 60
};

static struct tn_rng rng;

static unsigned below(unsigned n)
{
    return (unsigned)tn_rng_below(&rng, n);
}

/* Encodes a write of domain pdid from an FPGA of board 0 to one of board 1. Returns the bytes. */
static size_t cell(unsigned from, unsigned dst, unsigned pdid, unsigned user, const uint8_t *data,
                   size_t n, uint8_t bytes[EXA_KEEP_MAX])
{
    struct exa_packet k = {.pdid = (uint16_t)pdid,
                           .type = EXA_WRITE,
                           .user = (uint16_t)user,
                           .dst = exa_node_of(bd_coords(dst)),
                           .src = exa_node_of(bd_coords(from))};
    assert_int_equal(exa_set_payload(&k, PLACE, data, n), 0);
    exa_seal(&k);
    const long len = exa_encode(&k, bytes, EXA_KEEP_MAX);
    assert_true(len > 0);
    return (size_t)len;
}

/* The idle line's credit word. */
static void credit_word(uint8_t word[APE_WORD])
{
    ape_credit_put(&(struct ape_credit){.data = {8, 8}, .hdr = {2, 2}}, word);
}

/* Fills a payload with words as they would stand on a line, whole cells among them. */
static void fill_marks(unsigned from, unsigned dst, uint8_t *data, unsigned words)
{
    uint8_t inner[EXA_KEEP_MAX], byte[EXA_WORD];
    for (unsigned at = 0; at < words;) {
        const unsigned what = below(5);
        if (what < 2 && at < words)
            ape_turn(ape_magic, data + EXA_WORD * at++);
        if ((what == 1 || what == 2 || what == 4) && at < words)
            ape_turn(ape_start, data + EXA_WORD * at++);
        if (what == 3) {
            credit_word(byte);
            ape_turn(byte, data + EXA_WORD * at++);
        }
        if (what != 1 && what != 4)
            continue;
        memset(byte, 0xe0, sizeof byte);
        const size_t len = cell(from, dst, VICTIM, FORGED_USER, byte, sizeof byte, inner);
        for (size_t i = 0; i < len && at < words; i += EXA_WORD)
            if (i == EXA_WORD)
                memcpy(data + EXA_WORD * at++, inner + i, EXA_WORD);
            else
                ape_turn(inner + i, data + EXA_WORD * at++);
    }
}

/* Fills a payload with credit words and two footers, right when one word too many came, or a MAGIC
 * whose k was struck and a credit word. */
static void fill_moved(unsigned from, unsigned dst, uint8_t *data, unsigned words)
{
    uint8_t came[EXA_MTU], credit[APE_WORD], bytes[EXA_KEEP_MAX];
    const size_t n = (size_t)words * EXA_WORD;
    const unsigned at = below(words - MOVED);
    credit_word(credit);
    for (unsigned i = 0; i < words; i++) {
        ape_turn(credit, data + EXA_WORD * i);
        ape_turn(credit, came + EXA_WORD * i);
    }
    ape_turn(ape_magic, came + EXA_WORD * at);
    size_t len = cell(from, dst, EVIL, FORGED_USER, came, n, bytes);
    ape_turn(bytes + len - EXA_WORD, data + n - MOVED * EXA_WORD);
    ape_turn(credit, came + EXA_WORD * at);
    memcpy(came + n - EXA_WORD, data + n - MOVED * EXA_WORD, EXA_WORD);
    len = cell(from, dst, EVIL, FORGED_USER, came, n, bytes);
    ape_turn(bytes + len - EXA_WORD, data + n - EXA_WORD);
}

/* Sends a cell by a free port of board 0. */
static void send_cell(bool moved)
{
    uint8_t data[EXA_MTU], bytes[EXA_KEEP_MAX];
    const unsigned from = below(4), dst = 4 + below(4),
                   words = MOVED + 1 + below(CELL_WORDS - MOVED);
    char name[24];
    if (moved)
        fill_moved(from, dst, data, words);
    else
        fill_marks(from, dst, data, words);
    const size_t len = cell(from, dst, EVIL, 0, data, (size_t)words * EXA_WORD, bytes);
    snprintf(name, sizeof name, "s_b%uf%u_0", from / 4, from % 4);
    assert_int_equal(tn_exa_source_send(tn_exa_source_find(name), bytes, len, 0), 0);
}

/* Faults the line in a cycle. A text that ends with a colon is of a darkness of 1 to 300 cycles. */
static void strike(const char *what, uint64_t cycle)
{
    char text[TN_FAULT_TEXT], err[128], many[8] = "";
    struct tn_fault f;
    if (what[strlen(what) - 1] == ':')
        snprintf(many, sizeof many, "%u", 1 + below(below(2) ? 8 : 300));
    snprintf(text, sizeof text, "%s%s@line%d@%llu", what, many, TO_BOARD_1,
             (unsigned long long)cycle);
    assert_int_equal(tn_fault_parse(text, &f, err, sizeof err), 0);
    assert_int_equal(tn_inject(&f, tn_rng_next(&rng), err, sizeof err), 0);
}

static const char *const kinds[] = {
    "worddup",  "wordlose", "ctlflip:128", "startflip", "burst:3+2", "startflip:128", "worddup",
    "kflip",    "wordlose", "flip",        "ctlflip",   "trunc:1",   "valid0:1",      "drop",
    "valid1:1", "burst+9",  "valid0:",     "valid0:",   "valid0:",   "valid0:"};

static void no_cell_is_made_of_a_payload(void **state)
{
    const unsigned kinds_n = sizeof kinds / sizeof *kinds;
    const unsigned long total = size_asked("TN_PACKETS", LEAST, 1);
    unsigned struck = 0;
    (void)state;
    to.struck = bd.noisy = true;
    tn_ape_boards_lossy(to.b);
    tn_rng_seed(&rng, tn_sim_seed(), 45);
    for (unsigned long i = 0; i < total && bd.failures == 0; i++) {
        uint64_t cycle;
        const char *text;
        strike(kinds[i % kinds_n], tn_sim_cycle() + below(100));
        for (unsigned n = 1 + below(3); n-- > 0;)
            send_cell(below(3) != 0);
        tn_sim_step(WAIT_CYC);
        struck += tn_inject_struck(0, &cycle, &text);
        tn_inject_clear();
    }
    const unsigned long matched = tn_ape_boards_matched(to.b);
    for (unsigned n = 0; n < 4; n++)
        send_cell(false);
    st_settle();
    tn_sim_step(WAIT_CYC);
    print_message("%lu faults, of which %u struck: %lu cells came as they were sent\n", total,
                  struck, matched);
    RULE("APB-FLOW-1", bd.failures == 0);
    assert_true(struck > total / 2);
    assert_int_equal(tn_ape_boards_matched(to.b), matched + 4);
    tn_sim_kept("APB-FLOW-1");
    tn_sim_sent(total);
}

int tn_sim_main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_cell_is_made_of_a_payload, bd_fresh, bd_clean),
    };
    (void)argc;
    (void)argv;
    to_join();
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
