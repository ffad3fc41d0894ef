#!/bin/sh
# Uploads the orders of the last seven days and acts on each exit code. Meant for cron or a systemd timer: what it writes
# to stderr is mailed, so it is silent about what passes by itself and loud at once about what does not.
#
# The target comes from the environment (RETURNS_CLIENT_ID, RETURNS_CLIENT_SECRET_FILE, RETURNS_AUTH_URL,
# RETURNS_ORDERS_URL) or from a profile: returns login --profile nightly, then RETURNS_PROFILE=nightly.
# An export that stopped being written is caught by its age and its size: add --max-age 3h --min-orders 1, for example.
set -u

EXPORT=${1:?usage: upload-orders.sh EXPORT [flags of returns orders upload]}
shift
# A service that is away is reported when it has been away for so many minutes, and from then on at every run.
PATIENCE_MINUTES=${PATIENCE_MINUTES:-360}
STATE=${RETURNS_STATE_DIR:-${XDG_STATE_HOME:-${HOME:-.}/.local/state}/returns}
AWAY=$STATE/upload-away-since
SUMMARY=$(mktemp) || {
  echo "No temporary file can be made in ${TMPDIR:-/tmp}. Do this: see whether the disk is full (df)." >&2
  exit 7
}
trap 'rm -f "$SUMMARY"' EXIT

# Sending what changed is safe however often it runs: what was accepted before is not sent again.
# A run that still works is waited for, so that two timers cannot collide.
returns orders upload "$EXPORT" --since 7d --json --quiet --lock-wait 20m --fail-on new "$@" >"$SUMMARY"
code=$?

# The failure is the document itself, or "error" in a summary. Texts of JSON become plain ones.
S='"([^"\\]|\\.)*"'
FAILURE=$(grep -oE "\"message\":$S,\"hint\":$S.*" "$SUMMARY")
plain() { sed 's/\\"/"/g; s/\\n/ /g; s/\\\\/\\/g'; }
text() { printf '%s' "$2" | grep -oE "\"$1\":($S|[0-9]+)" | head -n 1 | sed 's/^"[a-z_]*"://; s/^"//; s/"$//' | plain; }
line() { [ -z "$2" ] || printf '  %-10s %s\n' "$1" "$2" >&2; }
reason=$(text reason "$FAILURE")

# One mail: what it means, what happened, where, and what to do ($2 where the program says nothing).
alert() {
  printf '%s\n' "$1" >&2
  place=$(printf '%s' "$FAILURE" | grep -oE '"place":\{[^}]*\}')
  file=$(text file "$place") row=$(text line "$place") column=$(text column "$place")
  hint=$(text hint "$FAILURE")
  line happened "$(text message "$FAILURE")"
  line where "$file${row:+, line $row}${column:+, column $column}"
  line export "$EXPORT"
  line 'do this' "${hint:-$2}"
}

# The refused orders: how many with each code, the first of them, and the file with their rows.
refused() {
  sed 's/,"warnings":.*//; s/.*"by_code":\[//' "$SUMMARY" | grep -oE '"code":"[^"]*","count":[0-9]+,"first_line":[0-9]+' |
    sed -E 's/"code":"(.*)","count":(.*),"first_line":(.*)/  refused    \2 with \1, the first at line \3/' >&2
  grep -oE "\"order\":$S,\"file\":$S,\"line\":[0-9]+,\"code\":$S,\"field\":$S,\"message\":$S" "$SUMMARY" | head -n 5 |
    sed -E 's/"order":"(.*)","file":"(.*)","line":(.*),"code":".*","field":".*","message":"(.*)"/  order      \1 (\2, line \3): \4/' |
    plain >&2
  grep -oE "\"files\":\[$S(,$S)*\],\"by_code\"" "$SUMMARY" |
    sed -E 's/"files":\["//; s/"\],"by_code"//; s/","/, /g; s/^/  their rows /' | plain >&2
}

# Counts the time since the service was there last. Within the patience that is a success, later a failure.
away() {
  mkdir -p "$STATE"
  [ -s "$AWAY" ] || date +%s >"$AWAY"
  now=$(date +%s)
  since=$(cat "$AWAY")
  minutes=$(((now - ${since:-$now}) / 60))
  if [ "$minutes" -lt "$PATIENCE_MINUTES" ]; then
    code=0 # The next run goes on where this one ended.
  else
    alert "The service has been away for $minutes minutes ($reason); the next run goes on where this one ended." \
      'Ask the service when it will be back.'
  fi
}
[ "$code" = 75 ] || rm -f "$AWAY"

case $code in
  0) ;;
  1) alert 'returns has a defect, or its accounts do not balance.' 'Report it, with what `returns --version` prints.' ;;
  2) alert 'The command or a setting is wrong; nothing was sent.' 'See: returns orders upload --help' ;;
  3)
    alert 'Some orders were refused for the first time; the others are in.' \
      'Correct them at their source; `returns explain CODE` says what a code means.'
    refused
    ;;
  4) alert 'The service does not accept our credentials.' 'Check them with: returns whoami' ;;
  5)
    alert 'Stopped before damage was done.' 'Look at what was refused: returns runs show last'
    refused
    ;;
  6) alert 'The export cannot be used; nothing was sent.' 'Check it with: returns orders check FILE' ;;
  7) alert 'Local state: full disk, damaged ledger, or another run holds the lock.' 'Find out with: returns doctor' ;;
  75)
    case $reason in
      outage | server_error | rate_limit) away ;;
      *)
        alert "The service cannot be reached, and waiting will not help (${reason:-no reason given})." \
          'Find out with: returns doctor'
        ;;
    esac
    ;;
  126 | 127)
    alert 'returns did not start: it, or node, is not on the PATH of this job.' \
      'Set PATH in the crontab, or Environment=PATH= in the unit, to the folders that `command -v returns node` prints.'
    line PATH "$PATH"
    ;;
  130 | 143) code=0 ;; # Stopped by a person or a restart: the next run goes on.
  *) alert "returns ended with exit code $code." 'Run the script by hand. 137: it was killed, for too little memory perhaps.' ;;
esac
exit $code
