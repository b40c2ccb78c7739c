/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert --to exanet: RoCEv2 packets as the ExaNet traffic that carries the same.
 */
#include "exanet.h"
#include "roce_exa.h"

#include <tn/part.h>

#include <string.h>

/* Each RoCEv2 packet as what it carries; 1 when there was none of them. */
static int carry_all(struct tn_convert *c, struct tn_reader *r, struct tn_roce_exa *x, int *bad)
{
    struct tn_event ev;
    uint64_t others = 0;
    int rc = 0;
    while (*bad == 0 && (rc = tn_reader_next(r, &ev, NULL)) == 1) {
        if (ev.fabric == TN_FABRIC_ROCEV2)
            *bad = tn_roce_exa_packet(x, &ev);
        else
            others += ev.packet > 1 || ev.unit != TN_UNIT_NOTE;
    }
    c->left_out = tn_reader_artefacts(r)[TN_ART_FOREIGN].count + others + tn_roce_exa_left_out(x);
    if (*bad < 0)
        return 0;
    return rc < 0 ? rc : tn_roce_exa_written(x) == 0;
}

static int write_exanet(struct tn_convert *c, struct tn_reader *r)
{
    char err[512];
    int rc, bad = 0;
    struct tn_writer *w = tn_writer_open(c->out, c->meta, 1, err, sizeof err);
    struct tn_roce_exa *x = w ? tn_roce_exa_new(w) : NULL;
    if (!x) {
        if (w)
            tn_writer_abandon(w);
        return tn_usage("convert", "%s", w ? "out of memory" : err);
    }
    rc = carry_all(c, r, x, &bad);
    tn_roce_exa_free(x);
    if (rc != 0) {
        tn_writer_abandon(w);
        return tn_usage("convert", "%s: %s", c->name,
                        rc < 0 ? tn_reader_error(r)
                               : "no RoCEv2 packet that carries a message or a transfer");
    }
    rc = tn_writer_close(w);
    bad = bad ? bad : rc;
    return bad < 0 ? tn_usage("convert", "%s: %s", tn_part_name(c->out), strerror(-bad))
                   : TN_EXIT_OK;
}

const struct tn_converter tn_convert_exanet[] = {
    {.name = "exanet", .holder = "ExaNet", .guests = true, .write = write_exanet},
    {.name = NULL},
};
