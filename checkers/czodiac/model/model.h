/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Private parts of the remapper's model: its state, and the functions that its files share. Section
 * numbers are those of checkers/czodiac/spec/cz_ioport_remap.md.
 */
#ifndef TN_CZ_MODEL_H
#define TN_CZ_MODEL_H

#include <tn/czodiac/cz_remap.h>

enum { CZ_CAUSES = 8, CZ_CLASSES = 3, CZ_DIRS = 2, CZ_OPEN_MAX = 511 };

/* A window. Sizes are powers of two, so a size is kept as its logarithm. */
struct cz_window {
    bool valid;
    uint64_t ubase, obase;
    unsigned log2_size; /* 0 to 63 */
};

struct cz_entry {
    bool valid;
    unsigned port;
    uint16_t uid, oid;
    struct cz_window window[TN_CZ_WINDOWS];
    /* requests forwarded in each direction and not answered; CZ_OPEN_MAX: so many or more */
    unsigned open[CZ_DIRS];
};

struct tn_cz_remap {
    unsigned funcs, ports;
    struct cz_entry entry[TN_CZ_FUNCS];
    struct cz_entry staged; /* its valid is STAGE_UID bit 31, its open are the register OPEN */
    uint16_t cpl_id;
    bool commit_refused;  /* STATUS bit 0 */
    bool refused_as_open; /* STATUS bit 1 */
    uint32_t forwarded[CZ_DIRS][CZ_CLASSES];
    uint32_t answered[CZ_DIRS]; /* UR completions made, by the direction of the request */
    uint32_t bad_digests;
    uint32_t rejected[CZ_DIRS][CZ_CAUSES];
};

/* tables.c: section 2. */

/* Executes a value written to COMMIT, with the bits of STATUS that it sets when it is refused. */
void cz_commit(struct tn_cz_remap *m, uint32_t command);
/* Counts a forwarded TLP among the open requests of the entry whose ID it bears. */
void cz_count_open(struct tn_cz_remap *m, enum tn_cz_dir dir, const struct tn_tlp *t,
                   const struct cz_entry *e);
/* Executes a value written to FETCH. */
void cz_fetch(struct tn_cz_remap *m, uint32_t command);
/* Looks up the entry of a UID. *found receives the first match, or NULL. Returns the number of
 * matches. */
unsigned cz_match_uid(const struct tn_cz_remap *m, unsigned port, uint16_t uid,
                      const struct cz_entry **found);
/* Looks up the window of an address, in the same way. */
unsigned cz_match_window(const struct tn_cz_remap *m, unsigned port, uint64_t addr,
                         const struct cz_window **found);
/* Looks up the entry of an OID, in the same way. */
unsigned cz_match_oid(const struct tn_cz_remap *m, uint16_t oid, const struct cz_entry **found);
/* Says whether addr lies in the user's side of w. */
bool cz_in_window(const struct cz_window *w, uint64_t addr);
/* Translates addr, which lies in w, from the user's side to the owner's side. */
uint64_t cz_to_owner(const struct cz_window *w, uint64_t addr);

/* rewrite.c: section 3, the forwarded TLP. p and len are the TLP that came, t its fields; the
 * functions set out, len and bad_digest of fate. */

/* Rewrites a TLP from the user to the device; w is NULL for a completion. */
void cz_rewrite_u2d(const uint8_t *p, size_t len, const struct tn_tlp *t, const struct cz_entry *e,
                    const struct cz_window *w, struct tn_cz_fate *fate);
/* Rewrites a TLP from the device to the user; m knows the completer of a completion. */
void cz_rewrite_d2u(const struct tn_cz_remap *m, const uint8_t *p, size_t len,
                    const struct tn_tlp *t, const struct cz_entry *e, struct tn_cz_fate *fate);
/* Writes port into the four Dest CPU bits of the header DW0 at h. */
void cz_put_dest_cpu(uint8_t *h, unsigned port);

/* Makes the UR completion of the non-posted request t, which came in direction dir (from port, when
 * U2D) (answer.c, section 3). Sets out and len of fate. */
void cz_answer(const struct tn_tlp *t, enum tn_cz_dir dir, unsigned port, uint16_t completer,
               struct tn_cz_fate *fate);

#endif
