-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- APEnet's records have no tree yet; its rules are those of `tenter check` alone.

others [[ APE-* APL-* APR-* APN-* ]]
