/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the files of the network interface's judge share.
 */
#ifndef TN_APENET_NI_JUDGE_H
#define TN_APENET_NI_JUDGE_H

#include <tn/apenet/ape_ni_judge.h>

enum tn_apn_rule {
    TN_APN_LCL_1,
    TN_APN_AXI_1,
    TN_APN_RD_1,
    TN_APN_FET_1,
    TN_APN_PKT_1,
    TN_APN_PKT_2,
    TN_APN_PKT_3,
    TN_APN_GET_1,
    TN_APN_ACK_1,
    TN_APN_EVT_1,
    TN_APN_EVT_2,
    TN_APN_EVT_3,
    TN_APN_EVT_4,
    TN_APN_MEM_1,
    TN_APN_MEM_2,
    TN_APN_TIM_1,
    TN_APN_CMD_1,
    TN_APN_CNT_1,
    TN_APN_RULES
};

/* A packet that must leave, or data that must be written: a member of a list, oldest first. */
struct tn_apn_owed {
    struct tn_apn_owed *next;
    uint64_t number; /* of a reply its request; of data and answers their message; else 0 */
    uint64_t pa;     /* of data: where they go */
    unsigned n;      /* words of the packet, or bytes of the data */
    unsigned
        written; /* bytes of the data that came; of an answer: 1 when it may have been dropped */
    unsigned bursts; /* of these data without their B */
    uint8_t *seen;   /* of data: 1 for each byte that came */
    uint8_t bytes[];
};
struct tn_apn_list {
    struct tn_apn_owed *first;
    size_t n;
};

/* An event that must come. */
struct tn_apn_due {
    struct tn_apn_event e;
    struct tn_apn_why why;
    uint64_t after; /* of a descriptor: packets of the ring that must have left */
};
enum { TN_APN_DUES = 4096, TN_APN_MESSAGE_N = 1 << 16 };

/* Events in the order in which they must come: of descriptors, of each VC's packets, of timers. */
enum tn_apn_row { TN_APN_ROW_DESC, TN_APN_ROW_VC0, TN_APN_ROW_VC1, TN_APN_ROW_TIMER, TN_APN_ROWS };
struct tn_apn_row_of {
    struct tn_apn_due due[TN_APN_DUES];
    size_t in, out;
};

/* A read that must be asked for. */
struct tn_apn_read {
    uint64_t addr;
    unsigned beats;
};
enum { TN_APN_READS = 16384, TN_APN_BURSTS = 256, TN_APN_BEATS = 1024 };

/* A write burst. */
struct tn_apn_burst {
    uint64_t addr, offered; /* offered: first cycle of the address */
    unsigned id, beats, at; /* at: beats of data taken */
    struct tn_apn_owed *data[2];
};
struct tn_apn_beat {
    uint8_t data[16];
    uint16_t strb;
    bool last;
};

struct tn_apn_judge {
    struct tn_judge judge;
    struct tn_scope scope;
    struct tn_apn model;
    struct tn_apn_host host;
    /* registers that software wrote, by address / 4 from 1000 on */
    uint32_t reg[64];
    uint32_t result;     /* CMD_RESULT that must come */
    bool result_unknown; /* of a command on the TLB */
    /* transmission */
    struct tn_apn_list ring, replies, answers;
    uint64_t ring_in, ring_out; /* packets of the ring that were expected, that left */
    uint32_t ack_sent, ack_dropped;
    uint64_t asked[TN_APN_TAGS]; /* of each awaited answer: cycle in which its message had left */
    uint32_t taken;              /* index behind the last descriptor given to the model */
    uint32_t fetched;            /* index behind the last descriptor that was read */
    struct tn_apn_read read[TN_APN_READS];
    size_t reads;
    /* the local port */
    uint8_t tx[TN_APN_WORDS + 1][16], rx[TN_APN_WORDS + 1][16];
    unsigned tx_n, rx_n;
    struct tn_apn_local was; /* the cycle before */
    bool waited;             /* its word was not taken */
    /* events */
    struct tn_apn_row_of row[TN_APN_ROWS];
    uint32_t event_write; /* index of the next event */
    bool event_phase;     /* of the round */
    /* data */
    struct tn_apn_list data;
    uint32_t open[TN_APN_MESSAGE_N]; /* of each message, modulo: pieces without all their Bs */
    uint64_t done[TN_APN_MESSAGE_N]; /* of each message, modulo: cycle of the last B */
    /* the AXI master */
    struct tn_apn_burst burst[TN_APN_BURSTS]; /* writes under way, oldest first */
    unsigned bursts;
    struct tn_apn_beat beat[TN_APN_BEATS]; /* data whose burst is not known */
    unsigned beats;
    uint64_t aw_offered; /* first cycle of the address that waits; 0: none does */
};

/* Judges a rule; nothing is judged behind a failure. */
#define TN_APN_ASK(j, rule, ok, ...) tn_scope_judge(&(j)->scope, rule, ok, __VA_ARGS__)

/* Puts bytes at a list's end. Returns the member. */
struct tn_apn_owed *tn_apn_owe(struct tn_apn_list *l, const void *bytes, unsigned n);
/* Removes a member. */
void tn_apn_paid(struct tn_apn_list *l, struct tn_apn_owed *x);
/* An event was written, whose address was first offered in that cycle. */
void tn_apn_judge_event(struct tn_apn_judge *j, uint64_t offered, uint64_t addr,
                        const uint64_t word[2]);
/* An answer is due, of a message that is whole or of none (0). */
void tn_apn_owe_answer(struct tn_apn_judge *j, const void *word, uint64_t message);
/* An answer left. */
void tn_apn_answer_left(struct tn_apn_judge *j, const uint8_t word[16]);
/* A packet of the ring left, which may ask for an answer. */
void tn_apn_asked_left(struct tn_apn_judge *j, const struct tn_apn_packet *p);
/* The event of an answer that did not come was written; the model follows. */
void tn_apn_follow_ack_timer(struct tn_apn_judge *j, uint64_t offered, uint16_t node, uint16_t pid,
                             uint32_t tag);
/* Returns how many answers must come yet. */
size_t tn_apn_answers_open(const struct tn_apn_judge *j);
/* At rest: blames answers that did not come, and counts those that their queue had no room for. */
void tn_apn_answers_rest(struct tn_apn_judge *j);
/* Returns a register of 64 bits that software wrote. */
uint64_t tn_apn_reg64(const struct tn_apn_judge *j, uint32_t addr);

#endif
