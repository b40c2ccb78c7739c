/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Lines of vectors/tnw: packets as words of 4 bytes, words of a line with their flags in 5.
 */
#include "../../unit/vector.h"

static const struct vector_unit units[] = {
    {"packet", 4, false}, {"words", 5, true}, {NULL, 0, false}};
static const char *const blocks[] = {
    "TNW-FB-5", "TNW-SYM-", "TNW-PCS-", "TNW-INJ-", "TNW-RCV-", "TNW-LNK-", "TNW-RX-",  "TNW-TX-",
    "TNW-TMO-", "TNW-LAT-", "TNW-CNT-", "TNW-RST-", "TNW-INV-", "TNW-OLD-", "TNW-WR-",  "TNW-CRD-",
    "TNW-ARB-", "TNW-PI-",  "TNW-PUT-", "TNW-GET-", "TNW-NWP-", "TNW-TOR-", "TNW-LIB-", NULL};
static const char *const shown[] = {"TNW-LNK-2", "TNW-RX-9", "TNW-RX-11", "TNW-TX-1", "TNW-TX-2",
                                    "TNW-TX-3",  "TNW-TX-4", "TNW-TX-5",  NULL};
static const struct vector_form form = {
    .fabric = "tnw", .number = TN_FABRIC_TNW, .units = units, .blocks = blocks, .shown = shown};

static void __attribute__((constructor)) give(void)
{
    vector_form(&form);
}
