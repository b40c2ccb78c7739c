# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of the cluster's cases is spoilt: another payload, another acknowledgment.
/^expect ([0-9]+\* )?(wire|m|d|far)(\[[0-9]+\])? /{ s/ fill=[0-9a-fx]+/ fill=0x5a5a/; b; }
/^expect (ctl|y) /{ s/ ack=[0-9]+/ ack=44/; b; }
