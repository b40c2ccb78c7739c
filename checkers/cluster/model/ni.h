/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of the network interface. The judge is untimed: a packet that came
 * takes its effect somewhere in a window of cycles, and is an open change until then; a read may
 * see open changes or not. Times count in calm cycles, in which neither the network's priority 0
 * nor memory makes the interface wait.
 */
#ifndef CL_MODEL_NI_H
#define CL_MODEL_NI_H

#include <tn/cluster/cl_ni.h>
#include <tn/cluster/cluster.h>
#include <tn/due.h>
#include <tn/fork.h>
#include <tn/keyed.h>

/* The rules by their places in the judge's list. */
enum {
    N_CPU_1,
    N_REM_1,
    N_CCH_1,
    N_CCH_2,
    N_SCR_1,
    N_LIN_1,
    N_PKT_1,
    N_PKT_2,
    N_PRT_1,
    N_ACK_1,
    N_RED_1,
    N_CMD_1,
    N_CMD_2,
    N_CMD_3,
    N_CNT_1,
    N_CNT_2,
    N_QUE_1,
    N_QUE_2,
    N_HSK_1,
    N_REG_1
};

enum {
    NI_WORDS = CL_NI_LINES * CL_NI_LINE_WORDS, /* words of the scratchpad */
    CHANGES = 128,                             /* open changes */
    OWED = 128,                                /* answers that are owed */
    SLOTS = 32,                                /* open changes of a counter */
    STATES = 128,                              /* states of a counter */
    ROW = 256,                                 /* items, and reads, of a queue that are kept */
    WORK = 64,                                 /* busy command buffers */
    SETTLE_CYC = 128, /* from a packet's last word to its effect, while all is calm */
    MISS_CYC = 1024,  /* an answer is missing when its priority was quiet for so long */
    AHEAD_BYTES = 64, /* of a command buffer, between the lines' read and the pins */
    MEM_LINES = 1 << 17,
    ITEM_WORDS = 14
};

/* A word of the scratchpad, with the value before its last change. */
struct cl_ni_word {
    uint32_t is, was;
    uint64_t at, before; /* cycles of the last change and of the one before */
    bool known;
    uint8_t order; /* of the last change */
};

/* Changes of one order come one after another, as their packets did: the effects of packets of a
 * priority, and the answers to them that are done inside. */
enum { NI_ANY, NI_EFFECT, NI_INSIDE = NI_EFFECT + CL_NI_PRIOS };

enum cl_ni_kind { NI_STORE, NI_ADD, NI_ERROR };

/* A change that is open: its effect comes until calm cycle until, or has come. */
struct cl_ni_change {
    bool open;
    enum cl_ni_kind kind;
    uint8_t order;
    unsigned word, n; /* the first word, and how many */
    uint32_t data[CL_NI_LINE_WORDS];
    uint64_t id, after; /* after: id of a change that is visible when this one is; 0: none */
    uint64_t from, until;
    unsigned slot;  /* of a counter */
    unsigned by;    /* line of the counter that makes it when it fires; CL_NI_LINES: none */
    uint8_t firing; /* number of that firing */
};

/* An answer that is owed: ACK, NACK or the data of a READ. */
struct cl_ni_owed {
    bool open, either; /* either: of a MESSAGE; an ACK, or a NACK with cause 1 */
    uint8_t type, cause;
    uint32_t to, ack, value; /* value: bytes */
    unsigned word;           /* first one that a READ asks for */
    uint64_t since, change;  /* change: id of the data that the ACK tells of */
    unsigned queue;          /* a word of its line; 0: none */
    uint64_t item;           /* its number */
};

/* A state that a counter may be in. */
struct cl_ni_count {
    uint32_t value;
    uint32_t applied;    /* a bit for each slot */
    uint8_t fires, ends; /* firings begun and ended, modulo 256 */
    uint16_t error;      /* 1: w7's error */
};

struct cl_ni_counter {
    unsigned line;
    struct tn_fork fork;
    struct cl_ni_count place[2 * STATES];
    uint64_t slot[SLOTS];      /* ids of changes; 0: free */
    unsigned next;             /* address of the firing whose packets are seen, 0 to 3 */
    uint8_t seen, posted;      /* firings whose packets were all seen; whose local adds were made */
    uint64_t changed, seen_at; /* cycle of the last change; calm one of the last firing's end */
};

/* An item, or a read, of a queue. */
struct cl_ni_item {
    uint32_t to; /* of a read: the response */
    unsigned words;
    uint32_t data[ITEM_WORDS];
    uint64_t came;
    bool sure; /* it was accepted */
};

