#!/bin/sh
# Plays the two mail-back returns of the interface, message by message, against a listener:
#   returns listen                      (in another terminal)
#   samples/listen/play.sh [URL] [FILE...]
# Each line of a file is the body of one message. Ends with 1 when a message is not taken.
set -eu
url=${1:-http://127.0.0.1:4400}
[ $# -gt 0 ] && shift
here=$(dirname "$0")
[ $# -gt 0 ] || set -- "$here/mail-back-single-line.ndjson" "$here/mail-back-multi-line.ndjson"

for file in "$@"; do
  while IFS= read -r body; do
    status=$(printf '%s' "$body" | curl --silent --show-error --output /dev/null --write-out '%{http_code}' \
      --header 'Content-Type: application/json' --header 'Accept: application/json' \
      --data-binary @- "$url/rmas")
    echo "$status  $(basename "$file")  $(printf '%s' "$body" | cut -c1-60)..."
    case $status in 2*) ;; *) exit 1 ;; esac
  done <"$file"
done
