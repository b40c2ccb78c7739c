/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * What users of transfers are told. A handle is in use from its beginning to its end, and then free for another transfer.
 */
#include <tn/exanet/exa_user_judge.h>

#include <tn/judge.h>

#include <stdlib.h>

enum { USERS = 8, HANDLES = 128 };
enum exu_rule { EXU_CMP_1, EXU_CMP_2, EXU_CMP_3 };

static const char *const rules[] = {"EXF-CMP-1", "EXF-CMP-2", "EXF-CMP-3", NULL};

struct tn_exu_judge {
    struct tn_judge judge;
    uint64_t patience;
    struct {
        bool open, read, used; /* used: it has had a transfer */
        uint64_t since;
    } handle[USERS][HANDLES];
};

struct tn_exu_judge *tn_exu_judge_new(uint64_t patience, tn_verdict_fn *fn, void *ctx)
{
    struct tn_exu_judge *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->patience = patience;
    tn_judge_init(&j->judge, rules, fn, ctx);
    return j;
}

void tn_exu_judge_free(struct tn_exu_judge *j)
{
    free(j);
}

/* Says whether the judge follows that handle. */
static bool is_known(unsigned user, int handle)
{
    return user < USERS && handle >= 0 && handle < HANDLES;
}

void tn_exu_judge_begin(struct tn_exu_judge *j, uint64_t cycle, unsigned user, bool read, int handle)
{
    j->judge.cycle = cycle;
    if (!is_known(user, handle))
        return;
    tn_judge(&j->judge, EXU_CMP_2, !j->handle[user][handle].open, "a handle of its own for each transfer", "handle %d of user %u, whose transfer goes on",
             handle, user);
    j->handle[user][handle].open = j->handle[user][handle].used = true;
    j->handle[user][handle].read = read;
    j->handle[user][handle].since = cycle;
}

void tn_exu_judge_end(struct tn_exu_judge *j, uint64_t cycle, unsigned user, int handle, unsigned err)
{
    bool read, open;
    j->judge.cycle = cycle;
    if (!is_known(user, handle)) {
        tn_judge(&j->judge, EXU_CMP_1, false, "an end of a transfer that was begun", "handle %d of user %u", handle, user);
        return;
    }
    read = j->handle[user][handle].read;
    open = j->handle[user][handle].open;
    tn_judge(&j->judge, read ? EXU_CMP_2 : EXU_CMP_1, open, "one end of a transfer", "%s of handle %d of user %u, error %u",
             j->handle[user][handle].used ? "another" : "one", handle, user, err);
    if (open)
        tn_judge(&j->judge, EXU_CMP_3, cycle - j->handle[user][handle].since <= j->patience, "an end in time", "handle %d of user %u after %llu cycles",
                 handle, user, (unsigned long long)(cycle - j->handle[user][handle].since));
    j->handle[user][handle].open = false;
}

void tn_exu_judge_finish(struct tn_exu_judge *j, uint64_t cycle)
{
    j->judge.cycle = cycle;
    for (unsigned u = 0; u < USERS; u++)
        for (int h = 0; h < HANDLES; h++)
            if (j->handle[u][h].open)
                tn_judge(&j->judge, EXU_CMP_3, false, "an end of each transfer", "none of handle %d of user %u", h, u);
}

void tn_exu_judge_rules(const struct tn_exu_judge *j, tn_exu_rule_fn *fn, void *ctx)
{
    for (unsigned i = 0; rules[i]; i++)
        fn(ctx, rules[i], j->judge.asked[i], j->judge.failed[i]);
}
