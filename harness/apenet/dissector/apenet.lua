-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- APEnet packets and the words of its torus links (checkers/apenet/spec/apenet.md): decode, the tree and the line of
-- the info column. The rules are those of `tenter check` alone.

local APE = { WORD = 16, LEADS = 4, WORDS = 258, LOCAL = 6, CELLS = 8, CELL_WORDS = 18, MAGIC = ("\xff\xff\xaa\xaa\x55\x55\xaa\xaa"):rep(2),
    START = ("\xff\xff\xbb\xbb\x66\x66\xbb\xbb"):rep(2) }

-- Data bit i of a word has position i in the code: the i-th number from 3 that is no power of two
do
    local power, at = 4, 0
    APE.place, APE.data_at = {}, {}
    for p = 3, 127 do
        if p == power then
            power = power * 2
        else
            APE.place[at], APE.data_at[p], at = p, at, at + 1
        end
    end
end

-- A field of a word that is a string of bytes
local function ape_get(word, hname, fname)
    local f, v = TN.headers[hname][fname], 0
    for i = f.byte + 1, f.byte + f.bytes do v = v * 256 + word:byte(i) end
    return math.floor(v / 2 ^ (f.bytes * 8 - f.bit - f.width)) % 2 ^ f.width
end

-- The SECDED that bits 119:0 of a word demand
local function ape_secded(word)
    local sum, odd = 0, 0
    for i = 0, 119 do
        if bit_of(word:byte(APE.WORD - math.floor(i / 8)), i % 8) == 1 then sum, odd = bxor(sum, APE.place[i]), 1 - odd end
    end
    for k = 0, 6 do odd = (odd + bit_of(sum, k)) % 2 end
    return sum * 2 + odd
end

-- The word with one wrong bit corrected, and whether more are wrong
local function ape_mend(word)
    local wrong, odd = bxor(word:byte(1), ape_secded(word)), 0
    local syndrome = math.floor(wrong / 2)
    for i = 1, APE.WORD do
        for k = 0, 7 do odd = (odd + bit_of(word:byte(i), k)) % 2 end
    end
    if odd == 0 then return word, syndrome ~= 0 end
    local at, bit = 1, 0
    if APE.data_at[syndrome] then
        local i = APE.data_at[syndrome]
        at, bit = APE.WORD - math.floor(i / 8), i % 8
    else
        while syndrome > 0 do syndrome, bit = math.floor(syndrome / 2), bit + 1 end
    end
    return word:sub(1, at - 1) .. string.char(bxor(word:byte(at), 2 ^ bit)) .. word:sub(at + 1), false
end

local function ape_node(word, hname, side)
    return string.format("%d.%d.%d", ape_get(word, hname, side .. "_x"), ape_get(word, hname, side .. "_y"),
        ape_get(word, hname, side .. "_z"))
end

-- Words of a packet with this header
local function ape_words(header)
    if ape_get(header, "ape_hdr", "alone") == 1 then return 1 end
    return 2 + math.floor((ape_get(header, "ape_hdr", "len") + APE.WORD - 1) / APE.WORD)
end

-- The CRC of a whole packet: with what routers change, and what the CRC itself is, taken as 0
local function ape_crc(packet)
    local head, foot = { packet:byte(1, APE.WORD) }, { packet:byte(-APE.WORD, -1) }
    head[1], head[2], head[3] = 0, 0, head[3] % 64              -- SECDED, hops
    head[11] = head[11] - bit_of(head[11], 2) * 4               -- ool
    head[16] = math.floor(head[16] / 32) * 32                   -- vc
    foot[1], foot[2], foot[3], foot[4] = 0, 0, 0, 0
    foot[11] = foot[11] % 128                                   -- err
    return crc32(string.char((table.unpack or unpack)(head)) .. packet:sub(APE.WORD + 1, -APE.WORD - 1) .. string.char((table.unpack or unpack)(foot)))
end

-- What the bytes of a packet hold, of orig on the link those in `bytes`
local function ape_packet(bytes, orig)
    if #bytes < APE.WORD then return nil end
    local k = { header = bytes:sub(1, APE.WORD) }
    local all = ape_words(k.header) * APE.WORD
    k.whole = orig == all
    if k.whole and #bytes == all and all > APE.WORD then
        k.footer = bytes:sub(-APE.WORD)
        k.crc_wrong = ape_get(k.footer, "ape_ftr", "crc") ~= ape_crc(bytes)
    end
    k.type = ape_get(k.header, "ape_hdr", "type")
    local named = TN.headers.ape_hdr.type.values[k.type]
    k.name = named and named[1] or string.format("type %d", k.type)
    k.src = k.footer and ape_node(k.footer, "ape_ftr", "src") or "?"
    k.dst = ape_node(k.header, "ape_hdr", "dst")
    return k
end

