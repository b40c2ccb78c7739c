#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# What the CRCs of ExaNet's packets do not see of a line's errors, beside theory.
# shellcheck source=suites/bench/lib.bash
. suites/bench/lib.bash

"$build/bench/exa_crc"
