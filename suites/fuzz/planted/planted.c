/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A bug put here on purpose, one byte read too far behind a length that is believed:
 * the runner must find it, name its reproducer and exit 1.
 */
#include "../fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static volatile uint8_t sum;
    struct fuzz_input in = {data, size};
    size_t len;
    uint8_t *p = fuzz_block(&in, in.left, &len);
    if (len >= 2 && p[0] == 'T')
        for (size_t i = 1; i <= p[1] % 16u; i++)
            sum = (uint8_t)(sum + p[i]);
    free(p);
    return 0;
}
