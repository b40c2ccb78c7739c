/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The rule engine: events in, verdicts out. Knows the codec, not the model.
 *
 * Rules are listed in spec/rules.def. State is kept for outstanding
 * transactions only, so memory does not grow with the capture.
 */
#ifndef TN_RULES_H
#define TN_RULES_H

#include <tn/event.h>
#include <tn/verdict.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tn_level { TN_MUST, TN_SHOULD };

struct tn_rule {
    const char *id;     /* permanent */
    enum tn_level level;
    const char *source; /* "PCIe 3.0 2.2.5" */
    const char *text;
};

/* The catalogue, in file order; *n receives its length. */
const struct tn_rule *tn_rules(size_t *n);
const struct tn_rule *tn_rule_find(const char *id); /* or NULL */

struct tn_check_params {
    uint32_t mps, mrrs; /* bytes; 0 = not checked beyond 4096 */
    uint32_t rcb;       /* 64 or 128 */
    bool ext_tags;      /* 8-bit tags; else 5 */
    bool ten_bit_tags;  /* bits 23 and 19 of DW0 are Tag[9:8] (PCIe 4.0), but inside */
    bool inside;        /* fabric side: reserved DW0 bits are Dest CPU */
    bool strict;        /* artefacts count as violations */
    bool unordered;     /* merged capture points: order rules use the window */
    bool joined;        /* traffic may have begun before the first event, and may be of one
                           direction only: a capture of a running link */
    uint32_t reorder_window;    /* packets */
    uint64_t completion_timeout_ns; /* 0 = 50 ms */
};
void tn_check_defaults(struct tn_check_params *p);

struct tn_checker;

/* NULL on ENOMEM. only/skip: NULL, or comma-separated rule IDs; a trailing *
 * matches a prefix. */
struct tn_checker *tn_checker_new(const struct tn_check_params *p, const char *only,
                                  const char *skip, tn_verdict_fn *fn, void *ctx);
/* artefacts: what the capture reader saw on it (bit set), 0 otherwise; a packet
 * with one that spoils its bytes is not judged by the rules it spoils. */
void tn_checker_event(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* For a trace of several links whose events go to a checker each: what becomes of TLPs
 * from one point to the next, which none of them sees alone (ORD-*). */
void tn_checker_between(struct tn_checker *c, const struct tn_event *ev, unsigned artefacts);
/* One clock cycle of an ExaNet channel, as a monitor sees it before the active edge. */
struct tn_exa_cycle {
    uint64_t cycle, time_ns;
    uint64_t packet;       /* number of the packet under way, for the verdict */
    uint8_t valid, ready;  /* bit 0 header, 1 payload, 2 footer */
    bool rst;              /* the checker forgets the packet and the word under way */
    bool valid_unknown;    /* a valid or a ready is neither 0 nor 1 */
    bool data_unknown;     /* a bit of data is neither 0 nor 1 */
    uint8_t data[16];      /* lanes: byte i is data[8i+7:8i] */
};
/* Judges it by the rules EXA-CHN-*: a checker for each channel, every cycle from reset
 * on. These may be left out: cycles without a valid where none was waiting, and cycles in which a
 * valid waits with the same data as in the cycle before. */
void tn_checker_exa_cycle(struct tn_checker *c, const struct tn_exa_cycle *cycle);
/* A beat of a stream of TLPs (cz_ioport_remap.md 1). */
struct tn_stream_beat {
    bool valid, last;
    uint8_t keep, port;
    uint8_t data[16]; /* lanes: byte i is data[8i+7:8i] */
};
/* A cycle of such a stream, with the beat that the cycle before left waiting. */
struct tn_stream_seen {
    uint64_t cycle, packet;
    struct tn_stream_beat was; /* its valid is 0 when no beat waited */
    struct tn_stream_beat now;
    bool ready;   /* now is taken */
    bool unknown; /* valid, ready, or what counts of a beat that is taken, is neither 0 nor 1 */
};
/* Judges it by CZR-STR-1. Cycles without a beat that goes over or waited may be left out, those in
 * which a beat waits unchanged, and those in which a beat with all lanes goes over that is not the
 * packet's last. */
void tn_checker_stream(struct tn_checker *c, const struct tn_stream_seen *seen);
/* Judges by CZR-STR-1 whether a TLP might begin; ok: the classes' ok in the cycle before its first
 * beat was offered, bit 0 P, 1 NP, 2 CPL. */
void tn_checker_stream_packet(struct tn_checker *c, const struct tn_event *ev, unsigned ok);
/* Something to be judged on a channel of an AXI4 port: a beat offered, or transferred, or one
 * that waits and changed; or anything at all in a cycle of reset. Quiet waits and idle cycles
 * may be left out. */
enum tn_axi_which { TN_AXI_CH_AW, TN_AXI_CH_W, TN_AXI_CH_B, TN_AXI_CH_AR, TN_AXI_CH_R, TN_AXI_CH_N };
struct tn_axi_seen {
    uint64_t cycle, time_ns;
    uint64_t packet;        /* number, for the verdict */
    uint8_t channel;        /* enum tn_axi_which */
    bool valid, ready, rst; /* unknown ones are 0 */
    bool valid_unknown, ready_unknown;
    uint32_t unknown; /* bit i: byte i of data has an unknown bit; 16: the rest has */
    uint8_t bus;      /* bytes of the data bus, 1 to 16 */
    /* The beat, word 0 the lowest bits, what is not said 0:
     *   AW, AR  1:0 address   2 ID | user << 16   3 len | size << 8 | burst << 11 |
     *           lock << 13 | cache << 14 | prot << 18 | qos << 21
     *   W       3:0 data      4 strb | last << 16
     *   B, R    3:0 data (R)  4 ID | resp << 16 | last << 18 */
    uint32_t word[5];
};
/* Judges it by the rules AXI-*: a checker for each port, in order of cycles; within one
 * B and R before AW, AR and W. One with rst makes the checker forget what was under way. */
void tn_checker_axi(struct tn_checker *c, const struct tn_axi_seen *seen);
/* End of traffic: requests still open are judged. */
void tn_checker_finish(struct tn_checker *c);
/* How often the rule was exercised (asked) and failed; 0 of one that is switched off. */
uint64_t tn_checker_asked(const struct tn_checker *c, const char *rule);
uint64_t tn_checker_failed(const struct tn_checker *c, const char *rule);
void tn_checker_free(struct tn_checker *c);

#endif
