/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * tenter convert: any supported capture into Tenter's own form.
 */
#include "tools.h"

#include <tn/capture.h>

#include <string.h>

int tn_cmd_convert(int argc, char **argv)
{
    char err[256], meta[512];
    struct tn_event ev;
    struct tn_writer *w;
    struct tn_reader *r;
    int rc, close_rc;
    if (argc != 3)
        return tn_usage("convert", "give IN and OUT");
    r = tn_reader_open(argv[1], err, sizeof err);
    if (!r)
        return tn_usage("convert", "%s", err);
    snprintf(meta, sizeof meta, "tool=tenter convert\nfrom=%s\n", tn_reader_form(r));
    w = tn_writer_open(argv[2], meta, 1, err, sizeof err);
    if (!w) {
        tn_reader_close(r);
        return tn_usage("convert", "%s", err);
    }
    while ((rc = tn_reader_next(r, &ev, NULL)) == 1)
        if (tn_writer_event(w, &ev) < 0)
            break;
    close_rc = tn_writer_close(w);
    if (rc < 0)
        tn_usage("convert", "%s: %s", argv[1], tn_reader_error(r));
    if (close_rc < 0)
        tn_usage("convert", "%s: %s", argv[2], strerror(-close_rc));
    tn_reader_close(r);
    return rc < 0 || close_rc < 0 ? TN_EXIT_USAGE : TN_EXIT_OK;
}
