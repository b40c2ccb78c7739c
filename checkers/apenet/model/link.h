/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the judge of a torus link's end.
 */
#ifndef APE_MODEL_LINK_H
#define APE_MODEL_LINK_H

#include <tn/apenet/ape_link.h>
#include <tn/lag.h>

/* The rules by their places in the judge's list. */
enum {
    R_TX_1,
    R_TX_2,
    R_TX_3,
    R_TX_4,
    R_TX_5,
    R_CRD_1,
    R_CRD_2,
    R_CRD_3,
    R_RX_1,
    R_RX_2,
    R_RX_3,
    R_RX_4,
    R_RX_5,
    R_RX_6,
    R_RX_7,
    R_INJ_1,
    R_HSK_1,
    R_REG_1,
    APL_RULES
};

enum {
    LATE_CYC = 7,   /* behind an event, cycles from which a counter and a credit word have it */
    STILL_CYC = 12, /* without an event, cycles after which status and level stand still */
    WRITE_CYC = 10, /* behind a register write, cycles in which the old value may still act */
    ROW = 1024,     /* places of a row of words */
    SENT_CYC = 512, /* cycles of which the words sent are remembered */
    BASES = 16,     /* credit words that may still act on the room */
    GRANT_CYC = 3,  /* from a header's take on, cycles until the room counts its packet */
    SENT_EARLY =
        8, /* cycles before a word is on the line from which the room may count it as sent */
    HUNT_WORDS = 640 /* words behind a lost header after which the receiver takes credits again */
};

/* A word that must come out at m_rx, or leave at wire_tx. */
struct ape_link_word {
    uint8_t word[APE_WORD];
    uint64_t at; /* cycle in which the word came */
    bool head, last;
    bool fill;  /* of a packet that was cut, the receiver's own */
    bool cut;   /* such a word, or a footer that was held when its packet was cut */
    bool first; /* nothing stood before the word */
};
struct ape_link_row {
    struct ape_link_word w[ROW];
    unsigned in, out; /* words put in, words taken; modulo 2^32 */
};

enum ape_link_state { APL_BETWEEN, APL_DUE, APL_IN, APL_HELD, APL_HUNT };

/* The receiver: the words of its line as the page's table has them. */
struct ape_link_rx {
    enum ape_link_state state;
    bool after;           /* the last word was a MAGIC; in band: that was not after a MAGIC */
    bool credit;          /* the cycle before had a credit word, clean or not */
    unsigned hunted, gap; /* words since a header was lost; cycles without a word */
    struct ape_header header;
    unsigned words, n; /* of the packet under way: all, those that came */
    bool fixed;        /* a bit of its header was corrected */
    uint8_t packet[APE_PACKET_MAX];
    uint8_t held[APE_WORD]; /* the footer that is held */
    struct ape_link_row row[APE_VCS];
    struct tn_lag_count data[APE_VCS], hdr[APE_VCS]; /* words held */
    struct tn_lag_count fill[APE_VCS][2];            /* of these such as may not count */
    uint64_t taken[APE_VCS];                         /* cycle of the last take */
    uint64_t late[APE_VCS];                          /* cycle since which a word is late; 0: none */
    struct tn_ape_beat was[APE_VCS];                 /* pins of the cycle before */
};

