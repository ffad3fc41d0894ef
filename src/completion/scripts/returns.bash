# Completion of returns for bash. Put this line into ~/.bashrc:  source <(returns completion bash)
# For an alias of yours:  complete -F _returns NAME
# The words come from:  returns completion words bash INDEX -- WORD...
# (the words of the line as they stand there, with their quotes, without the program; INDEX: which of them the cursor is in,
# that one up to the cursor). It prints which paths to add, then on each line a word, a tab, and what it means.

_returns() {
  local rest=$COMP_LINE after=${COMP_LINE:COMP_POINT} IFS=$' \t\n'
  local part gap last='' before='' paths='' offered
  local i count=0 index=0
  local -a words
  COMPREPLY=()
  # bash splits a word at = and : as well. Parts with nothing between them are one word.
  for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
    part=${COMP_WORDS[i]}
    gap=${rest%%"$part"*}
    rest=${rest#*"$part"}
    if [[ -z $part ]]; then
      gap=' '
    elif ((i == COMP_CWORD && ${#rest} < ${#after})); then
      # The cursor is in the word: what stands behind it does not count.
      part=${part:0:${#part}-(${#after}-${#rest})}
    fi
    if [[ -z $gap && -n $last ]]; then
      ((i == COMP_CWORD)) && before=${words[count - 1]}
      words[count - 1]+=$part
    else
      words[count++]=$part
    fi
    if ((i == COMP_CWORD)); then
      index=$((count - 1))
      # bash replaces what follows the = or : before the cursor.
      [[ $part =~ ^[=:]+$ && $COMP_WORDBREAKS == *"${part:0:1}"* ]] && before+=$part
    fi
    last=$part
  done
  ((index > 0)) || return 0
  # Behind < or > stands a file.
  if [[ ${words[index - 1]} == *[\<\>] ]]; then
    compopt -o default 2>/dev/null
    return 0
  fi

  while IFS= read -r offered; do
    if [[ -z $paths ]]; then
      paths=$offered
    else
      offered=${offered%%$'\t'*}
      COMPREPLY[${#COMPREPLY[@]}]=${offered#"$before"}
    fi
  done < <(command returns completion words bash $((index - 1)) -- "${words[@]:1}" 2>/dev/null </dev/null)
  if [[ $paths == f*' '* ]]; then
    if ((${#COMPREPLY[@]} == 0)); then
      # bash completes names of files and folders itself.
      if [[ $paths == files* ]]; then compopt -o default 2>/dev/null; else compopt -o dirnames 2>/dev/null; fi
    elif [[ ${words[index]} != *[\'\"\\]* ]]; then
      part=${paths#* }
      while IFS= read -r offered; do
        [[ -d $offered ]] && offered+=/
        printf -v offered %q "$offered"
        offered=$part$offered
        COMPREPLY[${#COMPREPLY[@]}]=${offered#"$before"}
      done < <(compgen -f -- "${words[index]#"$part"}")
    fi
  fi
  # What ends in =, : or / goes on.
  ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

complete -o nosort -F _returns returns 2>/dev/null || complete -F _returns returns