struct cl_ni_queue {
    struct tn_scope scope;
    struct cl_ni_item item[ROW], read[ROW]; /* those that were not refused, and not given */
    uint64_t item_out, item_in, read_out, read_in;
    uint32_t errors;
    uint64_t changed;
    bool maybe; /* the next may have been refused without a trace */
};

/* A command buffer. */
struct cl_ni_buffer {
    uint8_t stored; /* words 0 to 3, a bit each */
    uint8_t status, op;
    bool busy, nacked, ran, reads; /* reads: its source is remote */
    bool tail; /* what a buffer had to send when it was started again or its line changed */
    unsigned line;
    uint32_t size, source, target, ack, left; /* global addresses; bytes */
    uint32_t data[4];
    uint64_t at[2]; /* cycles of the last packet and of the one before, or of the start */
    uint64_t ended, nacked_at;
};

struct cl_ni_line {
    uint8_t state;
    struct cl_ni_counter *counter;
    struct cl_ni_queue *queue;
    struct cl_ni_buffer *buffer;
};

/* A line of memory as its stores left it. */
struct cl_ni_mem {
    uint64_t key; /* number of the line, and 1 */
    uint32_t word[CL_NI_LINE_WORDS];
    bool dirty, early; /* early: it was written back with the store that is under way */
};

/* A counter register: it reads lo to hi, and hi when all has settled. */
struct cl_ni_reg {
    uint32_t lo, hi;
    uint64_t at;
};

struct cl_ni_stream {
    uint32_t word[CL_WORDS_MAX];
    unsigned n; /* words taken; more than CL_WORDS_MAX are not kept */
};

struct tn_cl_ni_judge {
    struct tn_judge judge;
    struct tn_scope all;
    bool reset_seen, reading;
    uint64_t now, calm, ids;
    uint8_t order; /* of the changes that are being opened */
    uint16_t read_addr;
    struct tn_cl_ni_pins was;
    const struct tn_cl_ni_pins *p;
    uint32_t region[4 * CL_NI_REGIONS];
    uint64_t region_at;
    struct cl_ni_line line[CL_NI_LINES];
    struct cl_ni_word word[NI_WORDS];
    struct cl_ni_change change[CHANGES];
    struct cl_ni_owed owed[OWED];
    struct cl_ni_buffer *busy[WORK];
    unsigned busies;
    struct cl_ni_stream tx[CL_NI_PRIOS], rx[CL_NI_PRIOS];
    uint64_t quiet[CL_NI_PRIOS]; /* cycles without a word */
    /* LINE */
    unsigned line_at;
    uint8_t line_state;
    enum { NI_DONE, NI_TAKEN, NI_REFUSED, NI_EITHER } line_is;
    /* the CPU's access */
    uint64_t c_since;
    bool sent, loaded; /* its packet has left; its answer has come */
    bool load_fault;
    uint32_t load_value;
    struct {
        uint32_t to, data;
        uint64_t at;
    } store[OWED]; /* remote stores whose packet has not left */
    unsigned stores;
    /* memory */
    struct tn_keyed mem;
    uint32_t fetch[OWED];
    unsigned fetches;
    /* registers */
    struct cl_ni_reg faults, malformed, nacks, hits, misses, backs;
};

/* Where an access goes. */
struct cl_ni_way {
    bool fault, remote, scratch;
    uint32_t to;   /* the global address */
    unsigned left; /* bytes of the region from there on */
};

/* Finds the way of a virtual address; rights: CLN_RD or CLN_WR. */
struct cl_ni_way cl_ni_way(const struct tn_cl_ni_judge *j, uint32_t va, unsigned rights);
/* Says whether a global address is one of this CPU. */
static inline bool cl_ni_here(const struct tn_cl_ni_judge *j, uint32_t addr)
{
    return cl_node(addr) == j->p->cfg_node && cl_cpu(addr) == j->p->cfg_cpu;
}
/* Returns the word of the scratchpad at an address of a CPU's space; NI_WORDS: none. */
unsigned cl_ni_place(uint32_t addr);
/* Returns the state of the line of such a word; CL_NI_STATES: there is none. */
unsigned cl_ni_state_of(const struct tn_cl_ni_judge *j, unsigned word);

/* The cycle's parts. */
void cl_ni_cpu(struct tn_cl_ni_judge *j);
void cl_ni_memory(struct tn_cl_ni_judge *j);
void cl_ni_network(struct tn_cl_ni_judge *j);
void cl_ni_registers(struct tn_cl_ni_judge *j);

