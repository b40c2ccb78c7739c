#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Legal traffic that tries to look wrong, of two seeds: no false alarm (suites/twists/legal; make regress-legal has more).
#   legal.sh BUILD
set -u
seed=${SEED:-1}
[[ $seed =~ ^[0-9]{1,15}$ ]] || seed=$((0x$(printf '%s' "$seed" | sha256sum | cut -c1-12)))
suites/twists/legal "$1/tenter" 1000 1 "$((10#$seed))" "$((10#$seed + 1))"
