/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Scenarios for Nget and the way out of a tnw_pi, and the scenario that shows each bug.
 */
#ifndef TNW_GET_SCENARIOS_H
#define TNW_GET_SCENARIOS_H

#include "tnw_get_fixture.h"

static const struct tn_tnw_pi_params usual = {16, 4, 3, 3, true};

static inline void read_all(struct bench *b, unsigned link)
{
    steps(b, 100);
    for (unsigned c = 0; c < TN_TNW_GET_COUNTS; c++)
        read_reg(b, tn_tnw_get_counter(c));
    for (unsigned reg = 0; reg <= TN_TNW_GET_ABORT; reg += 4)
        read_reg(b, tn_tnw_get_addr(link, reg));
}

/* Gives any descriptor of up to 3000 bytes. */
static inline void give_any(struct bench *b, unsigned link)
{
    const uint64_t high = below(b, 3) ? 0 : 0x500000000;
    const uint32_t tag = (uint32_t)tn_rng_next(&b->rng);
    give(b, link, high | below(b, 0x10000) * 16, 128 * (1 + below(b, 24)), below(b, 0x800000),
         NOTES + 16 * below(b, 64), tag);
}

/* The descriptors that must be refused. */
static const struct {
    uint32_t src, length, offset, notify;
} bad[] = {{0x1000, 0, 0, 0x20},          {0x1000, 100, 0, 0x20}, {0x1000, 0x10000080, 0, 0x20},
           {0x1008, 128, 0, 0x20},        {0x1000, 128, 0, 0x24}, {0x1000, 256, 0xfffff8, 0x20},
           {0x1000, 0x20000080, 0, 0x20}, {0x3330, 192, 16, 0x20}};
enum { BAD = sizeof bad / sizeof *bad };

static inline void give_bad(struct bench *b, unsigned link, unsigned k)
{
    give(b, link, bad[k].src, bad[k].length, bad[k].offset, bad[k].notify, 7);
}

/* Says whether a place of the link is free for certain: STATUS may lag by one. */
static inline bool has_place(struct bench *b, unsigned link)
{
    return (read_reg(b, tn_tnw_get_addr(link, TN_TNW_GET_STATUS)) >> 8 & 0xff) > 1;
}

static inline void any_software(struct bench *b)
{
    const unsigned link = below(b, TNW_LINKS);
    switch (below(b, 8)) {
    case 0:
        read_reg(b, tn_tnw_get_counter(below(b, TN_TNW_GET_COUNTS)));
        break;
    case 1:
        read_reg(b, tn_tnw_get_addr(link, 4 * below(b, 10)));
        break;
    case 2:
        give_bad(b, link, below(b, BAD));
        break;
    case 3:
        ask_reg(b, 0x4c00);
        break;
    case 4:
        write_reg(b, tn_tnw_get_addr(link, TN_TNW_GET_FREE_TAGS), 0);
        break;
    case 5:
        if (below(b, 4) == 0)
            write_reg(b, tn_tnw_get_addr(link, TN_TNW_GET_ABORT), 0);
        break;
    default:
        if (has_place(b, link))
            give_any(b, link);
    }
}

/* Plays traffic in turns: dense and with pauses, with host and links free and not. */
static inline void traffic_with(struct bench *b, unsigned cycles)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_CPL_TMO, 1500);
    steps(b, 100);
    b->fault_n = FAULTS - 1;
    for (unsigned n = 0; n < cycles && !b->judged.n; n++) {
        const unsigned rare = n / 2000 % 2 ? 300 : 30;
        if (below(b, rare) == 0)
            any_software(b);
        if (below(b, rare) == 0)
            b->wr_left += below(b, 6);
        if (n % 500 == 0) {
            const bool easy = n % 1500 == 0;
            b->ready_of_8 = easy ? 8 : 3 + below(b, 6);
            b->inj_of_8 = easy ? 8 : 1 + below(b, 8);
            b->wr_of_8 = easy ? 8 : 1 + below(b, 8);
            for (unsigned c = 0; c < 3; c++)
                b->ok_of_8[c] = easy ? 8 : 1 + below(b, 8);
        }
        step(b);
    }
    b->ready_of_8 = b->inj_of_8 = b->wr_of_8 = 8;
    b->ok_of_8[0] = b->ok_of_8[1] = b->ok_of_8[2] = 8;
    steps(b, 6000);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        read_all(b, l);
}

static inline void traffic(struct bench *b)
{
    traffic_with(b, 12000);
}

static inline void traffic_with_errors(struct bench *b)
{
    b->faults_of_64 = 6;
    traffic_with(b, 12000);
}

