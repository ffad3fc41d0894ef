#!/bin/sh
# Plays the two mail-back returns of the interface, message by message, against a listener:
#   returns listen                      (in another terminal)
#   samples/listen/play.sh [URL] [FILE...]
# Each line of a file is the body of one message. An answer that is not 2xx is shown, and the next message goes out all
# the same. Ends with 1 when a message was not taken, and at once when nobody listens.
set -eu
url=${1:-http://127.0.0.1:4400}
[ $# -gt 0 ] && shift
here=$(dirname "$0")
[ $# -gt 0 ] || set -- "$here/mail-back-single-line.ndjson" "$here/mail-back-multi-line.ndjson"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
refused=0

for file in "$@"; do
  while IFS= read -r body || [ -n "$body" ]; do
    : >"$answer"
    code=0
    status=$(printf '%s' "$body" | curl --silent --show-error --output "$answer" --write-out '%{http_code}' \
      --header 'Content-Type: application/json' --header 'Accept: application/json' \
      --data-binary @- "$url/rmas") || code=$?
    echo "$status  $(basename "$file")  $(printf '%s' "$body" | cut -c1-60)..."
    case $code in 6 | 7) echo "nobody listens at $url: start it with: returns listen" >&2; exit 1 ;; esac
    case $status in
      2*) ;;
      *)
        refused=$((refused + 1))
        [ ! -s "$answer" ] || echo "     $(head -c 300 "$answer" | tr -d '\000-\037')"
        ;;
    esac
  done <"$file"
done
[ "$refused" -eq 0 ] || { echo "$refused not taken" >&2; exit 1; }