/* The transmitter: where its line stands. */
struct ape_link_tx {
    enum { APL_T_BETWEEN, APL_T_START, APL_T_HEADER, APL_T_IN } state; /* START: behind MAGIC */
    bool after, maybe;       /* MAGIC came inside a packet; without literals: the packet's or not */
    bool owed;               /* the words behind a packet have not all left */
    bool credit;             /* the last word was a credit word */
    uint64_t credit_at;      /* cycle of the last credit word */
    struct ape_link_row row; /* words taken at s_tx */
    bool stopped;            /* no word may leave in this cycle */
    uint64_t
        line; /* cycles in which a word could leave: the clock of the next members and of row */
    uint64_t left;        /* cycle in which the last packet's word left */
    uint64_t empty;       /* cycle behind a credit word that was left empty */
    unsigned vain;        /* words for a START without its header, since a word of a packet left */
    unsigned vc, quiet;   /* VC of the packet under way; words since a credit word */
    uint64_t run_at;      /* cycle in which a row of packets of whole pages began */
    unsigned run_payload; /* payload words since; the router had a word in each cycle */
    uint32_t sent[APE_VCS][2];
    uint32_t past[SENT_CYC][APE_VCS][2]; /* the same by cycle */
    uint32_t granted[APE_VCS][2];
    uint32_t before[GRANT_CYC][APE_VCS][2]; /* granted in the cycles before */
};

/* A credit word that acts on the room. */
struct ape_link_base {
    uint64_t at;
    uint32_t value[APE_VCS][2];
    uint32_t sent[APE_VCS][2];  /* words on the line until TX_CYCLES before */
    uint32_t early[APE_VCS][2]; /* and such as were then in the transmitter */
};

struct tn_ape_link_judge {
    struct tn_judge judge;
    struct tn_scope all, tx, rx[APE_VCS], room, credit;
    struct tn_ape_link_config config;
    bool reset_seen;
    uint64_t now, up_at, wrote_at, rx_at, tx_at; /* cycles: reset ended, a write, words */
    uint32_t reg[APL_REGS];                      /* those that are written */
    uint32_t old_period;                         /* CREDIT_PERIOD before its last write */
    struct tn_lag_count count[APL_REGS];
    bool reading;
    uint8_t read_addr;
    struct ape_link_rx in;
    struct ape_link_tx out;
    struct ape_link_base base[BASES];
    unsigned bases;
    uint16_t room_data[APE_VCS], room_hdr[APE_VCS]; /* pins of this cycle */
};

/* Says whether a packet of the transmitter is under way or the words behind it are: out of band
 * MAGIC alone begins none. */
static inline bool ape_link_sends(const struct tn_ape_link_judge *j)
{
    return j->out.owed || j->out.state > (j->config.in_band ? APL_T_BETWEEN : APL_T_START);
}
/* Counts an event in a counter. */
void ape_link_count(struct tn_ape_link_judge *j, enum tn_ape_link_reg r);
/* Puts a word into a row, which is never full. Returns the place. */
struct ape_link_word *ape_link_put(struct ape_link_row *r, const uint8_t word[APE_WORD],
                                   uint64_t at);
static inline bool ape_link_empty(const struct ape_link_row *r)
{
    return r->in == r->out;
}
static inline struct ape_link_word *ape_link_front(struct ape_link_row *r)
{
    return &r->w[r->out % ROW];
}

/* The cycle of the receiver's line, of the transmitter, of the receiver's streams, in this order.
 */
void ape_link_rx_line(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p);
void ape_link_rx_streams(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p);
void ape_link_tx_cycle(struct tn_ape_link_judge *j, const struct tn_ape_link_pins *p);
void ape_link_rx_reset(struct tn_ape_link_judge *j);
void ape_link_tx_reset(struct tn_ape_link_judge *j);
/* CTRL.rx was written 0. */
void ape_link_rx_off(struct tn_ape_link_judge *j);
/* A clean credit word came. */
void ape_link_room_credit(struct tn_ape_link_judge *j, const struct ape_credit *c);
/* A header was taken at s_tx. */
void ape_link_room_grant(struct tn_ape_link_judge *j, const struct ape_header *h);
/* Judges the pins of the room. */
void ape_link_room_cycle(struct tn_ape_link_judge *j);
/* Says whether a number of words held (what 0: payload, 1: headers and footers) may be told now. */
bool ape_link_rx_level(struct tn_ape_link_judge *j, unsigned vc, unsigned what, uint32_t add,
                       uint32_t most, uint32_t told);

#endif
