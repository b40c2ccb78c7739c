/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A torus of TNW network processors in RTL (harness/tnw/dut/tnw_torus_tb.v): a host at each node,
 * on which TNW's library runs, and what passes on the lines, judged and captured.
 */
#ifndef TN_TNW_BENCH_H
#define TN_TNW_BENCH_H

#include <tn/bfm.h>
#include <tn/exanet/bfm_exa.h>
#include <tn/capture.h>
#include <tn/rules.h>
#include <tn/pcie/tlp.h>
#include <tn/tnw/tnw_record.h>
#include <tn/tnw/tnw_torus.h>

enum {
    TN_TNW_BENCH_NODES = 8,
    TN_TNW_TAGS = 256,    /* register reads of a host under way */
    TN_TNW_ANSWERS = 256, /* reads of host memory under way */
    TN_TNW_TURN = 4,      /* cycles between the nodes' turns */
};

struct tn_tnw_bench;

/* The BARs that the bench gives a node: every second one's are above 4 GiB. */
static inline uint64_t tn_tnw_bench_bar0(unsigned node)
{
    return node % 2 ? 0x2000010000 : 0xf0010000;
}
static inline uint64_t tn_tnw_bench_bar2(unsigned node)
{
    return node % 2 ? 0x2100000000 : 0x40000000;
}

/* The host of one node: struct tnw_io by TLPs. */
struct tn_tnw_host_node {
    struct tn_tnw_bench *bench;
    unsigned node;
    struct tn_source *to;
    struct tn_memory *memory;
    uint64_t bar0, bar2;
    unsigned next_tag;
    struct {
        bool asked, answered, refused;
        uint32_t value;
    } read[TN_TNW_TAGS];
    struct tn_tnw_answer {
        bool busy;
        uint64_t due, addr; /* cycle of the next completion; its first byte */
        uint32_t left;      /* bytes */
        uint16_t requester;
        uint8_t tag, tc, attr;
    } answer[TN_TNW_ANSWERS];
    uint64_t writes, written; /* MWr to host memory, and their bytes */
    uint64_t last_write;      /* cycle of the last one's first beat */
};

/* One cable, both directions: what the node's plus link sends, and what comes in on it. */
struct tn_tnw_cable {
    struct tn_tnw_bench *bench;
    struct tn_tnw_recorder way[2];
    struct tn_checker *checker;
};

struct tn_tnw_bench {
    unsigned nodes, size[3];
    bool pcs;
    struct tn_tnw_host_node node[TN_TNW_BENCH_NODES];
    struct tn_tnw_cable cable[TN_TNW_BENCH_NODES][3];
    struct tn_rng rng;
    /* settings */
    unsigned read_cyc;   /* that host memory takes to answer */
    unsigned read_swing; /* and so many more, at most, in any order and in parts; 0: in order */
    unsigned reg_cyc; /* behind which a register read without an answer is -ETIMEDOUT; 0: never */
    uint64_t until;   /* cycle behind which every wait is -ETIMEDOUT */
    void (*hook)(void *ctx, uint64_t cycle); /* called between turns; may use registers */
    void *hook_ctx;
    /* Called before a completion of that node's memory leaves, its first byte at addr: may change
     * it. 0: it leaves; n above 0: not yet, it is asked again n cycles later; below 0: neither it
     * nor what is left of the read ever does. One made a Cpl ends the read. NULL: all leave. */
    int (*completes)(void *ctx, unsigned node, uint64_t addr, struct tn_tlp *cpl);
    void *completes_ctx;
    /* what came of it */
    unsigned verdicts;
    char said[256]; /* the first one */
    uint64_t records, words, start_cycle[TN_TNW_BENCH_NODES][6], takes[TN_TNW_BENCH_NODES];
    uint64_t starts[TN_TNW_BENCH_NODES][6]; /* packets' first words that came in, of each line */
    struct tn_writer *writer;
    unsigned writes_node, writes_axis;
};

/* Finds the bench's modules, makes memories, resets, and turns on the taps of the set of nodes: the
 * lines that come in there are judged, by cable where both ends are in the set. 0, or -ENODEV when
 * the bench is none, -ENOMEM. */
int tn_tnw_bench_open(struct tn_tnw_bench *b, unsigned taps, uint64_t seed);
/* Ends the judging (what is open is judged) and the capture; frees. */
void tn_tnw_bench_close(struct tn_tnw_bench *b);
/* Captures the cable at the plus link of that axis (0 to 2) of a node from now on, as points s_ and
 * m_ with node and axis behind. 0, or -EIO, which is said. */