-- from_host: the packet goes from a host into its router, which makes the SECDED
local function ape_text(k, from_host)
    local function h(name) return ape_get(k.header, "ape_hdr", name) end
    local function f(name) return ape_get(k.footer, "ape_ftr", name) end
    local high = h("addr_hi")
    local addr = high > 0 and string.format("%x%08x", high, h("addr_lo")) or string.format("%x", h("addr_lo"))
    local s = string.format("%-9s %s > %s:%d vc %d%s pid %x %s len %d hops %d", k.name, k.src, k.dst, h("port"), h("vc"),
        h("last_hop") == 1 and "+" or "", h("pid"), addr, h("len"), h("hops"))
    if h("alone") == 1 then s = s .. " alone" end
    if h("ool") == 1 then s = s .. " ool" end
    if k.footer then
        s = s .. string.format(" msg %x pkt %d%s%s", f("msg"), f("pkt"), f("last") == 1 and " last" or "",
            f("err") == 1 and " err" or "")
    end
    if not from_host and h("secded") ~= ape_secded(k.header) then s = s .. " [SECDED wrong]" end
    if not k.whole then s = s .. " [length wrong]" end
    return k.crc_wrong and s .. " [CRC wrong]" or s
end

local function add_ape(root, tvb, off, len, orig, env)
    len = math.max(len, 0)
    local bytes = len > 0 and tvb(off, len):raw() or ""
    local k = ape_packet(bytes, orig)
    local line = k and ape_text(k, env.port >= APE.LOCAL and env.dir == 2) or string.format("no header: %d bytes", len)
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_ape, all, "APEnet, " .. line:gsub(" +", " "))
    if not k then return line end
    add_header(tree, tvb, off, len, "ape_hdr")
    if k.footer then add_header(tree, tvb, off + len - APE.WORD, APE.WORD, "ape_ftr") end
    tree:add(APE_F.type, all, k.name):set_generated()
    tree:add(APE_F.src, all, k.src):set_generated()
    tree:add(APE_F.dst, all, k.dst):set_generated()
    if k.footer then tree:add(APE_F.msg, all, ape_get(k.footer, "ape_ftr", "msg")):set_generated() end
    return line
end

-- As the lines of ExaNet's own packets have them
APE.CELL_NAMES = { WRITE = "Write", READ_REQ = "ReadReq", DMA_CTL = "DmaCtl", NOTIFY = "Notify", ZREAD_REQ = "ZReadReq",
    ZWRITE = "ZWrite", ZREAD_RSP = "ZReadRsp", ACK = "Ack", RELEASE = "Release", FLOW_RATE = "FlowRate" }

-- The words of the packet of ExaNet with this header; none when it begins no packet
local function ape_cell_words(word)
    local function h(name) return ape_get(word, "exa_hdr", name) end
    local kind, size, words = h("type"), h("size"), 2
    if h("hdr_crc") ~= plain_crc(16, 0x1021, 0xffff, word:sub(3)) then return nil end
    if kind == V.exa_hdr.type.ACK or kind >= 16 then return size == 0 and 1 or nil end
    if size > 0 then words = 2 + math.floor((h("addr_lo") % APE.WORD + size + APE.WORD - 1) / APE.WORD) end
    return words <= APE.CELL_WORDS and words or nil
end

local function ape_cell_table(word)
    return ape_get(word, "exa_hdr", "type") == V.exa_hdr.type.ACK and "exa_ack" or "exa_hdr"
end

-- "83.1.0.0.1", of a header or a footer of ExaNet
local function ape_cell_node(word, hname, side)
    local function n(name) return ape_get(word, hname, side .. "_" .. name) end
    return (n("tor") ~= 0 and n("tor") .. "." or "") .. string.format("%d.%d.%d.%d", n("x"), n("y"), n("z"), n("fpga"))
end

local function ape_cell_text(packet)
    local header, footer = packet:sub(1, APE.WORD), #packet > APE.WORD and packet:sub(-APE.WORD)
    local vc = ape_get(header, "exa_hdr", "vc")
    local name = TN.headers.exa_hdr.type.values[ape_get(header, "exa_hdr", "type")]
    return string.format("ExaNet %s%s %s vc %d%s size %d", name and APE.CELL_NAMES[name[1]] or "?",
        footer and " " .. ape_cell_node(footer, "exa_ftr", "src") .. " >" or "", ape_cell_node(header, "exa_hdr", "dst"),
        vc % 16, vc >= 16 and " last hop" or "", ape_get(header, "exa_hdr", "size"))
end

local function ape_begin_cell(l, word)
    l.words, l.state, l.packet = ape_cell_words(word), "between", { word }
    if l.words == 1 then l.done = word end
    if l.words and l.words > 1 then l.state = "inside" end
    return "header"
end

