#compdef returns
# Completion of returns for zsh. Put this line into ~/.zshrc, after compinit:  source <(returns completion zsh)
# Or save the script as _returns in a folder of $fpath.
# The words come from:  returns completion words zsh INDEX -- WORD...
# (the words of the line without the program; INDEX: which of them the cursor is in, that one up to the cursor). It prints
# which paths to add, then a word and what it means on each line.

_returns() {
  emulate -L zsh -o extendedglob
  local -a asked lines open closed openshown closedshown
  local line word meaning paths before
  integer width=0 found=1
  asked=("${(@Q)words[2,-1]}")
  asked[CURRENT-1]=${(Q)PREFIX}
  lines=("${(@f)$(command returns completion words zsh $((CURRENT - 2)) -- "${(@)asked}" 2>/dev/null </dev/null)}")
  paths=$lines[1]
  shift lines
  for line in "${(@)lines}"; do
    word=${line%%$'\t'*}
    (($#word > width)) && width=$#word
  done
  for line in "${(@)lines}"; do
    [[ -n $line ]] || continue
    word=${line%%$'\t'*}
    meaning=${line#*$'\t'}
    line=$word
    if [[ -n $meaning ]]; then
      line="${(r:width:)word}  $meaning"
      line=${line[1,COLUMNS-2]}
    fi
    # What ends in = or : goes on with a value.
    if [[ $word == *[=:] ]]; then
      open+=("$word") openshown+=("$line")
    else
      closed+=("$word") closedshown+=("$line")
    fi
  done
  (($#open)) && compadd -V returns-open -S '' -l -d openshown -a -- open && found=0
  (($#closed)) && compadd -V returns -l -d closedshown -a -- closed && found=0
  if [[ $paths == (files|folders)' '* ]]; then
    before=${paths#* }
    [[ -n $before ]] && compset -P "${(b)before}"
    if [[ $paths == files* ]]; then _files && found=0; else _files -/ && found=0; fi
  fi
  return found
}

if [[ $funcstack[1] == _returns ]]; then
  _returns "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit -i -D }
  compdef _returns returns
fi
