-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Packets of the cluster and the runs of its lanes (checkers/cluster/spec/cluster.md): decode, the tree and the line of
-- the info column. The rules are those of `tenter check` alone.

local CL = { WORDS = 35, HDR = 4, LINK = "\0\15\0\192", type = ProtoField.string("tn.cl.type", "Type"),
    src = ProtoField.string("tn.cl.src", "Source"), dst = ProtoField.string("tn.cl.dst", "Destination"),
    crc = ProtoField.uint16("tn.cl.crc", "CRC", base.HEX), crc_ok = ProtoField.bool("tn.cl.crc_ok", "CRC right"),
    rule = ProtoField.string("tn.cl.rule", "Rule") }
local p_cl = protocol("tn.cl", "Cluster packet", "cl", { CL.type, CL.src, CL.dst, CL.crc, CL.crc_ok, CL.rule })
record_rule = record_rule or CL.rule

-- What stands behind the header, by type: table, least and most words of payload, steps, text and its numbers
CL.form = {
    [1] = { "cl_write", 6, 20, 2, " addr %08x ack %08x size %d", { "addr", "ack" } },
    [2] = { "cl_read", 7, 7, 1, " addr %08x reply %08x ack %08x size %d", { "addr", "reply", "ack", "size" } },
    [3] = { "cl_write", 6, 20, 2, " addr %08x ack %08x size %d", { "addr", "ack" } },
    [4] = { "cl_message", 6, 32, 2, " queue %08x ack %08x size %d", { "queue", "ack" } },
    [5] = { "cl_queue_read", 5, 5, 1, " queue %08x response %08x size %d", { "queue", "response", "size" } },
    [6] = { "cl_ack", 4, 4, 1, " ack %08x value %.0f", { "ack", "value" } },
    [7] = { "cl_add", 4, 4, 1, " addr %08x value %.0f", { "addr", "value" } },
    [8] = { "cl_nack", 5, 5, 1, " ack %08x cause %d value %.0f", { "ack", "cause", "value" } },
}

-- The words of a run without their flags, as a string, and whether a flag is set
local function cl_words(bytes)
    local words, flags = {}, false
    for at = 1, math.min(#bytes, 3 * CL.WORDS) - 2, 3 do
        flags = flags or bytes:byte(at) ~= 0
        words[#words + 1] = bytes:sub(at + 1, at + 2)
    end
    return table.concat(words), flags
end

-- A field of a table, or both halves of a number of 32 bits
local function cl_get(tvb, at, hname, name)
    if TN.headers[hname][name] then return get(tvb, at, hname, name) end
    return get(tvb, at, hname, name .. "_lo") + get(tvb, at, hname, name .. "_hi") * 65536
end

-- What so many words tell, of which orig were on the link; odd: bytes that are no whole word were there, too
local function cl_packet(tvb, orig, odd)
    local k, n = { name = "Run", length_wrong = true }, tvb and tvb:len() or 0
    if n < CL.HDR then return k end
    for _, f in ipairs({ "type", "len", "src", "src_cpu", "dst", "dst_cpu", "prio", "seq" }) do k[f] = get(tvb, 0, "cl_hdr", f) end
    local named = TN.headers.cl_hdr.type.values[k.type]
    k.name, k.header = named and named[1] or "?", true
    k.length_wrong = odd or orig ~= k.len + 3
    k.whole = n == 2 * orig and orig == k.len + 3
    if not k.whole then return k end
    k.crc = tvb(n - 2, 2):uint()
    k.crc_wrong = plain_crc(16, 0x1021, 0xffff, tvb(0, n - 2):raw()) ~= k.crc
    k.link = tvb(0, 4):raw() == CL.LINK
    local form = CL.form[k.type]
    if form and k.len >= form[2] and k.len <= form[3] and (k.len - form[2]) % form[4] == 0 then k.form = form end
    return k
end

local function cl_text(tvb, k)
    local s = string.format("%-11s", k.name)
    if k.link then
        local function c(name) return get(tvb, CL.HDR, "cl_ctl", name) end
        s = s .. string.format(" ack %d freed %d %d %d plane %d%s", c("ack"), c("freed0"), c("freed1"), c("freed2"), c("plane"),
            c("nack") == 1 and " NACK" or "")
    elseif k.header then
        s = s .. string.format(" %d.%d > %d.%d prio %d seq %d", k.src, k.src_cpu, k.dst, k.dst_cpu, k.prio, k.seq)
    end
    if not k.form then return s end
    local values = {}
    for i, name in ipairs(k.form[6]) do values[i] = cl_get(tvb, CL.HDR, k.form[1], name) end
    if #values == 2 and k.form[4] == 2 then values[3] = 2 * (k.len - 4) end
    return s .. string.format(k.form[5], (table.unpack or unpack)(values))
end

-- words: the packet's words alone, or nil; orig: bytes on the link, of which each word has `unit`
local function add_cl(root, all, words, orig, unit, flags, kept)
    local k = cl_packet(words, math.floor(orig / unit), orig % unit ~= 0)
    local line = cl_text(words, k)
    if flags then line = line .. " [K or invalid symbol]" end
    if not k.header or k.length_wrong then line = line .. string.format(" [length wrong: %d bytes]", orig) end
    if k.crc_wrong then line = line .. " [CRC wrong]" end
    if kept < orig then line = line .. string.format(" [%d of %d bytes kept]", kept, orig) end
    local tree = root:add(p_cl, all, "Cluster, " .. line:gsub(" +", " "))
    tree:add(CL.type, all, k.name):set_generated()
    if not k.header then return line end
    add_header(tree, words, 0, words:len(), "cl_hdr")
    local hname = k.form and k.form[1] or k.link and "cl_ctl"
    if hname then add_header(tree, words, CL.HDR, words:len() - CL.HDR, hname) end
    if not k.link then
        tree:add(CL.src, all, k.src .. "." .. k.src_cpu):set_generated()
        tree:add(CL.dst, all, k.dst .. "." .. k.dst_cpu):set_generated()
    end
    if k.whole then
        tree:add(CL.crc, words(words:len() - 2, 2), k.crc)
        tree:add(CL.crc_ok, all, not k.crc_wrong):set_generated()
    end
    return line
end

local function add_cl_packet(root, tvb, off, len, orig)
    len = math.max(len, 0)
    local n = math.min(math.floor(len / 2), CL.WORDS) * 2
    return add_cl(root, len > 0 and tvb(off, len) or tvb(), n > 0 and tvb(off, n):tvb() or nil, orig, 2, false, len)
end

local function add_cl_run(root, tvb, off, len, orig)
    len = math.max(len, 0)
    local words, flags = cl_words(len > 0 and tvb(off, len):raw() or "")
    local hex = words:gsub(".", function(c) return string.format("%02x", c:byte()) end)
    return add_cl(root, len > 0 and tvb(off, len) or tvb(), #words > 0 and ByteArray.new(hex):tvb("Words of the run") or nil, orig, 3,
        flags, len)
end

others [[ CLU-* CLL-* CLS-* CLN-* ]]

UNITS[V.record.fabric.CLUSTER] = { [V.record.unit.PACKET] = add_cl_packet, [V.record.unit.FRAME] = add_cl_run }
