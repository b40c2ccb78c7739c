/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the bus-functional modules show to whoever follows a whole run (coverage, the capture), whatever
 * test code subscribes to and forgets. They know none of those by name.
 */
#ifndef TN_BFM_SHOW_H
#define TN_BFM_SHOW_H

#include <tn/tnw/bfm_tnw.h>

#include <stdbool.h>
#include <stdint.h>

/* What is shown, and what the third argument of a tn_show_fn then points to. */
enum tn_show {
    TN_SHOW_RESET,     /* the bench is in reset: NULL */
    TN_SHOW_PACKET,    /* a packet passed the monitor `where`: struct tn_event */
    TN_SHOW_WORD,      /* a word passed a channel's monitor: struct tn_exa_seen */
    TN_SHOW_TAP,       /* a tap showed a value: struct tn_exa_tap_seen */
    TN_SHOW_PINS,      /* one cycle of a link's pins: struct tn_tnw_pins */
    TN_SHOW_BLOCK,     /* one cycle of a block's pins: struct tn_block_cycle */
    TN_SHOW_BEAT,      /* a beat passed the AXI port `where`: struct tn_axi_seen */
    TN_SHOW_OK,        /* the sink `where` set the classes that may begin: unsigned */
    TN_SHOW_REJECT,    /* a packet was rejected for that cause: unsigned */
    TN_SHOW_WRITE,     /* a register was written: struct tn_show_write */
    TN_SHOW_LINE,      /* a word on a line that test code carries: struct tn_show_line */
    TN_SHOW_LINE_CUT,  /* lines end, or begin anew: NULL */
    TN_SHOW_KINDS
};

struct tn_show_write {
    uint32_t addr, value;
};
/* A word of a TNW line. */
struct tn_show_line {
    enum tn_tnw_way way;
    uint64_t cycle;
    struct tnw_word sent, seen; /* as it went in, and as it comes out */
    bool fault;                 /* an error was made here */
    unsigned spoilt;            /* no word: the last so many, too, may have come otherwise than they were shown */
};

typedef void tn_show_fn(void *ctx, const char *where, const void *what);
/* fn is called for all of that kind from now on, until the process ends, before those who subscribed
 * with the module itself. A second subscription of the same fn and ctx changes nothing. */
void tn_show_follow(enum tn_show kind, tn_show_fn *fn, void *ctx);

/* The modules' part; where is the stream's name, or NULL. */
enum { TN_SHOW_FOLLOWERS = 4 };
struct tn_show_list {
    struct {
        tn_show_fn *fn;
        void *ctx;
    } to[TN_SHOW_FOLLOWERS];
    unsigned n;
};
extern struct tn_show_list tn_show_lists[TN_SHOW_KINDS];
static inline void tn_show(enum tn_show kind, const char *where, const void *what)
{
    for (unsigned i = 0; i < tn_show_lists[kind].n; i++)
        tn_show_lists[kind].to[i].fn(tn_show_lists[kind].to[i].ctx, where, what);
}

#endif
