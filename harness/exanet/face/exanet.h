/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of ExaNet's face.
 */
#ifndef TN_FACE_EXANET_H
#define TN_FACE_EXANET_H

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_frame.h>
#include <tn/face.h>

/* Decodes the ExaNet packet of a packet event, or inside a link frame. Returns false when there is
 * none. */
bool tn_event_exa(const struct tn_event *ev, struct exa_packet *k);
/* Makes the event of the packet inside a link frame; packet borrows its bytes from f. Returns false
 * when ev is no ExaNet link frame or holds no packet. */
bool tn_exa_unframe(const struct tn_event *ev, struct exa_frame *f, struct tn_event *packet);
/* Says whether the header is cut or its CRC wrong, so that the fields mean nothing. */
bool tn_exa_unreadable(const struct exa_packet *k);

/* The functions of struct tn_face_show and the ladder for packets. */
void tn_print_exa(FILE *f, const struct tn_event *ev);
void tn_print_exa_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa(FILE *f, const struct tn_event *ev);
/* Says whether the node is known that an acknowledgment comes from: the one to which what it
 * answers went. stats is what struct tn_face_stats keeps. */
bool tn_exa_answerer(const void *stats, const struct exa_packet *k, struct exa_node *n);
void tn_ladder_exa(FILE *f, const void *stats, const struct tn_event *ev, uint64_t start_ns,
                   long long latency_ns);

/* Transactions of a capture, followed from packet to packet. */
struct tn_exa_transactions;
enum tn_exa_step_kind {
    TN_EXA_STEP_NONE,     /* the packet is of no transaction that is known */
    TN_EXA_STEP_BEGUN,    /* the first packet of a transaction */
    TN_EXA_STEP_NEXT,     /* another packet of the newest attempt */
    TN_EXA_STEP_RETRY,    /* the first packet of another attempt */
    TN_EXA_STEP_LATE,     /* a packet of an older attempt */
    TN_EXA_STEP_REFUSED,  /* a response with a code other than 0 */
    TN_EXA_STEP_NOTIFIED, /* the notification */
    TN_EXA_STEP_DONE,     /* the first positive response */
    TN_EXA_STEP_AGAIN     /* another one */
};
/* What a packet is for its transaction. */
struct tn_exa_step {
    enum tn_exa_step_kind kind;
    unsigned attempts; /* so far */
    uint16_t seq;      /* of the newest attempt */
    uint32_t bytes;    /* of the newest attempt, so far */
    uint64_t number;   /* of the transaction, in the order of their beginnings */
    uint64_t ns;       /* TN_EXA_STEP_DONE: since the first packet */
};
/* Makes the record of no transaction. NULL on ENOMEM. */
struct tn_exa_transactions *tn_exa_transactions_new(void);
/* Takes in the packet k of the event. */
struct tn_exa_step tn_exa_transactions_event(struct tn_exa_transactions *t,
                                             const struct tn_event *ev, const struct exa_packet *k);
/* Prints the counts. Returns false when there was no transaction. */
bool tn_exa_transactions_print(const struct tn_exa_transactions *t, FILE *f);
/* Frees the record; t may be NULL. */
void tn_exa_transactions_free(struct tn_exa_transactions *t);
/* Prints the step behind a line of the ladder. */
void tn_exa_step_print(FILE *f, const struct tn_exa_step *s);
/* Returns the step of the packet that was counted last. stats is what struct tn_face_stats keeps.
 */
const struct tn_exa_step *tn_exa_last_step(const void *stats);

/* The functions of struct tn_face_show for frames of the serial link and the packets in them. */
void tn_print_exa_frame(FILE *f, const struct tn_event *ev);
void tn_print_exa_frame_fields(FILE *f, const struct tn_event *ev);
void tn_json_exa_frame(FILE *f, const struct tn_event *ev);

extern const struct tn_face_filter tn_filter_exanet;
extern const struct tn_face_stats tn_stats_exanet;
extern const struct tn_face_check tn_check_exanet;
extern const struct tn_face_gen tn_gen_exanet;
extern const struct tn_converter tn_convert_exanet[];

/* RoCEv2 packets (TN_FABRIC_ROCEV2), which the converter reads. */
extern const struct tn_face tn_face_rocev2;

#endif
