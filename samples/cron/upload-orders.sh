#!/bin/sh
# Uploads the orders of the last seven days and acts on each exit code. Meant for cron or a systemd timer.
#
# The target comes from the environment (RETURNS_CLIENT_ID, RETURNS_CLIENT_SECRET_FILE, RETURNS_AUTH_URL,
# RETURNS_ORDERS_URL) or from a profile: returns login --profile nightly, then RETURNS_PROFILE=nightly.
set -u

EXPORT=${1:?usage: upload-orders.sh EXPORT [flags of returns orders upload]}
shift
SUMMARY=$(mktemp) || exit 7
trap 'rm -f "$SUMMARY"' EXIT

# Sending what changed is safe however often it runs: what was accepted before is not sent again.
# A run that still works is waited for, so that two timers cannot collide.
returns orders upload "$EXPORT" --since 7d --json --quiet --lock-wait 20m --fail-on new "$@" >"$SUMMARY"
code=$?

alert() { printf '%s\n' "$1" >&2; }

case $code in
  0) ;;
  3) alert "Some orders were refused for the first time; the others are in. Refused rows: $(grep -o '"files":\["[^]]*' "$SUMMARY" | tail -n 1)" ;;
  4) alert "The service does not accept our credentials: check them with: returns whoami" ;;
  5) alert "Stopped before damage was done: too much was refused, or the export looks as if its mapping had changed" ;;
  6) alert "The export cannot be read: $(grep -o '"message":"[^"]*' "$SUMMARY")" ;;
  7) alert "Local state: full disk, damaged ledger, or another run holds the lock" ;;
  75) code=0 ;; # The service is away: the next run goes on where this one ended.
  130 | 143) code=0 ;; # Stopped by a person or a restart: the next run goes on.
  *) alert "returns ended with exit code $code: $(cat "$SUMMARY")" ;;
esac
exit $code
