/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter gen --pattern legal: an own capture of legal TLPs that try to look wrong, at one point of
 * a link.
 */
#include "legal.h"
#include "pcie.h"

#include <tn/part.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NS_PER_CYCLE = 4 };

int tn_gen_legal(const struct tn_gen *gen, bool four)
{
    char err[512], meta[300];
    struct tn_legal *l = calloc(1, sizeof *l);
    struct tn_legal_tlp *t = calloc(1, sizeof *t);
    struct tn_writer *w = NULL;
    int rc = 0, end;
    if (l && t) {
        tn_legal_begin(l, gen->seed, four, 0);
        snprintf(meta, sizeof meta,
                 "tool=tenter gen\nversion=%s\nseed=%" PRIu64
                 "\nmps=%u\nmrrs=%u\nrcb=%u\npoint.0=link\n",
                 TN_VERSION, gen->seed, l->mps, l->mrrs, l->rcb);
        w = tn_writer_open(gen->path, meta, NS_PER_CYCLE, err, sizeof err);
    }
    if (!w) {
        free(l);
        free(t);
        return tn_usage("gen", "%s", l && t ? err : "out of memory");
    }
    while (rc == 0 && tn_legal_next(l, l->number >= gen->packets, t)) {
        const struct tn_event ev = {.cycle = t->ns / NS_PER_CYCLE,
                                    .time_ns = t->ns,
                                    .dir = t->up ? TN_DIR_UP : TN_DIR_DOWN,
                                    .fabric = TN_FABRIC_PCIE,
                                    .unit = TN_UNIT_PACKET,
                                    .len = (uint32_t)t->len,
                                    .orig_len = (uint32_t)t->len,
                                    .bytes = t->p};
        rc = tn_writer_event(w, &ev);
    }
    end = tn_writer_close(w);
    rc = rc ? rc : end;
    tn_legal_print(l, stderr);
    free(l);
    free(t);
    return rc < 0 ? tn_usage("gen", "%s: %s", tn_part_name(gen->path), strerror(-rc)) : TN_EXIT_OK;
}
