/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the transaction rules: requests outstanding, completions that found
 * none, and what is not known of the time before a capture.
 */
#ifndef TN_RULES_PCIE_TRANSACTION_H
#define TN_RULES_PCIE_TRANSACTION_H

#include "pcie.h"

/* What later packets are held against; small, since every request writes one. */
struct tn_open {
    uint64_t key;
    uint64_t packet, cycle, time_ns;
    uint32_t left;      /* bytes still to come, by what came; of no read its operand's */
    uint32_t next_addr; /* low bits of the next byte's address, by what came */
    uint32_t said_left, said_addr; /* the same by what the last completion said of itself */
    enum tn_tlp_kind kind;
    uint8_t tc, attr, said_tc, said_attr;
    bool zero_length;
    bool doubtful; /* it may have taken a tag that was not free */
    bool translation; /* ATS: it gets as many translations as there are */
    bool started; /* a completion came */
    bool refused; /* finished by a status other than SC; kept to name what follows */
    bool told;    /* what follows that, or the timeout, was named */
    bool vague;   /* its tag was taken, or an answer to it broke a rule: which answers are right, and
                     when it ends, is not known */
    bool perhaps; /* it may have ended, or be none: nothing more is due */
    uint8_t doubt; /* its own fields that are not to be believed: enum tn_pcie_doubt */
    uint16_t completer; /* when started */
    uint32_t turn; /* its number among the requests of its requester: joined.c */
};

/* A TLP that waits for another one: in an unordered capture for one that comes later, in
 * one of a running link for the end. */
struct tn_early {
    uint64_t key;
    struct tn_event ev; /* its bytes are gone */
    struct tn_tlp t;
    unsigned doubts;
    bool twice; /* the second of its point, and like the first: a copy, if others are */
    bool beyond, before; /* of a completion: its request may stand before the capture */
    bool surely; /* of a completion: the request that is open is its own, whatever it says */
    uint32_t answered, answered_all; /* of a completion that found no request: joined.c */
};

/* A request in its place; a completion against its request, which goes when it is done; a
 * completion that found none. */
void tn_transaction_request(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
void tn_transaction_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t);
void tn_transaction_unexpected(struct tn_checker *c, const struct tn_early *e);
/* pcie/unordered.c: one whose place is not sure, and all that wait at the end. */
void tn_unordered(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
void tn_unordered_end(struct tn_checker *c);
/* What the first answer to the request must name: bytes and the low bits of an address. */
void tn_open_expect(struct tn_open *o, const struct tn_tlp *t);
/* A piece, or some, could not be read: does this one go on behind it? */
bool tn_open_behind(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t);
/* Is the completion what the request waits for, in every field? */
bool tn_open_fits(const struct tn_open *o, const struct tn_tlp *t);
/* Does a read's completion carry what is due, or less, and name another count? */
bool tn_rules_count_is_wrong(const struct tn_open *o, const struct tn_tlp *t);
/* One completion against its request, which is not refused; true when it is done. */
bool tn_rules_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t);

/* One of the TLPs that could not be read, after packet number since, may be what is
 * looked for; it is used up. */
bool tn_missing_use(struct tn_checker *c, uint64_t since);
/* A completion found no request: was its request one of them? So are all with its key then. */
bool tn_missing_request(struct tn_checker *c, uint64_t key);

/* pcie/joined.c: captures of a running link. All are nothing without par.joined. */
/* A request was seen, posted or not: its number among those of its requester. A completion found
 * its request. */
uint32_t tn_joined_request(struct tn_checker *c, uint64_t key, bool posted);
void tn_joined_answer(struct tn_checker *c, const struct tn_open *o);
/* May the request of this completion t stand before the capture, or in a direction that
 * it does not hold? */
bool tn_joined_before(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
/* How many requests of its requester, and of all, were answered before this completion. */
void tn_joined_count(struct tn_checker *c, struct tn_early *e);
/* A completion excused by that: the end of the capture may tell more. */
void tn_joined_keep(struct tn_checker *c, const struct tn_early *e);
/* One that was kept fits this request of the same requester, which gets no other: it has
 * the wrong tag, and is named. */
bool tn_joined_claim(struct tn_checker *c, struct tn_open *o);
/* No completion was seen so far: the request, whose tag comes again, in time or late, is
 * kept, and true. */
bool tn_joined_unanswered(struct tn_checker *c, uint64_t key, const struct tn_open *o, bool late);
/* The end: what can be said of those kept; true when completions were seen, or a single
 * request is open, so that one without completion is worth naming. */
bool tn_joined_end(struct tn_checker *c);

#endif
