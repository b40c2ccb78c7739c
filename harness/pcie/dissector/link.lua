-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- The trees, the info text and the rules of one link frame.

local STP, SDP, END, EDB, COM = 0xfb, 0x5c, 0xfd, 0xfe, 0xbc

local function unframed(symbol) return symbol ~= STP and symbol ~= SDP and symbol ~= COM end

local function no_frame(len) return string.format("%d symbols without framing", len) end

-- A DLLP's line: the four bytes at `at`, of that kind
local function dllp_text(tvb, at, name, hname)
    local function value(fname) return get(tvb, at, hname, fname) end
    if hname == "dllp_ack" then return string.format("%s %d", name, value("seq")) end
    if hname == "dllp_vendor" then return string.format("%s %06x", name, value("data")) end
    if hname == "dllp_fc" then
        return string.format("%s-%s VC %d hdr %d data %d", name,
            TN.headers.dllp_fc.class.values[value("class")][2], value("vc"), value("hdr"), value("data"))
    end
    return name or string.format("reserved type %02x", tvb(at, 1):uint())
end

-- A DLLP: SDP at off, six bytes, END
local function add_dllp(tree, tvb, off, env, fail)
    local at = off + 1
    local name, hname = dllp_kind(tvb, at)
    local text = dllp_text(tvb, at, name, hname)
    local found, want = tvb(at + 4, 2):le_uint(), dllp_crc(tvb(at, 4):raw())
    tree:add(L.dllp, tvb(at, 4), text)
    if hname then
        add_header(tree, tvb, at, 4, hname)
    else
        tree:add(L.dllp_type, tvb(at, 1))
    end
    add_header(tree, tvb, at + 4, 2, "dllp_crc")
    tree:add(L.crc_ok, tvb(at + 4, 2), found == want):set_generated()
    if found ~= want then
        fail("DLL-3", "%04x, computed %04x", found, want)
        return "DLLP   " .. text .. " [CRC wrong]"
    end
    add_acknowledgment(tree, tvb(at, 4), env, tvb, at)
    if not name then fail("DLL-5", "type %02x", tvb(at, 1):uint()) end
    local reserved = 0
    if hname and hname ~= "dllp_vendor" then reserved = get(tvb, at, hname, "r8") end
    if hname == "dllp_fc" then reserved = reserved + get(tvb, at, hname, "r18") end
    if reserved ~= 0 then fail("DLL-6", "reserved bits of %s", name) end
    return "DLLP   " .. text
end

-- The symbols of a whole ordered set by name (PCIe 3.0 4.2.4, 8b/10b), or nil
local function ordered_set(tvb, off, len)
    local SKP, FTS, IDL, EIE, TS1, TS2 = 0x1c, 0x3c, 0x7c, 0xfc, 0x4a, 0x45
    local symbols = { tvb(off, len):raw():byte(1, math.min(len, 17)) }
    local function all(from, to, what)
        for i = from, to do
            if symbols[i + 1] ~= what then return false end
        end
        return true
    end
    if len >= 2 and len <= 6 and all(1, len - 1, SKP) then return "SKP" end
    if len == 4 and all(1, 3, FTS) then return "FTS" end
    if len == 4 and all(1, 3, IDL) then return "electrical idle" end
    if len ~= 16 then return nil end
    if all(1, 14, EIE) and symbols[16] == TS1 then return "electrical idle exit" end
    for name, id in pairs { TS1 = TS1, TS2 = TS2 } do -- symbol 6 of 128 and more asks for equalization
        if all(7, 15, id) and (symbols[7] == id or symbols[7] >= 128) then return name end
    end
    return nil
end

-- What a TLP travels in: sequence number, LCRC, and the rules of both. Returns whether the
-- TLP counts.
local function add_envelope(tree, tvb, off, len, fail)
    local last = tvb(off + len - 1, 1):uint()
    local found, want = tvb(off + len - 5, 4):le_uint(), crc32(tvb(off + 1, len - 6):raw())
    local reserved = tvb(off + 1, 1):bitfield(0, 4)
    tree:add(L.r4, tvb(off + 1, 1), reserved)
    tree:add(L.seq, tvb(off + 1, 2), tvb(off + 1, 2):bitfield(4, 12))
    tree:add(L.lcrc, tvb(off + len - 5, 4))
    tree:add(L.lcrc_ok, tvb(off + len - 5, 4), found == want):set_generated()
    if last == EDB then -- nullified: nothing in it counts
        if found ~= 0xffffffff - want then
            fail("DLL-7", "%08x, inverted %08x", found, 0xffffffff - want)
        end
        return false
    elseif found ~= want then
        fail("DLL-1", "%08x, computed %08x", found, want)
        return false
    end
    if reserved ~= 0 then fail("DLL-2", "%x", reserved) end
    return true
end

-- STP, sequence number, TLP, LCRC, END or EDB: at least 20 symbols
local function add_tlp_frame(root, tree, tvb, off, len, env, fail)
    local last, good = tvb(off + len - 1, 1):uint(), false
    if len >= 20 and (last == END or last == EDB) then
        good = add_envelope(tree, tvb, off, len, fail)
        if good then add_replay(tree, tvb(off, len), env, tvb(off + 1, 2):bitfield(4, 12)) end
    else
        fail("FRM-1", "%d symbols, the last %02x", len, last)
    end
    if len < 20 then return no_frame(len) end
    return string.format("seq %d ", tvb(off + 1, 2):bitfield(4, 12)) ..
        add_tlp(root, tvb, off + 3, len - 8, len - 8, { dir = env.dir, link = env.link,
            framed = true, unjudged = env.garbage or not good })
end

-- The symbols of one link frame; env as in add_tlp and: malformed (who recorded it said so),
-- garbage (and so it is not to be judged). Nothing is judged of a frame that was cut: its LCRC is not known.
local function add_frame(root, tvb, off, len, orig, env)
    if len <= 0 then return string.format("%d bytes of fabric 1", len) end
    local all, first = tvb(off, len), tvb(off, 1):uint()
    local tree = root:add(p_frame, all)
    local complain = complainer(tree, all, D.rule)
    local fail = env.garbage and function() end or complain
    if env.garbage or unframed(first) then complain("ART-GARBAGE", "") end
    if len < orig then
        complain("ART-SNAP", "%d of %d symbols", len, orig)
        return string.format("%d of %d symbols kept", len, orig)
    end
    if first == STP then return add_tlp_frame(root, tree, tvb, off, len, env, fail) end
    if first == SDP then
        if len == 8 and tvb(off + 7, 1):uint() == END then return add_dllp(tree, tvb, off, env, fail) end
        fail("FRM-2", "%d symbols, the last %02x", len, tvb(off + len - 1, 1):uint())
    end
    local set = first == COM and not env.malformed and ordered_set(tvb, off, len)
    return set and "ordered set " .. set or no_frame(len)
end