-- A word that is neither control word nor credit word
local function ape_plain(l, word)
    if l.state == "due" and l.cells then return ape_begin_cell(l, word) end
    if l.state == "due" then
        local mended, two = ape_mend(word)
        l.words, l.state = ape_words(mended), "between"
        l.packet = { word }
        if l.words == 1 and not two then l.done = table.concat(l.packet) end
        if l.words > 1 and l.words <= APE.WORDS and not two then l.state = "inside" end
        return "header"
    end
    if l.state == "inside" then
        local footer = #l.packet + 1 == l.words
        l.packet[#l.packet + 1] = footer and word or word:reverse()
        if not footer then return "data" end
        l.done, l.state = table.concat(l.packet), "between"
        return "footer"
    end
    return "stray"
end

-- Takes the next word of a direction whose control words are known by their content; returns its meaning. l: the direction's state
local function ape_word_in_band(l, word)
    local behind, magic = l.after, word == APE.MAGIC
    l.after = magic and not behind
    if l.after then return "MAGIC" end
    if word == APE.START and (behind or l.state ~= "inside") then
        l.state = "due"
        return "START"
    end
    if behind and not magic then return "credit" end
    if behind and l.state ~= "inside" then return "stray" end
    if l.state == "between" and ape_get(word, "ape_credit", "secded") == ape_secded(word) then return "credit" end
    return ape_plain(l, word)
end

-- The same of any direction, by the byte that leads the word
local function ape_word(l, lead, word)
    if lead == APE.LEADS - 1 then return ape_word_in_band(l, word) end
    local control, behind = lead == 1, lead == 2 or lead == 1 and l.after
    l.after = control and word == APE.MAGIC
    if l.after then return "MAGIC" end
    if control and behind and word == APE.START then
        l.state = "due"
        return "START"
    end
    if control or lead >= APE.LEADS then
        if control then l.state = "between" end
        return "stray"
    end
    if behind then return "credit" end
    return ape_plain(l, word)
end

local APE_HEADERS = { MAGIC = "ape_ctl", START = "ape_ctl", header = "ape_hdr", footer = "ape_ftr", credit = "ape_credit" }

-- A packet of ExaNet among the words, drawn as ExaNet's own; its form is judged where it is a record's
local function add_cell(root, packet, env)
    local hex = packet:gsub(".", function(c) return string.format("%02x", c:byte()) end)
    UNITS[V.record.fabric.EXANET][V.record.unit.PACKET](root, ByteArray.new(hex):tvb("Packet of ExaNet"), 0, #packet, #packet,
        { frame = env.frame, unjudged = true })
end

-- Draws the header of a word; of a packet of ExaNet that ends in this record its own tree has header and footer
local function add_word_header(tree, tvb, at, l, kind)
    local hname = APE_HEADERS[kind]
    if l.cells and kind == "header" then
        l.header_at = l.state == "inside" and at or nil
        hname = not l.header_at and not l.done and ape_cell_table(l.packet[1]) or nil
    elseif l.cells and kind == "footer" then
        l.header_at, hname = nil, nil
    end
    if hname then add_header(tree, tvb, at, APE.WORD, hname) end
end

local function add_ape_words(root, tvb, off, len, _, env)
    len = math.max(len, 0)
    local l, packets, credits, strays, last, credit = { state = "between" }, 0, 0, 0, nil, nil
    l.cells = env.port >= APE.CELLS
    local all = len > 0 and tvb(off, len) or tvb()
    local tree = root:add(p_ape, all, "APEnet, words of a link")
    for lead = off, off + len - 1 - APE.WORD, 1 + APE.WORD do
        local at = lead + 1
        local word = tvb(at, APE.WORD):raw()
        l.done = nil
        local kind = ape_word(l, tvb(lead, 1):uint(), word)
        tree:add(APE_F.word, tvb(at, APE.WORD), kind)
        add_word_header(tree, tvb, at, l, kind)
        if kind == "credit" and ape_get(word, "ape_credit", "secded") == ape_secded(word) then
            credits, credit = credits + 1, word
        elseif kind == "stray" then
            strays = strays + 1
        end
        if l.done then packets, last = packets + 1, l.cells and l.done or ape_packet(l.done, #l.done) end
        if l.done and l.cells then add_cell(tree, l.done, env) end
    end
    if l.header_at then add_header(tree, tvb, l.header_at, APE.WORD, ape_cell_table(l.packet[1])) end
    local line = string.format("Words %d:", math.floor(len / (1 + APE.WORD)))
    if packets > 1 then line = line .. string.format(" %d packets, last", packets) end
    if last then line = line .. " " .. (l.cells and ape_cell_text(last) or ape_text(last)) end
    if credit then
        local function c(name) return ape_get(credit, "ape_credit", name) end
        line = line .. string.format(" %d credits, last %d/%d %d/%d", credits, c("data0"), c("hdr0"), c("data1"), c("hdr1"))
    end
    return strays > 0 and line .. string.format(" [%d strays]", strays) or line
end

others [[ APE-* APL-* APR-* APN-* ]]

UNITS[V.record.fabric.APENET] = { [V.record.unit.PACKET] = add_ape, [V.record.unit.FRAME] = add_ape_words }
