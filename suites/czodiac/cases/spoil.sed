# SPDX-FileCopyrightText: 2026 The Tenter authors
# SPDX-License-Identifier: BSD-2-Clause
#
# How an expectation of the remapper's cases is spoilt: another TLP, another Requester ID, another cause.
/^expect ([0-9]+\* )?(dev|usr) (unordered )?hex /{ s/hex [0-9a-f]+ [0-9a-f]+/hex 0a000000 7f7f7f7f/; b; }
/^expect ([0-9]+\* )?(dev|usr) /{ s/ req=[^ ]+/ req=7f:1f.7/g; b; }
/^expect reject .* MALFORMED/{ s/MALFORMED/BAR_MULTI/; b; }
/^expect reject /{ s/[A-Z]+(_[A-Z]+)?/MALFORMED/; b; }
# Of the data link layer's: another number, another credit, another error, another Requester ID.
/^expect ([0-9]+\* )?wire /{ s/seq=[^ ]+/seq=2047/; b; }
/^expect (ack|nak) /{ s/seq=[^ ]+/seq=2046/; b; }
/^expect fc /{ s/hdr=[^ ]+/hdr=77/; b; }
/^expect err .*RETRAIN/{ s/RETRAIN/FC/; b; }
/^expect err /{ s/ [A-Z]+(_[A-Z]+)? / RETRAIN /; b; }
/^expect ([0-9]+\* )?(tlp|far) /{ s/ req=[^ ]+/ req=77/; b; }
