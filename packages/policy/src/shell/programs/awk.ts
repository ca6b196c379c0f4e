import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, READS, type Judgement } from '../judge/judgement.ts';

/** Names and signs with which a program can run something, open something or load more code, wherever they stand. */
const REFUSED = ['system', 'getline', '@', '\\\n', '/inet'];

/** What `awk` does: it reads if its program, which must stand in the line, has nothing that opens or runs. */
export function judgeAwk(args: readonly ShellWord[]): Judgement {
  const at = findProgram(args);
  const program = args[at];
  if (program?.yields !== 'exact' || mayBeOption(program)) return hazardous('its program is not in the line');
  if (args.slice(0, at).some(({ yields }) => yields === 'many')) return hazardous('a value may be more than one word');
  return canOnlyRead(program.text) ? READS : hazardous('its program may run or write something');
}

/** Where the program stands, behind options that set a variable. */
function findProgram(args: readonly ShellWord[]): number {
  let at = 0;
  for (;;) {
    const word = args[at];
    if (word?.yields !== 'exact') return at;
    if (word.text === '-F' || word.text === '-v') at += 2;
    else if (/^-[Fv]/.test(word.text)) at += 1;
    else return at;
  }
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
