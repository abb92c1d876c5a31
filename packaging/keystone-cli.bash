# Bash completion for keystone-cli, which knows itself what may come next. Where it knows nothing, files are offered.
_keystone_cli() {
  local line=${COMP_LINE:0:COMP_POINT} words cur word
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  cur=${words[-1]}
  COMPREPLY=()
  while IFS= read -r word; do
    # Bash replaces only what follows the last '=' of a word.
    [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]] && word=${word#"${cur%=*}="}
    COMPREPLY+=("$word")
  done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o bashdefault -o default -F _keystone_cli keystone-cli
