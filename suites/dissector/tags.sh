#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# Tags of ten bits (PCIe 4.0): bit 23 of DW0 is Tag[9], bit 19 Tag[8], when the preference says so.
set -u
# shellcheck source=suites/dissector/common
. suites/dissector/common
ten="-o tn.tlp.ten_bit_tags:TRUE"

# four requests whose lower bits are 01, a completion of the third; a reserved bit that stays one
to_pcap "$dir/tags.pcap" <<'EOF'
1 1 12 000000010100010f00001000
1 1 12 000800010100010f00002000
1 1 12 008000010100010f00003000
1 1 12 008800010100010f00004000
1 2 16 4a800001000000040100010011111111
1 1 12 000200010100020f00005000
EOF
tags() { # tags OPTION...: number and tag of each packet
    dissect "$@" -r "$dir/tags.pcap" -T fields -e frame.number -e tn.tlp.tag | tr '\t\n' '= '
}
# shellcheck disable=SC2086
[ "$(tags $ten)" = "1=1 2=257 3=513 4=769 5=513 6=2 " ]
verdict "Tag[9:8] are above the other eight" $?
[ "$(tags)" = "1=1 2=1 3=1 4=1 5=1 6=2 " ]
verdict "without the preference a tag has eight bits" $?
# shellcheck disable=SC2086
[ "$(dissect $ten -r "$dir/tags.pcap" -Y 'tn.tlp.requester == 0x0100 && tn.tlp.tag == 0x201' -T fields -e frame.number | xargs)" = "3 5" ]
verdict "a filter finds a request and its completion" $?
# shellcheck disable=SC2086
dissect $ten -r "$dir/tags.pcap" -T fields -e _ws.col.Info | sed -n 5p | grep -q 'CplD *to 01:00.0 tag 201 '
verdict "the line has all of the tag" $?
rules() { # rules OPTION...: packets that break TLP-RSV-1
    dissect "$@" -r "$dir/tags.pcap" -Y 'tn.tlp.rule == "TLP-RSV-1"' -T fields -e frame.number | xargs
}
# shellcheck disable=SC2086
[ "$(rules $ten)" = 6 ]
verdict "only bit 17 is reserved then" $?
[ "$(rules)" = "2 3 4 5 6" ]
verdict "without the preference all three are" $?
# shellcheck disable=SC2086
[ "$(tags $ten -o tn.tlp.inside:TRUE)" = "1=1 2=1 3=1 4=1 5=1 6=2 " ]
verdict "inside cZodiac these bits are Dest CPU" $?
no_lua_error "no Lua error" "$dir/tags.pcap"
