/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The functional model of ExaNet's loads and stores to other nodes
 * (checkers/exanet/spec/exa_axi.md): an access to a window becomes a request, a request of another
 * node becomes an answer. The model has no time: the caller says when a slot is taken and when a
 * slot is freed.
 */
#ifndef TN_EXA_AXI_H
#define TN_EXA_AXI_H

#include <tn/exanet/exa.h>
#include <tn/exanet/exa_bank.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TN_EXZ_SLOTS = 6,
    TN_EXZ_WINDOWS = 8,
    TN_EXZ_BANKS = 8,
    TN_EXZ_LINE = 64,
    TN_EXZ_BEATS = 64,
    TN_EXZ_LATE = 64
};

/* What becomes of a packet (section 6). */
enum tn_exz_cause {
    TN_EXZ_NONE,
    TN_EXZ_HCRC,
    TN_EXZ_MALF,
    TN_EXZ_SHORT,
    TN_EXZ_BROKEN,
    TN_EXZ_STRAY,
    TN_EXZ_FCRC,
    TN_EXZ_FLOW,
    TN_EXZ_UNEXP,
    TN_EXZ_NOROOM,
    TN_EXZ_PCRC,
    TN_EXZ_DUP,
    TN_EXZ_DECODE,
    TN_EXZ_PROT,
    TN_EXZ_FULL,
    TN_EXZ_TAKEN,
    TN_EXZ_CAUSES
};

/* Counters behind those of the causes, in the order of their registers from 40480 on. */
enum tn_exz_counter {
    TN_EXZ_WRITES = TN_EXZ_CAUSES,
    TN_EXZ_READS,
    TN_EXZ_ANSWERS,
    TN_EXZ_REFUSED,
    TN_EXZ_TIMEOUTS,
    TN_EXZ_ERRORS,
    TN_EXZ_COUNTERS
};

/* Responses of AXI. */
enum tn_exz_resp { TN_EXZ_OKAY = 0, TN_EXZ_SLVERR = 2, TN_EXZ_DECERR = 3 };

/* What becomes of an access to a window (section 4). */
enum tn_exz_fate { TN_EXZ_REFUSE, TN_EXZ_NOTHING, TN_EXZ_SEND };

/* A whole access to a window. Of a write that has more beats than TN_EXZ_BEATS, the first are
 * there. */
struct tn_exz_access {
    bool write;
    uint64_t addr;        /* 35 bits */
    unsigned beats, size; /* size: log2 of the bytes of a beat */
    bool incr;
    uint8_t data[TN_EXZ_BEATS][EXA_WORD];
    uint16_t strobes[TN_EXZ_BEATS];
};

/* A slot. */
struct tn_exz_slot {
    bool waits;
    struct exa_packet k; /* the request */
    uint64_t at;         /* cycle in which the last word of the request was accepted */
    uint16_t count;      /* 13 bits */
};

struct tn_exz {
    uint32_t own;
    unsigned req_log2;
    uint32_t win_dst[TN_EXZ_WINDOWS], win_pdid[TN_EXZ_WINDOWS], bank[TN_EXZ_BANKS],
        zbase[TN_EXZ_BANKS], timeout;
    struct tn_exa_bank life[TN_EXZ_BANKS];
    struct tn_exz_slot slot[TN_EXZ_SLOTS];
    uint32_t counter[TN_EXZ_COUNTERS];
};

/* The state after reset. */
void tn_exz_init(struct tn_exz *m, unsigned req_log2, uint32_t own);

/* Says what becomes of an access, and makes its request in k, with tid and seq 0. */
enum tn_exz_fate tn_exz_fate(const struct tn_exz *m, const struct tn_exz_access *a,
                             struct exa_packet *k);
/* Says whether two requests are the same but for tid and seq. */
bool tn_exz_same(const struct exa_packet *a, const struct exa_packet *b);

/* Returns the slot that waits for this answer; TN_EXZ_SLOTS: there is none. */
unsigned tn_exz_match(const struct tn_exz *m, const struct exa_packet *k);
/* Returns the response with which an answer that matches ends its access. */
enum tn_exz_resp tn_exz_ends(const struct exa_packet *k);
/* Frees a slot. */
void tn_exz_free(struct tn_exz *m, unsigned slot);

/* Says whether k is a request, as other nodes send it. */
bool tn_exz_is_request(const struct exa_packet *k);
/* Says whether k is an answer, as other nodes send it. */
bool tn_exz_is_answer(const struct exa_packet *k);
/* Judges a request for which the queue has room by what stands in it: PCRC, DECODE or TAKEN. */
enum tn_exz_cause tn_exz_request(const struct exa_packet *k);
/* Returns the banks that the PDID may have, a bit each, when it is looked up between cycle from and
 * the present; bit TN_EXZ_BANKS: it may have none. */
unsigned tn_exz_banks(const struct tn_exz *m, unsigned pdid, uint64_t from);
/* Returns the code of the answer to a request of that cause; of TAKEN, 0. */
unsigned tn_exz_code(enum tn_exz_cause cause);
/* Returns the memory address of the first beat of a request. */
uint64_t tn_exz_place(const struct tn_exz *m, const struct exa_packet *k, unsigned bank);
/* Makes the answer to request k: the line, when there is one, else the code. */
void tn_exz_answer(const struct tn_exz *m, const struct exa_packet *k, unsigned code,
                   const uint8_t *line, struct exa_packet *answer);

/* A register that can be written, and the bits that it keeps; NULL: there is none at addr. */
uint32_t *tn_exz_register(struct tn_exz *m, uint32_t addr, uint32_t *mask);

#ifdef __cplusplus
}
#endif

#endif
