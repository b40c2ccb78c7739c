# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of the toy's cases is spoilt, to see that it counts: no case sends number 9 or waits so long.
/^expect [ab] /s/seq=[0-9]+/seq=9/
