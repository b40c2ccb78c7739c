/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the transaction rules: outstanding requests, completions that found no request,
 * and transactions from before a capture.
 */
#ifndef TN_RULES_PCIE_TRANSACTION_H
#define TN_RULES_PCIE_TRANSACTION_H

#include "pcie.h"

/* An outstanding request. The struct is small, since every request makes one. */
struct tn_open {
    uint64_t key;
    uint64_t packet, cycle, time_ns; /* of the request */
    uint64_t refused_at; /* packet of the completion that refused it */
    uint32_t left; /* bytes still to come, by the completions so far; no read: of its operand */
    uint32_t next_addr; /* low bits of the next byte's address, by the completions so far */
    uint32_t said_left, said_addr; /* the same by the fields of the last completion */
    enum tn_tlp_kind kind;
    uint8_t tc, attr, said_tc, said_attr;
    bool zero_length;
    bool doubtful;    /* the request may have taken a tag that was not free, or is malformed and was discarded */
    bool translation; /* ATS: the answer has as many translations as there are */
    bool started;     /* a completion came */
    bool refused;     /* a status other than SC ended the request; kept to name later completions */
    bool asked;       /* it was told as a request: tn_checker_pairs() */
    bool answered;    /* and a completion of it */
    bool told;        /* a verdict named a later completion, or the timeout */
    bool vague;       /* the tag was taken, or an answer broke a rule: it is not known which answers
                         are right and when the request ends */
    bool cut_wrong;   /* the last piece did not end at the RCB: what follows says where it goes on */
    bool perhaps;     /* the request may have ended, or may be none: nothing more is due */
    uint8_t doubt;    /* fields of the request that are in doubt: enum tn_pcie_doubt */
    uint16_t completer, said_completer; /* when started: of the first and of the last piece */
    uint32_t turn;      /* number among the requests of the same requester: joined.c */
    uint32_t began;     /* requests of the same requester that were answered up to its own first answer */
};

/* A TLP that waits: in an unordered capture for another TLP that comes later, in the capture of a
 * running link for the end. */
struct tn_early {
    uint64_t key;
    struct tn_event ev; /* without its bytes */
    struct tn_tlp t;
    unsigned doubts;
    bool twice;  /* the second TLP like this at its point: a copy, if the capture has copies */
    bool beyond; /* completion: it has DWs beyond its Byte Count */
    bool before; /* completion: its request may be before the capture */
    bool lacking; /* completion: its request may be one that could not be read */
    bool claimed; /* completion: a request is short of it, so that it has the wrong tag */
    bool surely; /* completion: the open request is its own, whatever its fields say */
    uint32_t answered, answered_all; /* completion that found no request: joined.c */
};

/* The TLP under judgement, while one that waited is judged instead. */
struct tn_judged {
    const struct tn_event *ev;
    unsigned doubts;
    bool beyond;
};

/* Puts a TLP that waited under judgement. Returns the one that was. */
struct tn_judged tn_judge_instead(struct tn_checker *c, const struct tn_early *e);
/* Puts the one that was under judgement there again. */
void tn_judge_again(struct tn_checker *c, const struct tn_judged *was);

