#!/bin/bash
# @raycast.schemaVersion 1
# @raycast.title Stop koe
# @raycast.mode silent
# @raycast.packageName koe

PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
exec koe stop
