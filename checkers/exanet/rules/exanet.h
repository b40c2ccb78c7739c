/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the ExaNet rules.
 */
#ifndef TN_RULES_EXANET_H
#define TN_RULES_EXANET_H

#include "../../engine/engine.h"

#include <tn/exanet/exa.h>
#include <tn/keyed.h>

/* The rules by their places in the fabric's table: R_EXA_FRM_1, ... */
enum tn_exanet_rule {
#define TN_RULE(ident, id, level, source, text) R_##ident,
#include "../spec/rules.def"
#undef TN_RULE
    TN_EXANET_RULES
};
/* The parts of a packet that can be trusted; a set. */
enum { EXA_GOOD_FOOTER = 1, EXA_GOOD_PAYLOAD = 2 }; /* the first also of a header alone */

enum { EXA_PATH_CYCLES = 65536 }; /* after them no packet of a path is under way */
enum { EXA_CTX_NS = (1 << 21) / 3 * 20 }; /* twice the default CTX_TIMEOUT, at 150 MHz */
enum { EXA_ASKERS = 1 << 16 };                /* senders whose open packets are counted */
enum { EXA_CONTROLS = 256, EXA_NODES = 256, EXA_UNDER_WAY = 512 };
#define EXA_NO_BLOCK  (~0ull)                 /* no such attempt */
#define EXA_ANY_BLOCK (~0ull - 1)             /* an attempt of which no data was seen */
enum { EXA_BRIDGES = 256, EXA_ZDMA_MAX = 6, EXA_ZDMA_KEPT = 16 }; /* requests a bridge may have outstanding; those kept */

/* The packets sent under one {source, tid, number} of a message or one {source, destination, tid}
 * of transactions; or the flow of a {source, tid} that came last. */
struct exa_flow {
    uint64_t key;
    uint64_t packet, time_ns; /* of the packet sent last */
    uint64_t
        other; /* key of the flow of the same {source, tid} that came before this one; 0: none */
    uint32_t dst; /* the node that it was sent to */
    bool answered;
    bool elsewhere; /* a copy: another link of the capture has the flow, this one its answers alone */
    /* messages */
    uint64_t sum; /* checksum of header and payload */
    unsigned sent, acks;
    /* transactions: the attempt with the newest retransmission number */
    uint16_t seq, oldest;
    bool data; /* a packet with data was seen */
    bool have_first, have_last;
    unsigned again; /* packets that ask for another positive response: copies, and see whole */
    uint8_t first_bit, last_bit;
    unsigned positive;  /* positive responses */
    uint64_t block;     /* addr / 16 KiB */
    uint64_t next;      /* the address after the last packet */
    uint64_t sent_map;  /* by addr[13:8]: the packet was sent */
    uint64_t map;       /* by addr[13:8]: the packet arrived whole */
    bool notify;        /* the notify bit of the first packet with data */
    uint64_t control;   /* number of the last control packet, 0: none */
    bool control_whole; /* a control packet came whole */
    uint64_t before;    /* block of an earlier attempt that had a control packet */
    bool had_control;   /* an earlier attempt of the generation had a control packet */
    uint64_t of_gen;    /* block of the generation's data, plus 1; 0: none was seen */
    uint32_t *sums;     /* of the generation's data by addr[13:8], 0: not seen; owned, or NULL */
    uint16_t noted;     /* generation that had its notification, plus 1; 0: none */
    uint16_t ended;     /* generation that was answered 0, plus 1; 0: none */
    uint8_t path;       /* of the packet sent last */
    bool whole; /* an earlier attempt of the generation came whole, unrefused: it may be done */
    bool refused;       /* the attempt was answered with a code other than 0 */
    bool refused_elsewhere; /* the same, by an answer that another link saw */
    bool waits;         /* counted as open: joined.c */
    bool half;          /* the generation, or the message, may have begun before the first record */
    bool torn;          /* the attempt's first packet was not seen: it did */
    bool doubled;       /* a packet of the attempt came twice */
    bool counted;       /* the generation is among the open ones of its transfer */
    uint64_t transfer;  /* key of that transfer */
    uint64_t cycle;     /* of the packet sent last */
    uint64_t unread;    /* packets that could not be read before the attempt began */
    uint64_t no_room;   /* when the generation was first refused for want of a context, plus 1; 0: it was not */
};