/* Gives one descriptor without alignment, and reads all registers afterwards. */
static inline void one(struct bench *b)
{
    start(b);
    give(b, 2, 0x12340, 4096, 0x100, NOTES, 0x77);
    steps(b, 3000);
    read_all(b, 2);
}

/* Gives a descriptor of more reads than slots, each read ending with an item's first beat. */
static inline void unaligned(struct bench *b)
{
    start(b);
    b->delay = 5;
    b->whole = true;
    b->inj_of_8 = 2;
    give(b, 2, 0x12370, 16384, 0x100, NOTES, 0x77);
    steps(b, 8000);
    read_all(b, 2);
}

/* Lets all engines have items when their turn comes, by links that take nothing for a while. */
static inline void engines_in_turn(struct bench *b)
{
    start(b);
    b->delay = 5;
    b->whole = true;
    b->inj_of_8 = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        give(b, l, 0x40000 * (l + 1), 1024, 0x100, NOTES + 16 * l, l);
    steps(b, 1000);
    b->inj_of_8 = 8;
    steps(b, 1500);
}

/* Gives three descriptors of one link at once. */
static inline void three(struct bench *b)
{
    start(b);
    for (unsigned i = 0; i < 3; i++)
        give(b, 1, 0x20000 * (i + 1), 1024 + 512 * i, 0x100 * i, NOTES + 16 * i, i);
    steps(b, 4000);
    read_all(b, 1);
}

/* Plays writes of tnw_rcv without pauses, and nothing else. */
static inline void writes(struct bench *b)
{
    start(b);
    b->wr_left = 60;
    steps(b, 1200);
}

/* Plays the writes of tnw_rcv one by one. */
static inline void writes_apart(struct bench *b)
{
    start(b);
    for (unsigned n = 0; n < 30; n++) {
        b->wr_left = 1;
        steps(b, 40);
    }
}

/* Plays writes of tnw_rcv while the host takes little and reads registers. */
static inline void writes_and_answers(struct bench *b)
{
    start(b);
    b->ready_of_8 = 2;
    b->wr_left = 100;
    for (unsigned n = 0; n < 20; n++) {
        steps(b, 150);
        ask_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_TAG));
    }
    b->ready_of_8 = 8;
    steps(b, 1000);
}

/* Plays writes and reads while the host takes no reads. */
static inline void no_reads_taken(struct bench *b)
{
    start(b);
    b->ok_of_8[1] = 0;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        give(b, l, 0x10000, 1024, 0, NOTES + 16 * l, l);
    for (unsigned n = 0; n < 10; n++) {
        steps(b, 60);
        b->wr_left++;
        ask_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_TAG));
    }
    steps(b, 200);
    b->ok_of_8[1] = 8;
    steps(b, 2000);
}

/* Plays reads and answers while the host takes no reads. */
static inline void no_reads_taken_answers(struct bench *b)
{
    start(b);
    b->ok_of_8[1] = 0;
    give(b, 3, 0x10000, 1024, 0, NOTES, 1);
    steps(b, 60);
    ask_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_TAG));
    steps(b, 300);
    b->ok_of_8[1] = 8;
    steps(b, 1000);
}

/* Plays endless writes, slowly taken, with reads and notifications between them. */
static inline void writes_and_reads(struct bench *b)
{
    start(b);
    b->ready_of_8 = 4;
    b->wr_left = 600;
    b->delay = 10;
    steps(b, 300);
    for (unsigned l = 0; l < TNW_LINKS; l++)
        for (unsigned i = 0; i < 3; i++)
            give(b, l, 0x10000 * i, 512, 0, NOTES + 16 * l, l + 8 * i);
    steps(b, 16000);
}

static inline void posted_seldom_taken(struct bench *b)
{
    b->ok_of_8[0] = 1;
    b->ok_of_8[1] = 2;
    start(b);
    b->wr_left = 30;
    for (unsigned l = 0; l < TNW_LINKS; l++)
        give(b, l, 0x10000, 2048, 0, NOTES + 16 * l, l);
    steps(b, 5000);
}

static inline void answers_seldom_taken(struct bench *b)
{
    b->ok_of_8[2] = 1;
    start(b);
    for (unsigned n = 0; n < 40; n++) {
        b->wr_left++;
        ask_reg(b, tn_tnw_get_addr(0, TN_TNW_GET_TAG));
        steps(b, 40);
    }
    steps(b, 1000);
}

static inline void filled(struct bench *b)
{
    start(b);
    b->delay = 3000;
    for (unsigned i = 0; i < 12; i++)
        give(b, 4, 0x1000000 + 0x20000 * i, 1024, 0, NOTES + 16 * i, i);
    b->delay = 3000;
    steps(b, 500);
    b->delay = 60;
    steps(b, 12000);
    read_all(b, 4);
}

