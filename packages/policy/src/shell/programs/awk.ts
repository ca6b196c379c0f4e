import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, showing, type Judgement } from '../judge/judgement.ts';
import { readOptions } from '../judge/read-options.ts';

/** Names and signs with which a program can run, open or load something, or read the environment, wherever they stand. */
const REFUSED = ['system', 'getline', '@', '\\\n', '/inet', 'ARG', 'ENVIRON', 'PROCINFO', 'FUNCTAB', 'SYMTAB'];

/** What `awk` does: it reads if its program, which must stand in the line, has nothing that opens or runs. */
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
 * Whether a program can do nothing but read and print. `>` and `|` redirect only inside of braces; before the first
 * brace, wherever that stands, they compare or are part of a pattern.
 */
function canOnlyRead(program: string): boolean {
  if (REFUSED.some((part) => program.includes(part))) return false;
  const brace = program.indexOf('{');
  if (brace === -1) return true;
  const actions = program.slice(brace).replaceAll('||', '').replaceAll('>=', '');
  return !actions.includes('>') && !actions.includes('|');
}
