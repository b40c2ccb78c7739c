/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Reference model of one end of a PCIe data link (checkers/czodiac/spec/cz_dll.md), without time:
 * numbers, LCRC, replay, acceptance of Acks and Naks, decisions on what is received, flow control.
 * The model is the far end of a bench, too. The judge of a block's pins is in cz_dll_judge.h.
 */
#ifndef TN_CZ_DLL_H
#define TN_CZ_DLL_H

#include <tn/pcie/dllp.h>
#include <tn/pcie/tlp.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_CZ_SEQ = 4096,                   /* sequence numbers */
    TN_CZ_TLP_MAX = 4096 + 20,          /* bytes of the largest TLP */
    TN_CZ_FRAME_MAX = TN_CZ_TLP_MAX + 8 /* bytes of the largest frame */
};

/* The parameters of the page that the model needs. */
struct tn_cz_dll_params {
    unsigned mps;         /* largest payload in bytes */
    unsigned lanes;       /* 1, 4 or 8 */
    unsigned replay_log2; /* log2 of the bytes of the replay buffer */
    unsigned seq_log2;    /* log2 of the TLPs that may be outstanding */
    uint16_t hdr[3];      /* header credits that this end grants, by class; 0: without limit */
    uint16_t data[3];     /* data credits that this end grants, by class; 0: without limit */
};

/* Returns ACK_LIMIT at reset in symbol times; REPLAY_LIMIT is three times that number. */
unsigned tn_cz_dll_ack_limit(unsigned mps, unsigned lanes);

/* A frame between data link and framing: 2 bytes of 0, number, TLP, LCRC; or a DLLP of 6 bytes. */
struct tn_cz_frame {
    bool dllp; /* the frame is a DLLP */
    bool edb;  /* the frame ends with EDB */
    bool err;  /* a symbol or framing error was inside, or the frame ended wrongly */
    size_t len;
    uint8_t bytes[TN_CZ_FRAME_MAX];
};

/* Link state; the numbers are those of register STATE. */
enum tn_cz_dll_state { TN_CZ_INACTIVE, TN_CZ_FC_INIT1, TN_CZ_FC_INIT2, TN_CZ_ACTIVE };

/* Errors: bits of obs_err. */
enum tn_cz_dll_error {
    TN_CZ_BAD_TLP = 1,
    TN_CZ_BAD_DLLP = 2,
    TN_CZ_TIMEOUT = 4,
    TN_CZ_ROLLOVER = 8,
    TN_CZ_PROTOCOL = 16,
    TN_CZ_OVERFLOW = 32,
    TN_CZ_RECEIVER = 64,
    TN_CZ_FLOW = 128,
};

/* The consequence of a frame received. */
enum tn_cz_dll_fate {
    TN_CZ_DROPPED,   /* nothing follows */
    TN_CZ_DELIVERED, /* the TLP goes up, an Ack is due */
    TN_CZ_DUPLICATE, /* an Ack is due */
    TN_CZ_OVERFLOWN, /* the TLP is dropped, an Ack is due */
    TN_CZ_NULLIFIED, /* the TLP is dropped */
    TN_CZ_REFUSED,   /* Nak path */
    TN_CZ_ACKED,     /* Ack or Nak, with or without progress */
    TN_CZ_CREDIT,    /* flow control */
};
struct tn_cz_dll_seen {
    enum tn_cz_dll_fate fate;
    unsigned errors;  /* set of enum tn_cz_dll_error */
    bool nak_due;     /* a Nak becomes due */
    bool progress;    /* the frame acknowledges a TLP that was outstanding */
    bool replay;      /* the frame starts a replay */
    const uint8_t *p; /* DELIVERED: the TLP, inside the frame */
    size_t len;       /* DELIVERED: its bytes */
    unsigned cls;     /* TLP, flow control: enum tn_tlp_class */
    unsigned data;    /* TLP: data credits */
};

/* Credits of one kind, headers or data of a class, as counters modulo 2^bits. */
struct tn_cz_credit {
    uint32_t mask;     /* 2^bits - 1 */
    bool known;        /* the far end has said its first value */
    bool sent_free;    /* the far end grants without limit */
    bool got_free;     /* this end grants without limit */
    uint32_t limit;    /* CREDIT_LIMIT */
    uint32_t first;    /* the first value of the far end */
    uint32_t consumed; /* CREDITS_CONSUMED */
    uint32_t allocated;
    uint32_t received;
};

