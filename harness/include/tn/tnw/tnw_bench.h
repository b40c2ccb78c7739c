/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a torus of TNW network processors in RTL (harness/tnw/dut/tnw_torus_tb.v): a host at
 * each node, on which TNW's library runs, and the lines, whose words are judged and captured.
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
    TN_TNW_TAGS = 256,    /* most register reads of a host under way */
    TN_TNW_ANSWERS = 256, /* most reads of host memory under way */
    TN_TNW_TURN = 4,      /* cycles between the nodes' turns */
};

struct tn_tnw_bench;

/* Returns the BAR0 that the bench gives a node; odd nodes have BARs above 4 GiB. */
static inline uint64_t tn_tnw_bench_bar0(unsigned node)
{
    return node % 2 ? 0x2000010000 : 0xf0010000;
}
/* Returns the BAR2 that the bench gives a node. */
static inline uint64_t tn_tnw_bench_bar2(unsigned node)
{
    return node % 2 ? 0x2100000000 : 0x40000000;
}

/* The host of one node, which does struct tnw_io by TLPs. */
struct tn_tnw_host_node {
    struct tn_tnw_bench *bench;
    unsigned node;
    struct tn_source *to; /* source of TLPs to the node */
    struct tn_memory *memory;
    uint64_t bar0, bar2;
    unsigned next_tag;
    struct { /* register reads, by tag */
        bool asked, answered, refused;
        uint32_t value;
    } read[TN_TNW_TAGS];
    struct tn_tnw_answer { /* reads of host memory that are being answered */
        bool busy;
        uint64_t due;  /* cycle of the next completion */
        uint64_t addr; /* address of its first byte */
        uint32_t left; /* bytes still to be sent */
        uint16_t requester;
        uint8_t tag, tc, attr;
    } answer[TN_TNW_ANSWERS];
    uint64_t writes;     /* number of MWr to host memory */
    uint64_t written;    /* their bytes */
    uint64_t last_write; /* cycle of the first beat of the last MWr */
};

/* Both directions of the cable at a node's plus link. */
struct tn_tnw_cable {
    struct tn_tnw_bench *bench;
    struct tn_tnw_recorder way[2]; /* words that the link sends; words that come in on it */
    struct tn_checker *checker;
};

struct tn_tnw_bench {
    unsigned nodes, size[3];
    bool pcs;
    struct tn_tnw_host_node node[TN_TNW_BENCH_NODES];
    struct tn_tnw_cable cable[TN_TNW_BENCH_NODES][3];
    struct tn_rng rng;
    /* settings */
    unsigned read_cyc;   /* cycles until host memory answers a read */
    unsigned read_swing; /* most cycles more; answers come in any order and in parts; 0: in order */
    unsigned reg_cyc;    /* cycles after which a register read is -ETIMEDOUT; 0: never */
    uint64_t until;      /* last cycle; after it every wait is -ETIMEDOUT */
    void (*hook)(void *ctx, uint64_t cycle); /* called between turns; may use registers */
    void *hook_ctx;
    /* Called before a completion of the node's memory leaves, whose first byte is at addr; may
     * change the completion. Returns 0: the completion leaves; n > 0: the function is called again
     * n cycles later; below 0: neither the completion nor the rest of its read ever leaves. A
     * completion that was made a Cpl ends its read. NULL: all completions leave. */
    int (*completes)(void *ctx, unsigned node, uint64_t addr, struct tn_tlp *cpl);
    void *completes_ctx;
    /* results */
    unsigned verdicts;
    char said[256]; /* text of the first verdict */
    uint64_t records, words, start_cycle[TN_TNW_BENCH_NODES][6], takes[TN_TNW_BENCH_NODES];
    uint64_t starts[TN_TNW_BENCH_NODES][6]; /* STARTs of packets that came in on each line */
    struct tn_writer *writer;
    unsigned writes_node, writes_axis;
};

/* Finds the bench's modules, makes memories, resets, and turns on the taps of the set of nodes.
 * Lines that come in at these nodes are judged, cable by cable where both ends are in the set.
 * Returns 0, -ENODEV (no such bench) or -ENOMEM. */
int tn_tnw_bench_open(struct tn_tnw_bench *b, unsigned taps, uint64_t seed);
/* Judges packets that are still open, ends the capture and frees. */
void tn_tnw_bench_close(struct tn_tnw_bench *b);
/* Captures the cable at the plus link of that axis (0 to 2) of a node from now on. The points are
 * s_ and m_, followed by node and axis. Returns 0, or -EIO with a message. */
