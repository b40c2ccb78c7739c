# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation that the cases of every fabric may have is spoilt, to see that it counts: another value, another
# latency, another last digit of data of a block with the plain bench. What the words of one fabric become stands in suites/<fabric>/cases/spoil.sed, which sed reads behind this file.
/^expect reg /{ s/= .*/= 0x5a5a5a5a/; b; }
/^expect latency .*cycles/{ s/[0-9]+\.\.[0-9]+/900..990/; b; }
/^expect ([0-9]+\* )?[a-z_]+(\[[0-9]+\])? (unordered )?([a-z_]+=[^ ]+ )*([0-9a-fx_*]{2,} )*[0-9a-fx_*]*[0-9a-f]( within .*)?$/{ s/0( within|$)/1\1/; t; s/[1-9a-f]( within|$)/0\1/; b; }