/* Gives a descriptor for the last place, which is free for certain. */
static inline void last_place(struct bench *b)
{
    start(b);
    b->delay = 3000;
    for (unsigned i = 0; i < 8; i++)
        give(b, 4, 0x1000000 + 0x20000 * i, 1024, 0, NOTES + 16 * i, i);
    steps(b, 100);
    read_all(b, 4);
    b->delay = 60;
    steps(b, 20000);
}

/* Gives as many descriptors as there are places. */
static inline void just_filled(struct bench *b)
{
    start(b);
    b->delay = 400;
    for (unsigned i = 0; i < 8; i++)
        give(b, 4, 0x1000000 + 0x20000 * i, 1024, 0, NOTES + 16 * i, i);
    steps(b, 12000);
}

static inline void bad_descriptors(struct bench *b)
{
    start(b);
    for (unsigned k = 0; k < BAD; k++)
        give_bad(b, 3, k);
    steps(b, 500);
    read_all(b, 3);
}

static inline void wrong_read(struct bench *b, enum fault fault, unsigned at)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_CPL_TMO, 1000);
    steps(b, 100);
    b->fault = fault;
    b->fault_at = at;
    b->delay = 200;
    for (unsigned i = 0; i < 3; i++)
        give(b, 5, 0x40080, 8192, 0x1000, NOTES + 16 * i, 0x10 + i);
    steps(b, 3000);
    read_all(b, 5);
    steps(b, 3000);
    read_all(b, 5);
    write_reg(b, tn_tnw_get_addr(5, TN_TNW_GET_FREE_TAGS), 1);
    give(b, 5, 0x40080, 8192, 0x1000, NOTES + 64, 0x20);
    steps(b, 3000);
    read_all(b, 5);
}

static inline void each_fault(struct bench *b)
{
    for (unsigned f = 1; f < FAULTS && !b->judged.n; f++) {
        b->reqs = 0;
        wrong_read(b, f, 3);
    }
}

static inline void poisoned(struct bench *b)
{
    wrong_read(b, POISON, 3);
}
static inline void poisoned_and_slow(struct bench *b)
{
    b->inj_of_8 = 1;
    wrong_read(b, POISON, 6);
}
static inline void never_answered(struct bench *b)
{
    wrong_read(b, NO_ANSWER, 3);
}
static inline void answered_late(struct bench *b)
{
    wrong_read(b, LATE_ANSWER, 3);
}
static inline void answered_slowly(struct bench *b)
{
    start(b);
    write_reg(b, TN_TNW_PI_R_CPL_TMO, 2000);
    steps(b, 100);
    b->delay = 1500;
    give(b, 5, 0x40080, 4096, 0x1000, NOTES, 1);
    steps(b, 8000);
    read_all(b, 5);
}

/* Ends descriptors by software, with reads under way, some with items and some without, while
 * others wait. Descriptors behind them and other links go on. */
static inline void aborted(struct bench *b)
{
    start(b);
    for (unsigned n = 0; n < 4; n++) {
        b->delay = n % 2 ? 30 : 300;
        b->inj_of_8 = n == 3 ? 0 : 2;
        for (unsigned i = 0; i < 4; i++)
            give(b, 4, 0x40080 + 0x10000 * i, 4096, 0x1000 * i, NOTES + 16 * i, 0x10 * n + i);
        give(b, 3, 0x20000, 1024, 0, NOTES + 0x100, n);
        steps(b, 150 + 150 * n);
        write_reg(b, tn_tnw_get_addr(4, TN_TNW_GET_ABORT), 0);
        give(b, 4, 0x80000, 640, 0x100, NOTES + 0x80, 0x80 + n);
        b->inj_of_8 = 8;
        steps(b, 3000);
        read_all(b, 4);
    }
    write_reg(b, tn_tnw_get_addr(4, TN_TNW_GET_ABORT), 0); /* link 4 has no descriptor */
    give(b, 4, 0x80000, 640, 0x100, NOTES + 0x80, 0x90);
    steps(b, 2000);
    read_all(b, 4);
}

/* Ends descriptors among receptions; the host takes little, and notifications wait. */
static inline void aborted_among_writes(struct bench *b)
{
    start(b);
    b->ready_of_8 = 3;
    for (unsigned n = 0; n < 3; n++) {
        b->wr_left = 60;
        for (unsigned i = 0; i < 5; i++)
            give(b, 4, 0x40080 + 0x10000 * i, 1024, 0x1000 * i, NOTES + 16 * i, 0x10 * n + i);
        steps(b, 300);
        write_reg(b, tn_tnw_get_addr(4, TN_TNW_GET_ABORT), 0);
        steps(b, 4000);
        read_all(b, 4);
    }
}

