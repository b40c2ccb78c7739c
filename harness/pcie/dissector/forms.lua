-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The forms in which captures have TLPs and link frames: records of Tenter's own, NetTLP in UDP, an
-- analyser's symbols (link type 158), and a bare TLP for whoever asks for "tn.tlp".

UNITS[V.record.fabric.PCIE] = { [V.record.unit.PACKET] = add_tlp, [V.record.unit.FRAME] = add_frame }
FORMS.NetTLP, FORMS.PCI_EXP, FORMS.analyser = true, true, true

function p_tlp.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "TLP"
    pinfo.cols.info = add_tlp(root, tvb, 0, tvb:len(), tvb:reported_len(), {})
end

function p_frame.dissector(tvb, pinfo, root)
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "PCIe"
    pinfo.cols.info = add_frame(root, tvb, 0, tvb:len(), tvb:reported_len(), {})
end

-- UDP to ports 3000h to 300Fh: {sequence 16, time stamp 32}, then the TLP
local NETTLP_FIRST, NETTLP_LAST, NETTLP_HEAD, UDP_HEAD = 0x3000, 0x300f, 6, 8
local ip_len, ip_hdr_len, udp_len = Field.new("ip.len"), Field.new("ip.hdr_len"), Field.new("udp.length")

-- Bytes of the TLP that were sent, and whether frame, IP and UDP disagree: then the UDP
-- length says it. The innermost of each header counts.
local function nettlp_length(pinfo)
    local function last(fields) return fields[#fields] end
    local ip, head, udp = last { ip_len() }, last { ip_hdr_len() }, last { udp_len() }
    if not (ip and head and udp) then return nil, nil end
    local there, claimed = pinfo.len - (ip.offset - 2), ip.range:uint() -- its value is what Wireshark makes of 0
    return udp.value - UDP_HEAD - NETTLP_HEAD, claimed > there or udp.value + head.value ~= claimed
end

function p_nettlp.dissector(tvb, pinfo, root)
    local len, orig, lie = tvb:len() - NETTLP_HEAD, nettlp_length(pinfo)
    if pinfo.dst_port < NETTLP_FIRST or pinfo.dst_port > NETTLP_LAST or len <= 0 or not orig then return 0 end
    pinfo.cols.protocol = "NetTLP"
    local tree = root:add(p_nettlp, tvb(0, NETTLP_HEAD))
    tree:add(N.nettlp_seq, tvb(0, 2))
    tree:add(N.nettlp_time, tvb(2, 4))
    if lie then complainer(tree, tvb(0, NETTLP_HEAD), D.rule)("ART-LEN", "") end
    pinfo.cols.info = add_tlp(root, tvb, NETTLP_HEAD, len, math.max(len, orig), { lengths_lie = lie })
    return tvb:len()
end

-- An analyser's record, little-endian: number 32, time 64, LFSR 16, metadata 16, flags 32
local ANALYSER_HEAD, UPSTREAM, SYMBOL_ERROR = 20, 28, 3

function p_analyser.dissector(tvb, pinfo, root)
    local len = tvb:len() - ANALYSER_HEAD
    if tvb:len() == 0 then return end
    pinfo.cols.protocol = "PCIe"
    local tree = root:add(p_analyser, tvb(0, math.min(tvb:len(), ANALYSER_HEAD)))
    if len <= 0 then return foreign(tree, tvb(), pinfo, "a record of " .. tvb:len() .. " bytes") end
    tree:add_le(A.record, tvb(0, 4))
    tree:add_le(A.time, tvb(4, 8))
    tree:add_le(A.lfsr, tvb(12, 2))
    tree:add_le(A.info, tvb(14, 2))
    tree:add_le(A.flags, tvb(16, 4))
    local flags = tvb(16, 4):le_uint()
    local up = bit_of(flags, UPSTREAM) == 1
    local garbage = bit_of(flags, SYMBOL_ERROR) == 1 or unframed(tvb(ANALYSER_HEAD, 1):uint())
    pinfo.cols.info = (up and "up^ " or "downv ") .. add_frame(root, tvb, ANALYSER_HEAD, len,
        tvb:reported_len() - ANALYSER_HEAD, { dir = up and 1 or 2, malformed = garbage, garbage = garbage, frame = pinfo })
end


DissectorTable.get("wtap_encap"):add(wtap.USER11, p_analyser)
DissectorTable.get("udp.port"):add(NETTLP_FIRST .. "-" .. NETTLP_LAST, p_nettlp)
