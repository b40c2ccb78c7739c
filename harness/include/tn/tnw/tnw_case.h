/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that TNW's blocks alone have (TN_CASE_LINE of tn/case.h).
 */
#ifndef TN_TNW_CASE_H
#define TN_TNW_CASE_H

#include <tn/case.h>

/* What is done to a TNW line, in the direction dir (enum tn_tnw_way of tn/tnw/bfm_tnw.h), or around a block. */
enum tn_case_line {
    TN_CASE_PUT,  /* words that nobody sent, as tnw_word_put() writes them: tlp[0] */
    TN_CASE_HURT, /* error port (enum tn_tnw_error) to the first-th up to the last-th ... */
    TN_CASE_SKEW, /* bits by which each lane is late: four bytes of tlp[0] */
    TN_CASE_LINKS, /* tnw_pi: those of the set value take items */
    TN_CASE_FLUSH, /* tnw_rcv: link value is reset */
};
/* What a tnw_pi finds around it in cases: its ID, its BARs, the Requester ID of the runner's own
 * accesses to registers, which no line sees. Windows are those of OFF_LOG2 16. */
#define TN_CASE_PI_RID 0x4200u
#define TN_CASE_PI_HOST 0x0008u
#define TN_CASE_PI_BAR0 UINT64_C(0xf8000000)
#define TN_CASE_PI_BAR2 UINT64_C(0x380000000000)
/* ... of these from now on: addr. A packet's word: value. */
enum tn_case_hurt { TN_CASE_OF_PACKETS, TN_CASE_OF_FEEDBACK, TN_CASE_OF_WORDS };

#endif
