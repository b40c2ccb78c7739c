/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Campaign plans. Input: the file. What is taken keeps the bounds of its header, names
 * what a plan must name, and its fault lines hold a kind and no place of their own;
 * what is refused gets a line that names the file.
 */
#include "fuzz.h"

#include <tn/campaign.h>

#include <sys/mman.h>
#include <unistd.h>

static void plan_holds(const struct tn_plan *p)
{
    FUZZ_REQUIRE(p->spaces >= 1 && p->spaces <= TN_PLAN_SPACES && p->excludes <= TN_PLAN_GLOBS);
    FUZZ_REQUIRE(p->dut[0] && p->stimulus[0] && p->sample && p->packets && p->window);
    FUZZ_REQUIRE(p->scale > 0);
    for (unsigned i = 0; i < p->spaces; i++) {
        FUZZ_REQUIRE(tn_fault_kind_of(p->space[i].f.kind));
        FUZZ_REQUIRE(p->space[i].globs >= 1 && p->space[i].globs <= TN_PLAN_GLOBS);
        FUZZ_REQUIRE(!strchr(p->space[i].f.where, '@'));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tn_plan plan;
    static char path[64];
    static int fd = -1;
    char err[512] = "";
    int rc;
    if (fd < 0) {
        fd = memfd_create("plan", 0);
        FUZZ_REQUIRE(fd >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
    rc = tn_plan_read(path, &plan, err, sizeof err);
    if (rc == 0) {
        plan_holds(&plan);
        tn_plan_free(&plan);
    } else {
        FUZZ_REQUIRE(rc < 0 && strncmp(err, path, strlen(path)) == 0 && !plan.text);
    }
    return 0;
}
