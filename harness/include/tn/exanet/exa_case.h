/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that ExaNet's RDMA engines and the nodes with them alone have (TN_CASE_LINE of tn/case.h).
 */
#ifndef TN_EXA_CASE_H
#define TN_EXA_CASE_H

#include <tn/case.h>

/* The member cause of such a step. */
enum tn_case_exa_line {
    TN_CASE_BEATS,   /* a write of tlp[0] at addr, whose mask says which strobes are set; response is awaited, and the
                        next line comes before it when write is not set */
    TN_CASE_PAGE,    /* the page at addr of domain value is there, or is missing when write is not set */
    TN_CASE_ANSWERS, /* memory answers after first to last cycles; value: 1 in any order, 2 interleaved */
    TN_CASE_HOLDS,   /* memory has the bytes of tlp[0] at addr */
    TN_CASE_ACCESS,  /* begins access number value to address addr of window mask: a write of tlp[0], whose mask says which
                        strobes are set, or a read of port beats; classes: log2 of a beat's bytes; dir: the burst's form; first: its ID */
    TN_CASE_ENDS,    /* access number value ends from first to last cycles after the line: with response, a load with tlp[0] */
    TN_CASE_ANSWER,  /* answers the request that left as number value, with code port; first, last and addr are added to tid, seq and
                        address; mask: TN_CASE_OTHER_SRC and so on */
    TN_CASE_TRANSFER, /* a user asks for transfer value: the bytes, addr of them, are written by the user of node port or, when write
                         is not set, read by it; classes: which user; first, last: offsets of source and destination; unordered:
                         with a notification, to the node itself when mask is set */
    TN_CASE_TRANSFER_ENDS, /* transfer value ends from first to last cycles after the line with error response */
    TN_CASE_NOTED,         /* notifications of transfer value that were read so far: last */
    TN_CASE_RETRIES,       /* attempts so far behind the first ones of all transactions: first to last */
    TN_CASE_RUN,           /* software works for value cycles */
};
/* How an answer differs from the right one. */
enum { TN_CASE_OTHER_SRC = 1, TN_CASE_BAD_CRC = 2, TN_CASE_AS_ACK = 4, TN_CASE_AS_LINE = 8 };
enum { TN_CASE_ACCESSES = 64 }; /* numbers of accesses in a case */
enum { TN_CASE_TRANSFERS = 32 }; /* numbers of transfers in a case */
enum { TN_CASE_BURST = 10 }; /* bytes that say what a burst is: address, beats, ID */

#endif
