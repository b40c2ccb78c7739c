/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets through the demux: the suite that it shares with the mux.
 */
#include "../exa_mux/random.h"