/* Counts an event; sure: it is certainly one. */
void cl_ni_tick(const struct tn_cl_ni_judge *j, struct cl_ni_reg *r, bool sure);

/* Sets a word now. */
void cl_ni_set(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
/* Says whether a read that began in cycle since may see the value. */
bool cl_ni_may_be(struct tn_cl_ni_judge *j, unsigned word, uint32_t value, uint64_t since);
/* Opens a change, and returns it; NULL: too many are open, and the judge has closed its scope. */
struct cl_ni_change *cl_ni_open(struct tn_cl_ni_judge *j, enum cl_ni_kind kind, unsigned word,
                                unsigned n, const uint32_t *data);
/* A change's effect has certainly come; id 0, or one that is not open: nothing happens. */
void cl_ni_come(struct tn_cl_ni_judge *j, uint64_t id);
struct cl_ni_change *cl_ni_find(struct tn_cl_ni_judge *j, uint64_t id);

/* Gives this CPU an ACK, ADD or NACK, which shows that change after has come. Returns the change
 * that it makes, or NULL. */
struct cl_ni_change *cl_ni_deliver(struct tn_cl_ni_judge *j, unsigned type, uint32_t to,
                                   uint32_t value, uint64_t after);
/* Owes an ACK or a NACK; those to this CPU are done inside, and then NULL is returned. */
struct cl_ni_owed *cl_ni_owe(struct tn_cl_ni_judge *j, unsigned type, uint32_t to, unsigned cause,
                             uint32_t value, uint64_t change);
/* Refuses a packet for protection. */
void cl_ni_refuse(struct tn_cl_ni_judge *j, uint32_t to, uint32_t bytes);

/* Command buffers: a store, a load, a packet that leaves, a NACK, the cycle. */
void cl_ni_command_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
void cl_ni_command_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
bool cl_ni_command_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k);
/* Keeps what a busy buffer has to send, before the line gets something else to do. */
void cl_ni_command_leave(struct tn_cl_ni_judge *j, unsigned line);
void cl_ni_command_nack(struct tn_cl_ni_judge *j, unsigned line);
void cl_ni_commands(struct tn_cl_ni_judge *j);

/* Counters: a line becomes one, a change, its end (applied or withdrawn), a load, an ADD that
 * leaves, the cycle. A firing that is certain is one in all states. */
void cl_ni_counter_new(struct tn_cl_ni_judge *j, unsigned line);
void cl_ni_counter_change(struct tn_cl_ni_judge *j, struct cl_ni_change *c);
void cl_ni_counter_end(struct tn_cl_ni_judge *j, struct cl_ni_change *c, bool applied);
void cl_ni_counter_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
void cl_ni_counter_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
bool cl_ni_counter_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k);
void cl_ni_counters(struct tn_cl_ni_judge *j, struct cl_ni_counter *c);
bool cl_ni_counter_idle(const struct tn_cl_ni_judge *j, const struct cl_ni_counter *c);

/* Queues: a line becomes one, MESSAGE and QUEUE_READ, a response that leaves, an outcome that is
 * seen, and the CPU's accesses. */
void cl_ni_queue_new(struct tn_cl_ni_judge *j, unsigned line);
void cl_ni_enqueue(struct tn_cl_ni_judge *j, unsigned word, const struct cl_packet *k);
void cl_ni_dequeue(struct tn_cl_ni_judge *j, unsigned word, const struct cl_packet *k);
bool cl_ni_queue_sends(struct tn_cl_ni_judge *j, const struct cl_packet *k);
bool cl_ni_queue_full(struct tn_cl_ni_judge *j, const struct cl_packet *k);
void cl_ni_queue_told(struct tn_cl_ni_judge *j, const struct cl_ni_owed *o, bool accepted);
/* Blames an item and a read that do not meet. */
void cl_ni_queue_meets(struct tn_cl_ni_judge *j, struct cl_ni_queue *q);
/* Says whether no item and no read wait for each other. */
bool cl_ni_queue_idle(const struct cl_ni_queue *q);
bool cl_ni_queue_faults(const struct tn_cl_ni_judge *j, unsigned word);
void cl_ni_queue_load(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);
void cl_ni_queue_store(struct tn_cl_ni_judge *j, unsigned word, uint32_t value);

/* Returns data word i, of 32 bits, of a packet that has data behind its ack. */
static inline uint32_t cl_ni_data(const struct cl_packet *k, unsigned i)
{
    return k->word[6 + 2 * i] | (uint32_t)k->word[7 + 2 * i] << 16;
}

#endif
