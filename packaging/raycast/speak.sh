#!/bin/bash
# @raycast.schemaVersion 1
# @raycast.title Speak with koe
# @raycast.mode silent
# @raycast.packageName koe
# @raycast.argument1 { "type": "text", "placeholder": "text, or what was copied", "optional": true }

PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
printf %s "${1:-$(pbpaste)}" | koe say - --daemon --no-wait
