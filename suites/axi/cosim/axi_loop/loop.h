/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What the suites of the loop say of AXI's rules: a broken one by name, and those that the monitors
 * of both ports asked and saw kept. A loop that never answers is asked once.
 */
#ifndef LOOP_H
#define LOOP_H

#include "../../../cosim/rule.h"

#include <tn/axi.h>
#include <tn/rules.h>

#include <string.h>

/* Writes each rule of AXI that the monitors asked since the simulation began. Call it where none
 * was broken. */
static inline void loop_kept(void)
{
    for (size_t i = 0; i < tn_rule_count(); i++) {
        const char *id = tn_rule_at(i)->id;
        if (strncmp(id, "AXI-", 4) == 0 && tn_axi_judged(id) > 0)
            tn_sim_kept(id);
    }
}

static bool loop_mute; /* an access had no answer */

/* Reads and writes a word before a test. A loop that does not answer has a row here, and is not
 * waited for again. */
static inline void loop_answers(struct tn_axi_master *cpu)
{
    struct tn_axi_txn *t;
    if (loop_mute)
        RULE_WAITED("AXI-RSP-3", false, "an answer to an access");
    for (unsigned write = 0; write < 2; write++) {
        t = tn_axi_new(1);
        assert_non_null(t);
        t->write = write != 0;
        t->addr = 0x40;
        assert_int_equal(tn_axi_issue(cpu, t), 0);
        loop_mute = tn_axi_wait(cpu, t) < 0;
        if (loop_mute)
            RULE_WAITED("AXI-RSP-3", false, write ? "an answer to a write" : "an answer to a read");
        tn_axi_free(t);
    }
}

#endif