int tn_tnw_bench_capture(struct tn_tnw_bench *b, const char *path, unsigned node, unsigned axis);

/* Returns the node that a link leads to (tnw_torus.md section 1). */
unsigned tn_tnw_bench_neighbour(const struct tn_tnw_bench *b, unsigned node, unsigned link);

/* The bench's hosts as a struct tnw_io, whose ctx is a struct tn_tnw_host_node. */
extern const struct tnw_io tn_tnw_bench_io;
/* Begins a register read without waiting. Returns 0 and a question, or negative errno. */
int tn_tnw_bench_ask(struct tn_tnw_host_node *n, uint64_t addr, unsigned *question);
/* Gives the answer to a question. Returns 0, -EAGAIN (no answer yet) or -EIO (the answer is an
 * error). */
int tn_tnw_bench_answer(struct tn_tnw_host_node *n, unsigned question, uint32_t *value);
/* Lets TN_TNW_TURN cycles pass: a tn_tnw_advance_fn. */
int tn_tnw_bench_advance(void *bench);
/* Does one turn of all hosts without a cycle passing, for callers that let time pass by other
 * means. */
void tn_tnw_bench_hosts(struct tn_tnw_bench *b);
/* Lets cycles pass, from within a program. Returns 0 or -ETIMEDOUT. */
int tn_tnw_bench_pass(struct tn_tnw_bench *b, uint64_t cycles);

/* The bench's own registers (harness/tnw/dut/tnw_torus_tb.v). The functions below write them; each
 * lets a cycle pass and is called from the hook or outside of programs. A line has the number 6 x
 * node + link of the end at which it comes in. */
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
    TN_TNW_BENCH_TAPS = 8,    /* taps of a node */
    TN_TNW_BENCH_TAP_TAKE = 6 /* tap of the packets that tnw_rcv takes, {fit, id} */
};
/* Inverts the bits of mask on the line for so many cycles. */
void tn_tnw_bench_strike(unsigned line, uint64_t mask, unsigned cycles);
/* Cuts the line (on), or mends it. */
void tn_tnw_bench_cut(unsigned line, bool on);
/* Inverts a bit of a random line in about one of 2^one_in_log2 cycles; 0: no noise. */
void tn_tnw_bench_noise(unsigned one_in_log2);
/* Holds the set of nodes in reset. */
void tn_tnw_bench_hold(unsigned nodes);
/* Deeds change words of one line (harness/tnw/bfm/tn_bfm_tnw_strikes.v), on benches whose parameter
 * STRIKES is 1 (without symbols, and no lean model). One deed at a time is armed, and done once.
 * Tap TN_TNW_BENCH_DEED tells that a deed was done (its kind in bits 2:0) and, with kind 0, that
 * the line is as before and the next deed may be armed. */
enum tn_tnw_deed {
    TN_TNW_DEED_FLIP = 1, /* inverts the bits of mask: 31:0 data, 35:32 flags */
    TN_TNW_DEED_LOSE,
    TN_TNW_DEED_DOUBLE,
    TN_TNW_DEED_SWAP, /* swaps the word with the next word */
    TN_TNW_DEED_GONE, /* makes 35 words IDLE */
};
/* Places of a deed beside 0 to 34, the words of a packet. */
enum {
    TN_TNW_DEED_SET = 63,     /* an ordered set */
    TN_TNW_DEED_CONTROL = 62, /* an ordered set or a START */
    TN_TNW_DEED_ANY = 61,     /* a word that is not IDLE */
};
/* Arms a deed. place 0 to 34 is a word of the packet behind skip other packets that begin from now
 * on; other places are the word behind skip others of that kind. from is 6 x node + link of the end
 * that sends on the line. */
void tn_tnw_bench_deed(unsigned line, unsigned from, enum tn_tnw_deed kind, unsigned place,
                       unsigned skip, uint64_t mask);
/* Shows lines and links to subscribers of tn_tap_subscribe(), as taps TN_TNW_BENCH_WIRES to
 * TN_TNW_BENCH_WIRES + 6 (harness/tnw/bfm/tn_bfm_tnw_wires.v). */
void tn_tnw_bench_wires(bool on);
enum { TN_TNW_BENCH_WIRES = 64, TN_TNW_BENCH_DEED = TN_TNW_BENCH_WIRES + 7 };

#endif
