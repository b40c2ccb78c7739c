/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * A program on TNW's library, which needs nothing but itself.
 * libraries: -ltenter-tnw
 * run: "$program"
 */
#include <tn/tnw/tnw_lib.h>

int main(void)
{
    static struct tnw t;
    return tnwOpen(&t, 0, 0, 0, 0) == 0;
}
