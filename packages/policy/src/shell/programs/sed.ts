import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, showing, type Judgement } from '../judge/judgement.ts';
import type { Grammar } from '../judge/program.ts';
import { readOptions } from '../judge/read-options.ts';
import { isReadingScript } from './sed-script.ts';

/** On BSD, options end at the first word. With an option after it, that word is the script on BSD and a file on GNU. */
const GRAMMAR: Grammar = {
  options:
    '-n -E -r -s -u -z -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox ' +
    '--expression=',
  order: 'differs',
};

/** Judges `sed`. It is read-only if its script is in the line and has only commands that print or change text. */
export function judgeSed(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, GRAMMAR);
  if (read.kind === 'unknown') return hazardous(`may write a file or run a script because of \`${read.text}\``);
  const given = read.values.map(({ word }) => word);
  const scripts = given.length === 0 ? read.words.slice(0, 1) : given;
  const isKnown = scripts.length > 0 && scripts.every(({ yields }) => yields === 'exact');
  if (!isKnown || scripts.some(mayBeOption)) return hazardous('runs a script that is not in the command line');
  const text = scripts.map((script) => script.text).join('\n');
  if (!isReadingScript(text)) return hazardous('has a script that may run or write something');
  return showing(given.length === 0 ? read.words.slice(1) : read.words, 'contents');
}
