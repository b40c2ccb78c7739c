/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The bench of a cz_dll: its pins as the judge takes them, both ways; the source and the sink of
 * TLPs, software, and the far end of the wire, which is the model with a delay before each answer.
 */
#ifndef TN_BFM_CZ_DLL_H
#define TN_BFM_CZ_DLL_H

#include <tn/bfm_block.h>
#include <tn/czodiac/cz_dll_judge.h>
#include <tn/czodiac/cz_lanes.h>
#include <tn/czodiac/cz_queue.h>
#include <tn/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the pins of a cycle. Returns whether an output that matters is unknown. */
bool tn_cz_dll_pins(const struct tn_block_cycle *c, struct tn_cz_dll_pins *p);
/* Writes the inputs of p as words that are played. */
void tn_cz_dll_pack(const struct tn_cz_dll_pins *p, uint32_t play[TN_BLOCK_PLAY]);

/* The pins of a cz_link. */
struct tn_cz_link_pins {
    struct tn_cz_dll_pins dll; /* dl_up is link_up; without frames */
    struct tn_cz_symbols tx, rx;
    bool rx_up, obs_rx_err;
};
/* The same for a cz_link. */
bool tn_cz_link_pins(const struct tn_block_cycle *c, struct tn_cz_link_pins *p);
void tn_cz_link_pack(const struct tn_cz_link_pins *p, uint32_t play[TN_BLOCK_PLAY]);
/* Says whether the DUT is a cz_link. */
bool tn_cz_is_link(void);
/* Gives the pins of a cz_link as those of a cz_framing, whose frames are not seen. rd: running
 * disparities of both ways. */
void tn_cz_link_framing(const struct tn_cz_link_pins *p, unsigned lanes, bool rd[2][TN_CZ_LANES],
                        struct tn_cz_framing_pins *out);

enum { TN_CZ_SYMBOLS = TN_CZ_FRAME_MAX + 8 };
/* Writes a frame as the symbols between its first and its last, STP or SDP and END or EDB, as
 * records of link frames have them. Returns their number. */
size_t tn_cz_dll_symbols(const struct tn_cz_frame *f, uint8_t out[TN_CZ_SYMBOLS]);

/* Places at which the bench sees packets. The first four are streams of the DUT and have stalls. */
enum tn_cz_place {
    TN_CZ_S_TLP, /* a TLP that the DUT took; edb: its source aborted it */
    TN_CZ_M_TLP, /* a TLP that the DUT delivered */
    TN_CZ_S_FRM, /* a frame that the DUT got */
    TN_CZ_M_FRM, /* a frame that the DUT sent */
    TN_CZ_FAR,   /* a TLP that the far end delivered */
    TN_CZ_S_FAR, /* a TLP that the far end took to send it */
    TN_CZ_PLACES
};
/* What the far end does by itself. */
enum {
    TN_CZ_DOES_INIT = 1,    /* sends InitFC */
    TN_CZ_DOES_ACK = 2,     /* sends Acks */
    TN_CZ_DOES_NAK = 4,     /* sends Naks */
    TN_CZ_DOES_UPDATE = 8,  /* sends UpdateFC */
    TN_CZ_DOES_REPLAY = 16, /* replays after its timer */
    TN_CZ_DOES_ALL = 31
};

/* A bench. A caller sets the members of the first part. */
struct tn_cz_bench {
    bool up;                   /* dl_up */
    unsigned does;             /* set of TN_CZ_DOES_...: deeds of the far end */
    unsigned late;             /* cycles by which the far end's answers may be late */
    unsigned of_16[TN_CZ_FAR]; /* cycles of 16 in which a beat may pass at a stream, at random */
    uint8_t ok;                /* m_tlp_ok; fewer bits at random, when m_tlp has stalls */
    /* A frame comes to the end of the wire: from the DUT (TN_CZ_M_FRM) or to it (TN_CZ_S_FRM). The
     * function may change the frame. Returns how often it arrives: 0, 1 or 2 times. NULL: once. */
    unsigned (*wire)(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_frame *f);
    /* A whole packet passed between these cycles. A TLP is the frame's bytes. May be NULL. */
    void (*seen)(void *ctx, enum tn_cz_place at, const struct tn_cz_frame *f, uint64_t first,
                 uint64_t last);
    /* The symbols of a cycle pass the wire of a cz_link. The function may change them. NULL: they
     * stay. */
    void (*strike)(void *ctx, enum tn_cz_place way, uint64_t cycle, struct tn_cz_symbols *s);
    void *ctx; /* of these functions */

    struct tn_cz_lanes *lanes; /* the far end of a cz_link's lanes; NULL: the DUT is a cz_dll */
    uint64_t now;              /* cycle that is played */

    struct tn_cz_dll *far;                       /* the far end */
    struct tn_rng rng;                           /* of stalls and delays */
    struct tn_cz_queue source, sender, wires;    /* TLPs for the DUT, for the far end; frames */
    struct tn_cz_passing passing[TN_CZ_FAR];     /* by stream */
    struct tn_cz_frame again;                    /* the frame that comes a second time */
    bool has_again;                              /* such a frame waits */
    uint64_t ack_at, nak_at, update_at, init_at; /* cycles in which DLLPs are due; 0: none */
    uint64_t moved_at;                           /* cycle of the far end's last progress */
    unsigned update_c, init_c;                   /* classes of the next UpdateFC, InitFC */
    struct tn_cz_queue freed;                    /* credits that the far end will free */
    bool reg_wr, reg_rd;                         /* an access waits */
    bool reg_comes;                              /* the value that was read comes in this cycle */
    uint16_t reg_addr;                           /* of the access */
    uint32_t reg_value;                          /* of the access */
};

/* Makes a bench whose far end has these parameters, and plays it from now on. NULL on ENOMEM. */
struct tn_cz_bench *tn_cz_bench_new(const struct tn_cz_dll_params *far, uint64_t seed);
/* Ends the play and frees the bench; b may be NULL. */
void tn_cz_bench_free(struct tn_cz_bench *b);
/* Gives the parameters of the DUT, as its bench declares them. */
void tn_cz_bench_params(struct tn_cz_dll_params *out);
/* Gives parameters of a far end whose credits are small, but hold the DUT's largest TLP. */
void tn_cz_bench_far(const struct tn_cz_dll_params *dut, struct tn_cz_dll_params *out);

/* Sets dl_up at both ends. */
void tn_cz_bench_up(struct tn_cz_bench *b, bool up);
/* Queues a TLP for the DUT to send (TN_CZ_S_TLP), for the far end to send (TN_CZ_FAR), or a frame
 * to the DUT that nobody made (TN_CZ_S_FRM), not before the cycle. 0 or -ENOMEM. */
int tn_cz_bench_send(struct tn_cz_bench *b, enum tn_cz_place at, const struct tn_cz_frame *f,
                     uint64_t cycle);
/* Forgets packets that have not begun. */
void tn_cz_bench_flush(struct tn_cz_bench *b);
/* Says whether packets wait, or are under way at the DUT's source or on the wire. */
bool tn_cz_bench_busy(const struct tn_cz_bench *b);
/* Accesses a register of the DUT, which takes cycles. */
void tn_cz_bench_write(struct tn_cz_bench *b, uint16_t addr, uint32_t value);
uint32_t tn_cz_bench_read(struct tn_cz_bench *b, uint16_t addr);

#ifdef __cplusplus
}
#endif

#endif
