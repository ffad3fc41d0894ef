# Completion of returns for bash 4 or newer. Put this line into ~/.bashrc:  source <(returns completion bash)
# With an alias:  alias r=returns; complete -o nosort -F _returns r
# The words come from:  returns completion words bash INDEX -- WORD...
# (the words of the line as they stand there, with their quotes, without the program; INDEX: which of them the cursor is in,
# that one up to the cursor). It prints which paths to add, then a word and what it means on each line.

_returns() {
  local line=${COMP_LINE:0:COMP_POINT} rest=$COMP_LINE word gap part IFS=$' \t\n'
  local -a words=()
  local i index=-1 before=''
  COMPREPLY=()
  # bash splits words at = and : as well. Parts with nothing between them are one word.
  for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
    part=${COMP_WORDS[i]}
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    rest=${rest#"$part"}
    if ((i == COMP_CWORD)); then
      # Of the word at the cursor what stands before the cursor.
      local after=${COMP_LINE:COMP_POINT}
      ((${#rest} < ${#after})) && part=${part:0:${#part}-(${#after}-${#rest})}
    fi
    if ((i > 0 && ${#words[@]} > 0)) && [[ -z $gap ]]; then
      ((i == COMP_CWORD)) && before=${words[-1]}
      words[-1]+=$part
    else
      words+=("$part")
    fi
    if ((i == COMP_CWORD)); then
      index=$((${#words[@]} - 1))
      # What bash itself leaves in front of the word it replaces.
      [[ $part == [=:] && $COMP_WORDBREAKS == *"$part"* ]] && before+=$part
    fi
  done
  ((index > 0)) || return 0
  # Behind < or > stands a file.
  if [[ ${words[index - 1]} == *[\<\>] ]]; then
    compopt -o default
    return 0
  fi

  local paths='' offered
  while IFS= read -r offered; do
    if [[ -z $paths ]]; then
      paths=$offered
      continue
    fi
    word=${offered%%$'\t'*}
    COMPREPLY+=("${word#"$before"}")
  done < <(command returns completion words bash $((index - 1)) -- "${words[@]:1}" 2>/dev/null </dev/null)
  ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  case $paths in
    'files '*) compopt -o default -o bashdefault ;;
    'folders '*) compopt -o dirnames ;;
  esac
  # With words, bash adds no files of its own.
  if ((${#COMPREPLY[@]} > 0)) && [[ $paths == files* ]]; then
    while IFS= read -r offered; do COMPREPLY+=("$(printf '%q' "$offered")"); done < <(compgen -f -- "${words[index]#"${paths#* }"}")
  fi
  return 0
}

complete -o nosort -F _returns returns 2>/dev/null || complete -F _returns returns
