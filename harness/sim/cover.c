/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Called by the bus-functional modules themselves, so that a suite need not know.
 */
#include "cover.h"

#include <tn/cz_cover.h>
#include <tn/sim.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct tn_cz_cover *cover;
static bool asked;

static struct tn_cz_cover *counting(void)
{
    const char *path = getenv("TN_COVER");
    if (!asked && path && *path && strncmp(tn_sim_dut(), "cz_ioport_remap", 15) == 0)
        cover = tn_cz_cover_new((unsigned)tn_sim_param("FUNC_N"), (unsigned)tn_sim_param("PORT_N"));
    asked = true;
    return cover;
}

void tn_sim_cover_reset(void)
{
    if (counting())
        tn_cz_cover_reset(cover);
}

void tn_sim_cover_write(uint32_t addr, uint32_t value)
{
    if (counting())
        tn_cz_cover_write(cover, addr, value);
}

/* A TLP that a fault has changed on its way is not what the DUT got. */
void tn_sim_cover_packet(const char *stream, const struct tn_event *ev)
{
    if (stream[0] != 's' || ev->flags & TN_EV_FAULT || ev->len > TN_TLP_MAX - 4 || !counting())
        return;
    tn_cz_cover_tlp(cover, strcmp(stream, "s_usr") == 0 ? TN_CZ_U2D : TN_CZ_D2U, ev->port, ev->bytes,
                    ev->len);
}

void tn_sim_cover_ok(const char *sink, unsigned mask)
{
    if (counting())
        tn_cz_cover_ok(cover, strcmp(sink, "m_dev") == 0 ? TN_CZ_U2D : TN_CZ_D2U, mask);
}

int tn_sim_cover_finish(void)
{
    const char *path = getenv("TN_COVER");
    FILE *f;
    int rc;
    if (!cover)
        return 0;
    f = fopen(path, "w");
    rc = f ? tn_cover_write(tn_cz_cover_counts(cover), f) : -errno;
    if (f && fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc < 0)
        fprintf(stderr, "cover: %s: %s\n", path, strerror(-rc));
    tn_cz_cover_free(cover);
    cover = NULL;
    return rc;
}
