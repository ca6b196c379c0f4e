import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, showing, type Judgement } from '../judge/judgement.ts';
import { readOptions } from '../judge/read-options.ts';

/** Names and characters with which a script can run, open or load something, or read the environment. */
const REFUSED = ['system', 'getline', '@', '\\\n', '/inet', 'ARG', 'ENVIRON', 'PROCINFO', 'FUNCTAB', 'SYMTAB'];

/** Judges `awk`. It is read-only if its script is in the line and contains nothing that opens or runs something. */
export function judgeAwk(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options: '-F= -v=', order: 'stops' });
  if (read.kind === 'unknown') return hazardous(`may load a program because of \`${read.text}\``);
  const [program, ...files] = read.words;
  if (program?.yields !== 'exact' || mayBeOption(program))
    return hazardous('runs a script that is not in the command line');
  if (!canOnlyRead(program.text)) return hazardous('has a script that may run, write or open something');
  return showing(
    files.filter(({ text, yields }) => yields !== 'exact' || !/^[A-Za-z_]\w*=/.test(text)),
    'contents',
  );
}

/**
 * Whether a script can only read and print. `>` and `|` redirect only inside braces. Before the first brace, wherever
 * it is, they compare or are part of a pattern.
 */
function canOnlyRead(program: string): boolean {
  if (REFUSED.some((part) => program.includes(part))) return false;
  const brace = program.indexOf('{');
  if (brace === -1) return true;
  const actions = program.slice(brace).replaceAll('||', '').replaceAll('>=', '');
  return !actions.includes('>') && !actions.includes('|');
}
