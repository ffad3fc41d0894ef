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
SUMMARY=$(mktemp) || exit 7
trap 'rm -f "$SUMMARY"' EXIT

# Sending what changed is safe however often it runs: what was accepted before is not sent again.
# A run that still works is waited for, so that two timers cannot collide.
returns orders upload "$EXPORT" --since 7d --json --quiet --lock-wait 20m --fail-on new "$@" >"$SUMMARY"
code=$?

alert() { printf '%s\n' "$1" >&2; }
# Of the failure, which is the document itself or "error" in a summary: what happened, and why in one word.
failure() { grep -oE '"message":"([^"\\]|\\.)*","hint"' "$SUMMARY" | sed 's/^"message":"//; s/","hint"$//' | tail -n 1; }
reason() { grep -oE '"reason":"[a-z_]*"' "$SUMMARY" | sed 's/.*:"//; s/"$//' | tail -n 1; }

# Since when the service has been away; any other end means that it was there.
away() {
  mkdir -p "$STATE"
  [ -f "$AWAY" ] || date +%s >"$AWAY"
  minutes=$((($(date +%s) - $(cat "$AWAY")) / 60))
  [ "$minutes" -lt "$PATIENCE_MINUTES" ] || alert "The service has been away for $minutes minutes ($1): $(failure)"
}
[ "$code" = 75 ] || rm -f "$AWAY"

case $code in
  0) ;;
  3) alert "Some orders were refused for the first time; the others are in. Refused rows: $(grep -o '"files":\["[^]]*' "$SUMMARY" | tail -n 1)" ;;
  4) alert "The service does not accept our credentials: $(failure) Check them with: returns whoami" ;;
  5) alert "Stopped before damage was done: $(failure)" ;;
  6) alert "The export cannot be used: $(failure)" ;;
  7) alert "Local state: full disk, damaged ledger, or another run holds the lock: $(failure)" ;;
  75)
    reason=$(reason)
    case $reason in
      outage | server_error | rate_limit)
        away "$reason" # The next run goes on where this one ended.
        code=0
        ;;
      *) alert "The service cannot be reached, and waiting will not help ($reason): $(failure)" ;;
    esac
    ;;
  130 | 143) code=0 ;; # Stopped by a person or a restart: the next run goes on.
  *) alert "returns ended with exit code $code: $(cat "$SUMMARY")" ;;
esac
exit $code
