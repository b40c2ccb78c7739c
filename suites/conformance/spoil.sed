# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation that the cases of every fabric may have is spoilt, to see that it counts: another value, another
# latency. What the words of one fabric become stands in suites/<fabric>/cases/spoil.sed, which sed reads behind this file.
/^expect reg /{ s/= .*/= 0x5a5a5a5a/; b; }
/^expect latency .*cycles/{ s/[0-9]+\.\.[0-9]+/900..990/; b; }
