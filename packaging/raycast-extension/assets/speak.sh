#!/bin/bash
# Speaks standard input through the daemon, started if needed: speak.sh <koe> [options of koe say].
# It returns when all was heard, and shows a notice if that took another program than koe, or failed.

koe=$1
shift

notice() { "$koe" status --json 2>/dev/null | sed -n 's/^ *"notice": "\(.*\)",\{0,1\}$/\1/p'; }

before=$(notice)
problem=$("$koe" say - --daemon "$@" 2>&1 >/dev/null)
after=$(notice)
[ "$after" = "$before" ] && after=
[ -n "$problem$after" ] || exit 0
osascript -e 'on run argv' -e 'display notification (item 1 of argv) with title "koe"' -e 'end run' "${problem:-$after}"
