# Completion of returns for fish. Put this line into ~/.config/fish/config.fish:  returns completion fish | source
# For an alias of yours:  complete -c NAME -w returns
# The words come from:  returns completion words fish INDEX -- WORD...
# (the words of the line without the program; INDEX: which of them the cursor is in, that one up to the cursor). It prints
# which paths to add, then on each line a word, a tab, and what it means.

function __returns_complete
    command -q returns; or return
    set -l asked (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l raw (commandline -ct)
    set -e asked[1]
    # The word at the cursor without its quotes, of which one may be open.
    set -l current (string unescape -- $raw)
    set -l lines (command returns completion words fish (count $asked) -- $asked "$current" 2>/dev/null </dev/null)
    set -l paths $lines[1]
    set -e lines[1]
    if set -q lines[1]
        printf '%s\n' $lines
    end
    string match -q 'f* *' -- $paths; or return
    # Files of the part behind --flag=: an empty command has names of files as its arguments.
    set -l before (string replace -r '^\S+ ' '' -- $paths)
    set -l rest (string sub -s (math (string length -- "$before") + 1) -- "$raw")
    for path in (complete -C "'' $rest")
        if string match -q 'files *' -- $paths; or string match -qr '^[^\t]*/(\t|$)' -- $path
            printf '%s%s\n' $before $path
        end
    end
end

complete -c returns -e
complete -c returns -f -k -a '(__returns_complete)'
