#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# tenter check tells one seeded violation of each kind in one form of capture, by SEED, with TN_ALL=1 in each form; make
# regress has more of them.
set -u
seed=${SEED:-1}
[[ $seed =~ ^[0-9]{1,15}$ ]] || seed=$((0x$(printf '%s' "$seed" | sha256sum | cut -c1-12)))
python3 suites/pcie/violations/run "$1/tenter" "$([ -n "${TN_ALL:-}" ] && echo 1 || echo 0)" "$((10#$seed))"
