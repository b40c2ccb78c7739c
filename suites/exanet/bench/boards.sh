#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# A message's way over no link to three, in cycles: figures of the suite that measures it.
# shellcheck source=suites/bench/lib.bash
. suites/bench/lib.bash

harness/sim/run-sim "$build" icarus exa_two_qfdb cosim/exa_two_qfdb/latency >"$dir/latency"
grep -P '\t(ok|short)$' "$dir/latency"