/* The transactions of one {source, destination, pdid}. */
struct exa_transfer {
    uint64_t key;
    unsigned open; /* begun, and not yet answered 0 */
};

/* A control packet, and whether its notification has come. */
struct exa_control {
    uint64_t flow;  /* key of its transaction */
    uint32_t node;  /* the receiver */
    uint64_t place; /* coordinates and address of the notification */
    uint16_t tid;   /* of its transaction */
    uint64_t packet;
    uint8_t payload[EXA_WORD];
    unsigned sent, notified;
};

/* A packet that came at one point and has not left at another. */
struct exa_under_way {
    uint64_t packet;    /* number of the packet; 0: none */
    uint64_t look;      /* hash of its bytes */
    uint64_t path;      /* source and destination */
    uint64_t passed_by; /* the first packet that came later and left before it */
    uint16_t passed_at; /* the point at which that packet left */
    uint16_t point;
};

/* An AXI bridge and its requests without an answer, the oldest first. */
struct exa_bridge {
    uint32_t node;
    unsigned open_n;
    uint64_t asked; /* by tid, up to 63: it was seen to ask under it */
    bool heard;     /* an answer to it was seen */
    struct {
        uint32_t what;   /* completer, tid, read or write */
        bool elsewhere;  /* another link of the capture saw its answer */
        uint16_t at;     /* the point at which that link saw it */
    } open[EXA_ZDMA_KEPT];
};

/* An ExaNet channel between two cycles. */
struct exa_channel {
    unsigned waiting; /* the valid that has not met its ready, or 0 */
    uint8_t data[EXA_WORD];
    bool inside;    /* a packet has begun */
    bool unsure;    /* the packet's header cannot be trusted */
    unsigned words; /* payload words of the packet so far */
};

struct tn_exa_rules {
    struct exa_channel channel;
    struct tn_keyed flows;     /* struct exa_flow */
    uint64_t flow_now;         /* key of the transaction of the packet sent last */
    uint64_t flow_now_ns;      /* when that packet was sent */
    uint64_t flow_other_ns;    /* when the last packet of a transaction but that one was sent, plus 1; 0: none */
    struct tn_keyed askers;    /* struct exa_asker; empty unless traffic was under way before */
    struct tn_keyed both_ways; /* keys alone: pairs of nodes, sender first, whose packets and answers pass here */
    struct tn_keyed transfers; /* struct exa_transfer; empty unless the parameters know transfers */
    struct exa_control controls[EXA_CONTROLS];
    size_t control_n, control_next;
    bool controls_lost;        /* the ring overwrote an open control packet */
    uint64_t unread;           /* packets whose sender and number could not be trusted */
    bool cut;                  /* a packet without its footer was seen: its sender is not known */
    uint32_t nodes[EXA_NODES]; /* nodes, plus 1, that packets were sent to */
    size_t node_n;
    struct exa_under_way way[EXA_UNDER_WAY]; /* ring */
    unsigned way_at;
    struct exa_bridge bridges[EXA_BRIDGES];
    size_t bridge_n;
};

extern const struct tn_protocol tn_protocol_exanet;

static inline struct tn_exa_rules *exa_rules(const struct tn_checker *c)
{
    return c->state;
}

/* Judges the ExaNet packet of the present event by the rules at its point, or between points. */
void tn_rules_exa(struct tn_checker *c, bool between);
/* Judges a serial link's frame, and the packet in it. */
void tn_rules_exa_frame(struct tn_checker *c);
/* Sets up the state before the first event. */
void tn_rules_exa_begin(struct tn_checker *c);
/* Judges transactions that are open at the end. */
void tn_rules_exa_end(struct tn_checker *c);
/* Frees the memory of the state. */
void tn_rules_exa_free(struct tn_checker *c);

/* Returns the 16 KiB block of k's destination. */
static inline uint64_t exa_block_of(const struct exa_packet *k)
{
    return k->addr >> 14;
}

/* Judges one packet by itself. Returns the parts that can be trusted. */
unsigned tn_rules_exa_form(struct tn_checker *c, const struct exa_packet *k);
/* Takes note of a control packet of that flow. */
void tn_rules_exa_control(struct tn_checker *c, const struct exa_packet *k, uint64_t flow);
/* Judges a notification by control packets and transactions. */
void tn_rules_exa_notify(struct tn_checker *c, const struct exa_packet *k);

