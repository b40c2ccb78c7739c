-- SPDX-FileCopyrightText: 2026 The Tenter authors
-- SPDX-License-Identifier: BSD-2-Clause
--
-- Which packets belong together: the attempts of a transaction and their answers, a message and
-- its acknowledgment (checkers/exanet/spec/exa_transfer.md). Learnt while Wireshark reads the capture for the first
-- time, in order; afterwards each frame keeps what was found.

local ATTEMPTS, HALF = 16, 4096
local newest = {}    -- by sender and tid (and number of a message): begins, request (frames), seq
local asked = {}     -- by receiver, tid and generation: the control packet's transaction and place
local of_frame = {}  -- by frame: begins, request
local answers = {}   -- by frame of a request: frame of its first answer

function p_exa.init() newest, asked, of_frame, answers = {}, {}, {}, {} end

local function of_transaction(k)
    return not k.message and (k.type == T.WRITE or k.type == T.DMA_CTL or k.type == T.NOTIFY or
        k.type == T.ACK and k.addr_hi == V.exa_hdr.addr_hi.RT_MAILBOX)
end

-- Frame n has a packet of the sender's: the first of a transaction or of an attempt, or another.
local function sent(k, key, n)
    local w = newest[key]
    local ahead = w and not k.message and (k.seq - w.seq) % SEQS or 0
    if not w or k.message or ahead > 0 and ahead < HALF then
        local same = w and not k.message and math.floor(w.seq / ATTEMPTS) == math.floor(k.seq / ATTEMPTS)
        w = { begins = same and w.begins or n, request = n, seq = k.seq }
        newest[key] = w
    elseif ahead >= HALF then
        return {}
    end
    if k.type == T.DMA_CTL and k.payload and #k.payload >= 8 then
        asked[exa_dst(k) .. " " .. k.tid .. " " .. math.floor(k.seq / ATTEMPTS)] = { w = w, place = k.payload }
    end
    return { begins = not k.message and w.begins or nil }
end

-- Whether the first eight payload bytes of a control packet name the place to which k goes
local function is_place(payload, k)
    local b = { payload:byte(1, 8) }
    local lo, hi = 0, 0
    for i = 4, 1, -1 do lo, hi = lo * 256 + b[i], hi * 256 + b[i + 4] end
    local node = (((k.dst_tor * 4 + k.dst_fpga) * 16 + k.dst_z) * 16 + k.dst_y) * 16 + k.dst_x
    return lo == k.addr_lo and hi == node * 1024 + k.addr_hi
end

-- The notification's transaction, by the control packet that asked for it at this place.
local function notified(k)
    local a = asked[exa_src(k) .. " " .. k.tid .. " " .. math.floor(k.seq / ATTEMPTS)]
    return { begins = a and is_place(a.place, k) and a.w.begins or nil }
end

local function answered(k, key, n)
    local w = newest[key]
    if not w or w.seq % SEQS ~= k.seq then return {} end
    answers[w.request] = answers[w.request] or n
    return { begins = not k.message and w.begins or nil, request = w.request }
end

local function learn(k, n)
    local answer = k.type == T.ACK
    local key = (answer and exa_dst(k) or exa_src(k)) .. " " .. k.tid .. (k.message and " " .. k.seq % SEQS or "")
    if answer then return answered(k, key, n) end
    if k.type == T.NOTIFY then return notified(k) end
    return sent(k, key, n)
end

-- Draws what belongs to the packet k of that frame.
function add_transaction(tree, all, k, frame)
    if k.unreadable or not k.numbered or not k.name or not (k.message or of_transaction(k)) then return end
    if not k.message then
        tree:add(E.gen, all, math.floor(k.seq / ATTEMPTS) % 512):set_generated()
        tree:add(E.att, all, k.seq % ATTEMPTS):set_generated()
    end
    if not frame then return end
    if not frame.visited then of_frame[frame.number] = learn(k, frame.number) end
    local found = of_frame[frame.number] or {}
    if found.begins and found.begins ~= frame.number then tree:add(E.begins, all, found.begins):set_generated() end
    if found.request then tree:add(E.request, all, found.request):set_generated() end
    if answers[frame.number] then tree:add(E.response, all, answers[frame.number]):set_generated() end
end