static void (*const scenarios[])(struct bench *) = {traffic,
                                                    traffic_with_errors,
                                                    one,
                                                    three,
                                                    writes,
                                                    writes_apart,
                                                    writes_and_answers,
                                                    no_reads_taken,
                                                    filled,
                                                    writes_and_reads,
                                                    last_place,
                                                    bad_descriptors,
                                                    unaligned,
                                                    no_reads_taken_answers,
                                                    answers_seldom_taken,
                                                    each_fault,
                                                    just_filled,
                                                    poisoned_and_slow,
                                                    answered_slowly,
                                                    posted_seldom_taken,
                                                    engines_in_turn,
                                                    aborted,
                                                    aborted_among_writes};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static inline void (*scenario_of(enum tn_tnw_get_bug bug))(struct bench *)
{
    switch (bug) {
    case TN_TNW_GET_BUG_LONG_HEADER:
    case TN_TNW_GET_BUG_WRITE_NOT_CUT:
    case TN_TNW_GET_BUG_WRITE_WRONG_ENABLES:
    case TN_TNW_GET_BUG_WRITE_WRONG_BYTE:
    case TN_TNW_GET_BUG_WRITES_WITH_GAPS:
        return writes;
    case TN_TNW_GET_BUG_WRITE_LATE:
        return writes_apart;
    case TN_TNW_GET_BUG_WRITE_WITHOUT_OK:
    case TN_TNW_GET_BUG_READ_WITHOUT_OK:
        return posted_seldom_taken;
    case TN_TNW_GET_BUG_ANSWER_WITHOUT_OK:
        return answers_seldom_taken;
    case TN_TNW_GET_BUG_NO_HOLD:
    case TN_TNW_GET_BUG_WRITES_SWAPPED:
    case TN_TNW_GET_BUG_ANSWER_PASSES_WRITE:
    case TN_TNW_GET_BUG_WRITE_PASSES_ANSWER:
        return writes_and_answers;
    case TN_TNW_GET_BUG_READ_PASSES_WRITE:
    case TN_TNW_GET_BUG_NOTE_PASSES_WRITE:
    case TN_TNW_GET_BUG_WRITE_PASSES_NOTE:
    case TN_TNW_GET_BUG_READS_LAST:
        return writes_and_reads;
    case TN_TNW_GET_BUG_WRITES_WAIT_FOR_READS:
        return no_reads_taken;
    case TN_TNW_GET_BUG_ANSWERS_WAIT_FOR_READS:
        return no_reads_taken_answers;
    case TN_TNW_GET_BUG_BAD_QUEUED:
        return bad_descriptors;
    case TN_TNW_GET_BUG_ONE_TOO_MANY:
        return filled;
    case TN_TNW_GET_BUG_ONE_TOO_FEW:
        return just_filled;
    case TN_TNW_GET_BUG_PLACES_WRONG:
        return last_place;
    case TN_TNW_GET_BUG_NEXT_TOO_EARLY:
    case TN_TNW_GET_BUG_NEWEST_FIRST:
        return three;
    case TN_TNW_GET_BUG_ENGINES_FIXED:
    case TN_TNW_GET_BUG_ITEMS_APART:
        return engines_in_turn;
    case TN_TNW_GET_BUG_CAUSE_WRONG:
    case TN_TNW_GET_BUG_TIMEOUT_NEVER:
    case TN_TNW_GET_BUG_LOST_NOT_COUNTED:
    case TN_TNW_GET_BUG_LOST_SLOT_USED:
        return never_answered;
    case TN_TNW_GET_BUG_LOST_FREED_BY_ANY:
        return answered_late;
    case TN_TNW_GET_BUG_TIMEOUT_EARLY:
        return answered_slowly;
    case TN_TNW_GET_BUG_ABORT_IGNORED:
    case TN_TNW_GET_BUG_ABORT_OLDEST_ONLY:
    case TN_TNW_GET_BUG_ABORT_NEXT_TOO:
    case TN_TNW_GET_BUG_ABORT_CAUSE_WRONG:
    case TN_TNW_GET_BUG_ABORT_READS_NEXT:
        return aborted;
    case TN_TNW_GET_BUG_ABORT_NOTES_AT_ONCE:
        return aborted_among_writes;
    case TN_TNW_GET_BUG_READS_GO_ON:
        return poisoned_and_slow;
    case TN_TNW_GET_BUG_POISON_INJECTED:
        return poisoned;
    default:
        return one;
    }
}

#endif