/* Returns the block whose control packet may still stand when the next attempt of f begins. */
uint64_t tn_rules_exa_before(const struct exa_flow *f);
/* Judges a control packet of f's attempt; whole: its payload came, too. */
void tn_rules_exa_has_control(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                              bool whole);
/* Judges the notify bit of a packet with data, before f takes in the packet. */
void tn_rules_exa_notify_flag(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k);
/* Judges the attempt's first positive response by the notify bits of its packets. */
void tn_rules_exa_notify_end(struct tn_checker *c, const struct exa_flow *f,
                             const struct exa_packet *k);

/* Judges k, which begins a newer attempt or another generation, by the attempt before, which f
 * holds. */
void tn_rules_exa_next_attempt(struct tn_checker *c, const struct exa_flow *f,
                               const struct exa_packet *k);
/* Counts the generation that k begins among the open transactions of its transfer. */
void tn_rules_exa_generation(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k);
/* Judges the first data of a transaction marked notify by the others of its transfer. */
void tn_rules_exa_transfer_last(struct tn_checker *c, const struct exa_flow *f,
                                const struct exa_packet *k);
/* Notes that a packet of the transaction key was sent. */
void tn_rules_exa_transaction_sent(struct tn_checker *c, uint64_t key);
/* Judges a response to f's attempt by the responses to it before. */
void tn_rules_exa_answer(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k);
/* Judges the data packet k by what its generation had at the same place before. Returns false when
 * k is of another transaction. */
bool tn_rules_exa_same_data(struct tn_checker *c, struct exa_flow *f, const struct exa_packet *k,
                            bool whole);
/* Takes note of the positive response k when it is to f's generation. */
void tn_rules_exa_generation_end(struct tn_checker *c, struct exa_flow *f,
                                 const struct exa_packet *k);

/* Judges zDMA requests and answers. */
void tn_rules_exa_zdma(struct tn_checker *c, const struct exa_packet *k);

/* Judges the order between the points of a trace. */
void tn_rules_exa_between(struct tn_checker *c, const struct exa_packet *k);

/* Returns the flow of the sender that has the attempt which k answers, or NULL; the newest attempt first. */
struct exa_flow *tn_rules_exa_answered_by(struct tn_exa_rules *s, const struct exa_packet *k);
/* Says that f's generation is no longer open. */
void tn_rules_exa_close(struct tn_exa_rules *s, struct exa_flow *f);

/* Returns the flow of the message with that key, which an answer names: this link's, or a copy of what another link of the
 * capture has; NULL when none has it. */
struct exa_flow *tn_rules_exa_message(struct tn_checker *c, uint64_t key);
/* Returns the flow that the response k belongs to: own, which this link has, or NULL, or a copy of what another link has. */
struct exa_flow *tn_rules_exa_transaction(struct tn_checker *c, const struct exa_packet *k, struct exa_flow *own);
/* Tells the other links that k answers f. */
void tn_rules_exa_tell(struct tn_checker *c, const struct exa_flow *f, const struct exa_packet *k);

/* Sets up what joined.c keeps. Without the parameter joined the next functions do nothing and say false. */
void tn_rules_exa_joined_begin(struct tn_exa_rules *s);
/* A packet of the sender was sent, to which f waits for an answer. */
void tn_rules_exa_asked(struct tn_checker *c, struct exa_flow *f, struct exa_node src);
/* An answer to f came; before f is marked as answered. */
void tn_rules_exa_heard(struct tn_checker *c, struct exa_flow *f, struct exa_node src);
/* May packets of the sender from before the first record still be open? */
bool tn_rules_exa_early(const struct tn_checker *c, struct exa_node src);
/* Was no answer to the sender seen? Then the way of answers was perhaps not captured. */
bool tn_rules_exa_unheard(const struct tn_checker *c, uint32_t node);
/* Was a packet without its footer seen on any link of the capture? Its sender is not known. */
bool tn_rules_exa_cut(const struct tn_checker *c);

/* Returns the flow of that key, or NULL. */
struct exa_flow *exa_flow_find(struct tn_exa_rules *s, uint64_t key);
/* Says whether the attempt was seen from its beginning, and no attempt of its generation may stand before the first record. */
bool exa_flow_seen(const struct exa_flow *f);
/* Says whether all data from first to last has come. */
bool exa_flow_complete(const struct exa_flow *f);

#endif
