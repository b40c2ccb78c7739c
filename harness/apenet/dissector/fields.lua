-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What APEnet registers with Wireshark.

local APE_F = { -- decoded values of APEnet records
    type = ProtoField.string("tn.ape.type", "Type"),
    src = ProtoField.string("tn.ape.src", "Source"),
    dst = ProtoField.string("tn.ape.dst", "Destination"),
    msg = ProtoField.uint32("tn.ape.msg", "Message", base.HEX),
    word = ProtoField.string("tn.ape.word", "Word"),
    rule = ProtoField.string("tn.ape.rule", "Rule"),
}
local p_ape = protocol("tn.ape", "APEnet packet", "ape", APE_F)
record_rule = record_rule or APE_F.rule
