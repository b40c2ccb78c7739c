/* SPDX-FileCopyrightText: 2026 The Tenter authors
 * SPDX-License-Identifier: BSD-2-Clause
 *
 * Random packets through the mux: the suite that it shares with the demux.
 */
#include "random.h"