/* Opens a request whose place in the order is sure. */
void tn_transaction_request(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
/* Judges a completion by its request, and closes the request when it is done. */
void tn_transaction_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t);
/* Judges a completion that found no request. */
void tn_transaction_unexpected(struct tn_checker *c, const struct tn_early *e);
/* Takes a TLP whose place in the order is not sure (unordered.c). */
void tn_unordered(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
enum tn_copy {
    TN_COPY_NONE,
    TN_COPY_ON_WAY, /* the same TLP, further on its way */
    TN_COPY_BACK,   /* a completion again, where requests of its requester pass: this one goes away from its requester */
};
/* In a merged capture: says whether this header was just seen at another point, and which way the TLP goes then. */
enum tn_copy tn_copy_of_recent(struct tn_checker *c, const struct tn_tlp *t);
/* The request o, whose tag was taken where it stands, got no answer until its tag came again: no late clock put it there. */
void tn_reused_unanswered(struct tn_checker *c, const struct tn_open *o);
/* Judges all TLPs that still wait at the end. */
void tn_unordered_end(struct tn_checker *c);
/* Sets the bytes and the low bits of an address that the first answer to the request must name. */
void tn_open_expect(struct tn_open *o, const struct tn_tlp *t);
/* Says whether the completion goes on behind one or more pieces that could not be read. */
bool tn_open_behind(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t);
/* Says whether the completion is, in every field, the one that the request waits for. */
bool tn_open_fits(const struct tn_open *o, const struct tn_tlp *t);
/* Says whether DWs beyond the Byte Count are no fault of Length: the completion carries at most what is due, and
 * names another count or Lower Address. */
bool tn_rules_count_is_wrong(const struct tn_open *o, const struct tn_tlp *t);
/* Says whether the completion differs from what the request waits for in two fields, or more, which no
 * single fault changes: then it is another's. */
bool tn_rules_of_another(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t);
/* Judges a completion by its request, which is not refused. Returns whether the request is done. */
bool tn_rules_answer(struct tn_checker *c, struct tn_open *o, const struct tn_tlp *t);

/* Uses up one unreadable TLP behind packet number since. Returns false when there was none. */
bool tn_missing_use(struct tn_checker *c, uint64_t since);
/* That no request with this key was there was told: the other pieces of its answer tell it no more. */
void tn_missing_told(struct tn_checker *c, uint64_t key);
/* Says whether a completion with this key, which stands at that packet, answers a request that could not be read. */
bool tn_missing_orphan(const struct tn_checker *c, uint64_t key, uint64_t packet);
/* Says whether the request of a completion that found none may have been an unreadable TLP. If so,
 * later completions with the same key belong to it, too. */
bool tn_missing_request(struct tn_checker *c, uint64_t key);

/* The next functions are for captures of a running link (joined.c). Without par.joined they do
 * nothing. */

/* Takes note of a request, posted or not. Returns its number among the requests of
 * its requester. */
uint32_t tn_joined_request(struct tn_checker *c, uint64_t key, bool posted);
/* Takes note of a completion that found its request. */
void tn_joined_answer(struct tn_checker *c, struct tn_open *o);
/* Says whether the request of completion t may be before the capture, or in a direction that the
 * capture lacks. */
bool tn_joined_before(struct tn_checker *c, uint64_t key, const struct tn_tlp *t);
/* Sets how many requests of the requester, and of all requesters, were answered before this
 * completion. */
void tn_joined_count(struct tn_checker *c, struct tn_early *e);
/* Keeps a completion that tn_joined_before() excused: the end of the capture may tell more. */
void tn_joined_keep(struct tn_checker *c, const struct tn_early *e);
/* Looks for a kept completion that fits this request of the same requester, which gets no other:
 * such a completion has the wrong tag, and a verdict names it. */
bool tn_joined_claim(struct tn_checker *c, struct tn_open *o);
/* Keeps a request whose tag comes again, in time or late, when no completion was seen so far.
 * Returns whether the request was kept. */
bool tn_joined_unanswered(struct tn_checker *c, uint64_t key, const struct tn_open *o, bool late);
/* Judges kept completions and requests at the end. Returns whether completions were seen, or a
 * single request is open, so that a request without completion is worth naming. */
bool tn_joined_end(struct tn_checker *c);
/* The link comes up again: completions that wait for the end of the capture are judged by what came
 * until now. */
void tn_joined_reset(struct tn_checker *c);

/* May the request of e, a completion of merged points that found none, stand behind the last record? */
bool tn_joined_behind_end(const struct tn_checker *c, const struct tn_early *e);
/* May the piece before t, which goes on with the read o, stand before the first record, as points were merged? */
bool tn_joined_piece_before(const struct tn_checker *c, const struct tn_open *o, const struct tn_tlp *t);

#endif
