/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private: what TNW's modules show to those that follow a whole run, and their boundary.
 */
#ifndef TN_TNW_SHOW_H
#define TN_TNW_SHOW_H

#include "../../bfm/show.h"
#include "../../sim/boundary.h"

#include <tn/tnw/bfm_tnw.h>

/* A word of a line that test code carries. */
struct tn_tnw_line_shown {
    enum tn_tnw_way way;
    uint64_t cycle;
    struct tnw_word sent, seen; /* as it went in, and as it comes out */
    bool fault;                 /* an error was made here */
    unsigned spoilt; /* no word: so many words before it, too, may have come in another form */
};

extern struct tn_show_list tn_show_tnw_pins; /* one cycle of a link's pins: struct tn_tnw_pins */
extern struct tn_show_list tn_show_tnw_line; /* struct tn_tnw_line_shown */
extern struct tn_show_list tn_show_tnw_cut;  /* lines end, or begin anew: NULL */

/* The pins of one end of a link (tn_bfm_tnw_pins.v). */
extern const struct tn_boundary tn_tnw_pins_boundary;

#endif
