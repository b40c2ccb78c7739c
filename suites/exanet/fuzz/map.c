/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * The stimulus of an ExaNet capture, and the --map that goes with it. Input: a byte of options (bit 0 a
 * link, bits 2:1 timing), the map up to a NUL, then a capture file. Taken: each packet enters by
 * a port that is there, in order of time, by rules of the map that hold for it. Refused: one line.
 */
#include "../../fuzz/fuzz.h"

#include "../../../harness/exanet/stimulus/exa_stimulus.h"

#include <sys/mman.h>
#include <unistd.h>

enum { PACKETS_MAX = 2000 };

static void play(struct tn_exa_stimulus *s, unsigned ports)
{
    static struct tn_exa_stim_packet p;
    uint64_t last = 0;
    int rc, n = 0;
    FUZZ_REQUIRE(tn_exa_stimulus_own(s) >> 22 == 0);
    while (n++ < PACKETS_MAX && (rc = tn_exa_stimulus_next(s, &p)) == 1) {
        FUZZ_REQUIRE(p.port < ports && p.at >= last);
        FUZZ_REQUIRE(p.len >= EXA_WORD && p.len <= sizeof p.bytes && p.len % EXA_WORD == 0);
        last = p.at;
    }
    FUZZ_REQUIRE(n > PACKETS_MAX || rc == 0 || tn_exa_stimulus_error(s)[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;
    struct tn_exa_xbar_params par;
    struct tn_stim_options o = {.scale = 1, .seed = 3};
    struct tn_exa_stimulus *s;
    char err[512] = "";
    const uint8_t *nul = size > 1 ? memchr(data + 1, 0, size - 1) : NULL;
    if (!nul)
        return 0;
    if (fd < 0) {
        fd = memfd_create("map", 0);
        FUZZ_REQUIRE(fd >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    size -= (size_t)(nul + 1 - data);
    FUZZ_REQUIRE(ftruncate(fd, 0) == 0 && pwrite(fd, nul + 1, size, 0) == (ssize_t)size);
    tn_exa_xbar_defaults(&par);
    o.timing = (enum tn_stim_timing)((data[0] >> 1 & 3) % 3);
    s = tn_exa_stimulus_open(path, &o, (const char *)data + 1, data[0] & 1 ? NULL : &par, err, sizeof err);
    if (!s) {
        FUZZ_REQUIRE(err[0] && !strchr(err, '\n'));
        return 0;
    }
    play(s, data[0] & 1 ? 2 : par.port_n);
    tn_exa_stimulus_close(s);
    return 0;
}
