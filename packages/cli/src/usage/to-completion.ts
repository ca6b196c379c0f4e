import { generalHelp } from '../texts/general-help.ts';
import { commandNames, usageOf } from './command-table.ts';
import { promptOptions, type OptionUsage } from './prompt-options.ts';

/** The shells that completions are made for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

type Options = Readonly<Record<string, OptionUsage>>;

/** A script for a shell that completes commands, their first words, options, and values that can be listed. */
export function toCompletion(shell: (typeof shells)[number]): string {
  return { bash, zsh, fish }[shell]();
}

const abouts = Object.fromEntries(commandNames.map((name) => [name, usageOf(name).about]));

/** Every command with its first words and options; the empty name is `bowline` itself. */
function contexts(): readonly {
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
  readonly options: Options;
}[] {
  const commands = commandNames.map((name) => {
    const { verbs = {}, options } = usageOf(name);
    const words: Readonly<Record<string, string>> = name === 'help' ? abouts : verbs;
    return { name, words, options };
  });
  return [{ name: '', words: abouts, options: promptOptions }, ...commands];
}

function flagsOf(options: Options): readonly string[] {
  const own = Object.entries(options).flatMap(([name, { short }]) =>
    short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
  );
  return [...own, '--help'];
}

/** The flags whose value is one of a few, and of which; and those whose value is anything. */
function valuesOf(
  options: Options,
): readonly { readonly flags: readonly string[]; readonly choices: readonly string[] }[] {
  return Object.entries(options)
    .filter(([, { type }]) => type === 'string')
    .map(([name, { short, choices = [] }]) => ({
      flags: short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
      choices,
    }));
}

function bash(): string {
  const cases = contexts().map(({ name, words, options }) => {
    const values = valuesOf(options).map(
      ({ flags, choices }) =>
        `        ${flags.join('|')}) ${choices.length === 0 ? 'COMPREPLY=( $(compgen -f -- "$cur") )' : `COMPREPLY=( $(compgen -W "${choices.join(' ')}" -- "$cur") )`}; return ;;`,
    );
    return `    ${name === '' ? "''" : name})
      case "$prev" in
${[...values, '        *) ;;'].join('\n')}
      esac
      words="${Object.keys(words).join(' ')}"; flags="${flagsOf(options).join(' ')}" ;;`;
  });
  return `# bash completion for bowline: source <(bowline completion bash)
_bowline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' flags=''
  case " ${commandNames.join(' ')} " in
    *" \${COMP_WORDS[1]} "*) [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}" ;;
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=( $(compgen -W "$flags" -- "$cur") )
  elif [ -z "$command" ] && [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  elif [ -n "$command" ] && [ "$COMP_CWORD" -eq 2 ]; then COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  fi
}
complete -o default -F _bowline bowline
`;
}

function zsh(): string {
  const quoted = (text: string): string =>
    text.replaceAll("'", String.raw`'\''`).replaceAll(/[[\]:]/g, String.raw`\$&`);
  const argumentsOf = (options: Options): string =>
    Object.entries(options)
      .flatMap(([name, { short, about, type, value = '', choices }]) => {
        const what =
          type === 'boolean' ? '' : `:${quoted(value)}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
        const flags = short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
        return flags.map((flag) => `'${flag}[${quoted(about)}]${what}'`);
      })
      .concat(`'--help[${quoted(generalHelp.showHelp)}]'`)
      .join(' ');
  const cases = contexts()
    .filter(({ name }) => name !== '')
    .map(
      ({ name, words, options }) =>
        `    ${name}) _arguments ${argumentsOf(options)} ${Object.keys(words).length === 0 ? '' : `'1:what:(${Object.keys(words).join(' ')})' `}'*:file:_files' ;;`,
    );
  const commands = commandNames.map((name) => `'${name}:${quoted(usageOf(name).about)}'`).join(' ');
  return `#compdef bowline
# zsh completion for bowline: bowline completion zsh > a folder of $fpath, as _bowline
_bowline() {
  if (( CURRENT > 2 )) && [[ " ${commandNames.join(' ')} " == *" $words[2] "* ]]; then
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
${cases.join('\n')}
    esac
    return
  fi
  local -a commands
  commands=(${commands})
  _arguments ${argumentsOf(promptOptions)} '1: :{_describe command commands}' '*:file:_files'
}
if [ "$funcstack[1]" = "_bowline" ]; then _bowline "$@"; else compdef _bowline bowline; fi
`;
}

function fish(): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  const names = commandNames.join(' ');
  const lines = contexts().flatMap(({ name, words, options }) => {
    const when = name === '' ? `not __fish_seen_subcommand_from ${names}` : `__fish_seen_subcommand_from ${name}`;
    return [
      ...Object.entries(words).map(
        ([word, said]) => `complete -c bowline -n ${quoted(when)} -f -a ${word} -d ${quoted(said)}`,
      ),
      ...Object.entries(options).map(([flag, { short, type, choices, about: said }]) => {
        const value = type === 'boolean' ? '' : choices === undefined ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`;
        return `complete -c bowline -n ${quoted(when)}${short === undefined ? '' : ` -s ${short}`} -l ${flag}${value} -d ${quoted(said)}`;
      }),
    ];
  });
  return `# fish completion for bowline: bowline completion fish > ~/.config/fish/completions/bowline.fish
${lines.join('\n')}
complete -c bowline -l help -s h -d ${quoted(generalHelp.showHelp)}
`;
}
