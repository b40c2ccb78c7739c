/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of cz_framing (checkers/czodiac/spec/cz_framing.md), without delay: frames to
 * symbols of lanes, symbols of lanes to frames. The judge of a block's pins is in
 * cz_framing_judge.h.
 */
#ifndef TN_CZ_FRAMING_H
#define TN_CZ_FRAMING_H

#include <tn/czodiac/cz_dll.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TN_CZ_LANES = 8 };

/* Control symbols. */
enum {
    TN_CZ_COM = 0xbc,
    TN_CZ_SKP = 0x1c,
    TN_CZ_STP = 0xfb,
    TN_CZ_SDP = 0x5c,
    TN_CZ_END = 0xfd,
    TN_CZ_EDB = 0xfe,
    TN_CZ_PAD = 0xf7
};

/* The parameters of the page. */
struct tn_cz_framing_params {
    unsigned mps;     /* largest payload in bytes */
    unsigned lanes;   /* 1, 4 or 8 */
    bool scramble;    /* data are scrambled */
    unsigned skp_cyc; /* cycles from one SKP ordered set to the next */
};

/* The symbols of all lanes in one cycle, as they are on the wire, scrambled. */
struct tn_cz_column {
    uint8_t octet[TN_CZ_LANES];
    uint8_t k;   /* bit i: lane i has a control symbol */
    uint8_t bad; /* bit i: lane i has no valid symbol */
};

/* The sender. */
struct tn_cz_sender {
    struct tn_cz_framing_params par;
    bool up;           /* 0: ordered sets without end. A caller sets this member. */
    unsigned set_n;    /* SKPs of an ordered set, 1 to 5; 3 at first. A caller sets this member. */
    unsigned sets_due; /* ordered sets that are due. A caller may add some. */
    unsigned set_left; /* symbols of a set still to leave */
    unsigned cycles;   /* until the next set is due */
    uint16_t shift[TN_CZ_LANES]; /* the scramblers' registers */
    struct tn_cz_frame f;        /* the frame that leaves */
    bool open;                   /* a part of it is still to leave */
    size_t at, n;                /* symbols of it that have left, and all of them */
};
/* Gives the frame that leaves next. Returns false when there is none. */
typedef bool tn_cz_next_frame(void *ctx, struct tn_cz_frame *f);

void tn_cz_sender_init(struct tn_cz_sender *s, const struct tn_cz_framing_params *par);
/* Makes the symbols of a cycle. */
void tn_cz_sender_column(struct tn_cz_sender *s, tn_cz_next_frame *next, void *ctx,
                         struct tn_cz_column *out);

/* What a receiver finds wrong. */
enum tn_cz_breach {
    TN_CZ_NO_BREACH,
    TN_CZ_BAD_SYMBOL,  /* a symbol that is none, or a control symbol that is no name of the page */
    TN_CZ_BAD_CONTROL, /* a control symbol in a place that is not the frame's last */
    TN_CZ_NO_END,      /* the end is missing, or another one than the frame must have */
    TN_CZ_STRAY,       /* END or EDB outside frames */
    TN_CZ_BAD_START,   /* STP or SDP in a lane in which no frame begins */
    TN_CZ_BAD_PAD,     /* PAD where none stands */
    TN_CZ_NO_PAD,      /* no PAD where one stands */
    TN_CZ_BAD_SET,     /* an ordered set that is not on all lanes, or not COM and SKPs */
    TN_CZ_SET_LENGTH,  /* a number of SKPs that is not three */
    TN_CZ_BAD_IDLE,    /* a data symbol outside frames that is not 00 */
    TN_CZ_BREACHES
};

/* A symbol of another frame, or the frame itself, was seen. */
struct tn_cz_reader_ops {
    /* A frame ended in this column. loose: the page does not say whether it is received, since a
     * register may be out of step. began: number of the column of its first symbol. */
    void (*frame)(void *ctx, const struct tn_cz_frame *f, bool loose, uint64_t began);
    /* A breach in a lane; inside: of a frame, which ends by it. again: it may be a consequence of
     * an earlier one. May be NULL. */
    void (*breach)(void *ctx, enum tn_cz_breach what, unsigned lane, bool inside, bool again);
};

/* The receiver. Columns are numbered from 1. */
struct tn_cz_reader {
    struct tn_cz_framing_params par;
    const struct tn_cz_reader_ops *ops;
    void *ctx;
    uint64_t columns;            /* columns so far */
    uint16_t shift[TN_CZ_LANES]; /* the descramblers' registers */
    uint8_t stepped;             /* lanes in which a COM came since the start */
    bool unsure;                 /* a register may be out of step */
    bool excused;     /* an error is not over: behind it, before END, EDB or an ordered set */
    bool was_excused; /* so it was before this column */
    unsigned set_at;  /* symbols of the ordered set that is under way */
    bool set_now;     /* the last column was one of an ordered set */
    bool torn;        /* a frame broke, and no END, EDB, COM or SKP came since */
    bool open;        /* a frame is under way */
    bool doubt;       /* it began inside another one: it ends with an error */
    bool closed;      /* a frame ended in lane 3 of this column */
    uint64_t began;   /* column of its first symbol */
    size_t at;        /* symbols of the frame so far */
    bool busy;        /* the last column had a symbol of a frame */
    bool first;       /* the last column had the first symbol of a frame */
    struct tn_cz_frame f;
};

void tn_cz_reader_init(struct tn_cz_reader *r, const struct tn_cz_framing_params *par,
                       const struct tn_cz_reader_ops *ops, void *ctx);
/* Takes the symbols of a cycle. */
void tn_cz_reader_column(struct tn_cz_reader *r, const struct tn_cz_column *c);
/* Forgets the frame that is under way. */
void tn_cz_reader_drop(struct tn_cz_reader *r);

#ifdef __cplusplus
}
#endif

#endif
