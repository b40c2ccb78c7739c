-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- What TNW registers with Wireshark.

local W = { -- decoded values of TNW records
    type = ProtoField.string("tn.tnw.type", "Record"),
    word = ProtoField.string("tn.tnw.word", "Words"),
    code = ProtoField.string("tn.tnw.code", "Feedback"),
    vc = ProtoField.uint8("tn.tnw.vc", "Virtual channel"),
    last = ProtoField.bool("tn.tnw.last", "Last packet of its message"),
    seq = ProtoField.uint8("tn.tnw.seq", "Number"),
    rule = ProtoField.string("tn.tnw.rule", "Rule"),
}
local p_tnw = protocol("tn.tnw", "TNW packet", "tnw", W)
record_rule = record_rule or W.rule
