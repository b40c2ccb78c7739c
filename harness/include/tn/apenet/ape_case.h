/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Steps of cases that APEnet's blocks have alone (TN_CASE_LINE of tn/case.h).
 */
#ifndef TN_APE_CASE_H
#define TN_APE_CASE_H

#include <tn/case.h>

/* The step's cause. */
enum tn_ape_case {
    TN_APE_WORDS, /* tlp[0]: words as they stand for the line to the DUT; none: value cycles pause
                   */
    TN_APE_USED,  /* port: VC; value, mask: payload words, headers and footers that credit words say
                   */
    TN_APE_AUTO,  /* credit words say what the far end's buffers hold */
    TN_APE_QUIET, /* value: the far end sends no credit words by itself */
    TN_APE_STUFF, /* value: of 16 words to the DUT, those with stuffing before */
    TN_APE_DRAIN, /* value: of 16 cycles, those in which a word leaves the far end's buffers */
    TN_APE_ROOM,  /* dir: output; port: VC; value, mask: payload words, headers and footers */
    TN_APE_SHUT,  /* dir: local port; value: set of VCs without room */
    /* of a network interface: numbers of 64 bits in tlp[0], in the order of the words */
    TN_APE_COMMAND,    /* value: the command */
    TN_APE_DESCRIPTOR, /* behind the ring's last one, with its doorbell */
    TN_APE_FILL,       /* bytes into host memory */
    TN_APE_MEMORY,     /* value: 1: the bytes are 0 */
};
enum { TN_APE_NUMBERS = 14 };

#endif