struct tn_cz_dll {
    struct tn_cz_dll_params par;
    enum tn_cz_dll_state state;
    struct {
        uint8_t *bytes; /* number, TLP and LCRC */
        size_t len;
    } kept[TN_CZ_SEQ];  /* the replay buffer, by number; bytes stay until they are replaced */
    uint16_t next;      /* NEXT_TRANSMIT_SEQ */
    uint16_t ackd;      /* ACKD_SEQ */
    uint16_t whole;     /* number of the newest TLP that was sent whole; FFFh at first */
    uint16_t cursor;    /* number of the TLP that is sent next */
    size_t held;        /* bytes in the replay buffer, each TLP rounded up to 16 */
    uint8_t replay_num; /* REPLAY_NUM */
    uint16_t next_rcv;  /* NEXT_RCV_SEQ */
    bool nak_scheduled; /* NAK_SCHEDULED */
    bool got_second;    /* InitFC2, UpdateFC or a TLP came, which ends FC_INIT2 */
    bool round;         /* a whole round of InitFC2 was sent */
    struct tn_cz_credit credit[3][2]; /* by class; 0 headers, 1 data */
};

/* Makes an end as after rst. NULL on ENOMEM. */
struct tn_cz_dll *tn_cz_dll_new(const struct tn_cz_dll_params *par);
/* Frees the end; m may be NULL. */
void tn_cz_dll_free(struct tn_cz_dll *m);
/* DL_Down: all is as after rst. */
void tn_cz_dll_down(struct tn_cz_dll *m);
/* The link came up: FC_INIT1. */
void tn_cz_dll_up(struct tn_cz_dll *m);

/* A whole round of InitFC2 was sent. */
void tn_cz_dll_round(struct tn_cz_dll *m);

/* Returns the class and the data credits of a TLP, by its Length field. */
unsigned tn_cz_dll_class(const uint8_t *tlp, size_t len, unsigned *data);
/* Returns the number of TLPs that are not acknowledged. */
unsigned tn_cz_dll_outstanding(const struct tn_cz_dll *m);
/* Says whether the numbers and the replay buffer let another TLP begin. */
bool tn_cz_dll_room(const struct tn_cz_dll *m);
/* Says whether the credits of the far end admit a TLP of the class with that many data credits. */
bool tn_cz_dll_credit(const struct tn_cz_dll *m, unsigned cls, unsigned data);
/* Returns the bits of s_tlp_ok, by room and by credit for the largest TLP of each class. */
unsigned tn_cz_dll_ok(const struct tn_cz_dll *m);

/* Takes a TLP to send; it gets the next number, which is returned, and counts as consumed. -ENOMEM.
 */
int tn_cz_dll_send(struct tn_cz_dll *m, const uint8_t *tlp, size_t len);
/* Makes the frame of the next TLP: of the replay, if one is under way, or a new one. Returns false
 * when there is none. */
bool tn_cz_dll_next_frame(struct tn_cz_dll *m, struct tn_cz_frame *f);
/* Makes the frame of a TLP of which len bytes were sent when its source aborted it. */
void tn_cz_dll_nullify(const struct tn_cz_dll *m, const uint8_t *tlp, size_t len,
                       struct tn_cz_frame *f);
/* Starts a replay, after a Nak or at the end of the timer. Returns the errors: ROLLOVER or 0. */
unsigned tn_cz_dll_replay(struct tn_cz_dll *m);

/* Makes the frame of an Ack or Nak of NEXT_RCV_SEQ - 1, or of a flow control DLLP of the class with
 * the present values. */
void tn_cz_dll_dllp(const struct tn_cz_dll *m, enum tn_dllp_kind kind, unsigned cls,
                    struct tn_cz_frame *f);

/* Takes a frame from the wire. */
struct tn_cz_dll_seen tn_cz_dll_receive(struct tn_cz_dll *m, const struct tn_cz_frame *f);
/* A delivered TLP left: its credits are free again. */
void tn_cz_dll_freed(struct tn_cz_dll *m, unsigned cls, unsigned data);

/* Says whether credit admits that much more, of the far end's grants (sent) or of this end's (got).
 */
bool tn_cz_credit_sent(const struct tn_cz_credit *c, unsigned needed);
bool tn_cz_credit_got(const struct tn_cz_credit *c, unsigned needed);
/* Returns the data credits of the largest TLP of the class, given the first grant (0: without
 * limit). */
unsigned tn_cz_dll_largest(const struct tn_cz_dll *m, unsigned cls, unsigned first);
/* Returns a - b modulo 4096. */
static inline unsigned tn_cz_seq_minus(unsigned a, unsigned b)
{
    return (a - b) & (TN_CZ_SEQ - 1);
}
/* Returns the LCRC that stands in a frame of a TLP. */
uint32_t tn_cz_frame_lcrc(const struct tn_cz_frame *f);
/* Returns the LCRC that a frame of a TLP should have. */
uint32_t tn_cz_frame_lcrc_want(const struct tn_cz_frame *f);

#ifdef __cplusplus
}
#endif

#endif
