# Completion of returns for fish. Put this line into ~/.config/fish/config.fish:  returns completion fish | source
# The words come from:  returns completion words fish INDEX -- WORD...
# (the words of the line without the program; INDEX: which of them the cursor is in, that one up to the cursor). It prints
# which paths to add, then a word and what it means on each line.

function __returns_complete
    set -l asked (commandline -opc)
    set -l current (commandline -ct)
    set -e asked[1]
    set -l lines (command returns completion words fish (count $asked) -- $asked (string unescape -- $current; or echo -- $current) 2>/dev/null </dev/null)
    set -l paths $lines[1]
    set -e lines[1]
    printf '%s\n' $lines
    set -l before (string replace -r '^\S+ ' '' -- $paths)
    switch $paths
        case 'files *'
            set -l rest (string replace -- $before '' $current)
            for file in (complete -C "'' $rest" | string match -rv '^-')
                printf '%s%s\n' $before $file
            end
        case 'folders *'
            set -l rest (string replace -- $before '' $current)
            for folder in (__fish_complete_directories $rest '')
                printf '%s%s\n' $before $folder
            end
    end
end

complete -c returns -e
complete -c returns -f -k -a '(__returns_complete)'