int tn_tnw_bench_capture(struct tn_tnw_bench *b, const char *path, unsigned node, unsigned axis);

/* The node that a link leads to (tnw_torus.md section 1). */
unsigned tn_tnw_bench_neighbour(const struct tn_tnw_bench *b, unsigned node, unsigned link);

extern const struct tnw_io tn_tnw_bench_io; /* its ctx is a struct tn_tnw_host_node */
/* A register read for which no program waits: 0 and a question, or negative errno; its answer: 0,
 * -EAGAIN not yet, -EIO it is an error. */
int tn_tnw_bench_ask(struct tn_tnw_host_node *n, uint64_t addr, unsigned *question);
int tn_tnw_bench_answer(struct tn_tnw_host_node *n, unsigned question, uint32_t *value);
int tn_tnw_bench_advance(void *bench); /* for tn_tnw_spmd() */
/* What hosts do in a turn, no cycle passing: for who lets time pass by other means. */
void tn_tnw_bench_hosts(struct tn_tnw_bench *b);
/* Lets cycles pass, from within a program. 0, or -ETIMEDOUT. */
int tn_tnw_bench_pass(struct tn_tnw_bench *b, uint64_t cycles);

/* The bench's own registers (harness/tnw/dut/tnw_torus_tb.v); a cycle passes. From the hook, or
 * outside of programs. line is 6 x node + link where it comes in. */
enum {
    TN_TNW_BENCH_R_TAPS = 0x1000,
    TN_TNW_BENCH_R_HOLD = 0x1004,
    TN_TNW_BENCH_R_MASK = 0x1008, /* and the word behind it */
    TN_TNW_BENCH_R_STRIKE = 0x1010,
    TN_TNW_BENCH_R_CUT = 0x1014,
    TN_TNW_BENCH_R_NOISE = 0x1018,
    TN_TNW_BENCH_R_WIRES = 0x101c,
    TN_TNW_BENCH_R_DEED_LINE = 0x1020,
    TN_TNW_BENCH_R_DEED = 0x1024,
    TN_TNW_BENCH_TAPS = 8,    /* of a node */
    TN_TNW_BENCH_TAP_TAKE = 6 /* of these: what tnw_rcv takes, {fit, id} */
};
void tn_tnw_bench_strike(unsigned line, uint64_t mask, unsigned cycles);
void tn_tnw_bench_cut(unsigned line, bool on);
void tn_tnw_bench_noise(unsigned one_in_log2); /* 0: none */
void tn_tnw_bench_hold(unsigned nodes);        /* the set in reset */
/* Words of one line that are lost, doubled and so on (harness/tnw/bfm/tn_bfm_tnw_strikes.v), on
 * benches whose parameter STRIKES is 1 (without symbols, and no lean model): one deed at a time,
 * done once. place: 0 to 34, word of the packet behind skip others that begin from now on; or the
 * word behind skip others of its kind. from: 6 x node + link that sends what comes in on line. Tap
 * TN_TNW_BENCH_DEED tells when it is done (kind in bits 2:0), and with kind 0 when the line is as
 * it was: the next may be armed. */
enum tn_tnw_deed {
    TN_TNW_DEED_FLIP = 1, /* bits of mask, 31:0 data, 35:32 flags */
    TN_TNW_DEED_LOSE,
    TN_TNW_DEED_DOUBLE,
    TN_TNW_DEED_SWAP, /* with the next */
    TN_TNW_DEED_GONE, /* 35 words are IDLE */
};
enum {
    TN_TNW_DEED_SET = 63,     /* an ordered set */
    TN_TNW_DEED_CONTROL = 62, /* an ordered set or a START */
    TN_TNW_DEED_ANY = 61,     /* a word that is not IDLE */
};
void tn_tnw_bench_deed(unsigned line, unsigned from, enum tn_tnw_deed kind, unsigned place,
                       unsigned skip, uint64_t mask);
/* Shows lines and links to those who called tn_tap_subscribe(), as taps TN_TNW_BENCH_WIRES to +
 * 6 (harness/tnw/bfm/tn_bfm_tnw_wires.v). */
void tn_tnw_bench_wires(bool on);
enum { TN_TNW_BENCH_WIRES = 64, TN_TNW_BENCH_DEED = TN_TNW_BENCH_WIRES + 7 };

#endif
