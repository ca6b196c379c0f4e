import { hazardous, PLAIN, READS, type Judgement } from '../judge/judgement.ts';
import { hazard, named, reads, readsWith } from '../judge/named.ts';
import type { Programs } from '../judge/program.ts';
import { isExactly, type ShellWord } from '../syntax/shell-word.ts';

/** Commands of the shell itself. Many evaluate their words again: `test -v 'a[$(cmd)]'` runs `cmd`. */
export const builtinPrograms: Programs = new Map([
  ...named('echo true false : pwd type exit basename dirname pathchk', reads),
  ['printf', { kind: 'special', judge: judgePrintf }],
  ['test', { kind: 'special', judge: judgeTest }],
  ['[', { kind: 'special', judge: judgeBracket }],
  ['cd', readsWith('', 'has unknown arguments', { operands: 'names', most: 1, like: /^[^-]/ })],
  ['set', { kind: 'special', judge: judgeSet }],
  ['wait', { kind: 'special', judge: judgeWait }],
  ['jobs', readsWith('-l -p -r -s -n', 'may run a program', { most: 0 })],
  ...named('eval source . trap', hazard('runs its arguments or a file in this shell')),
  ...named(
    'alias unalias bind complete compgen compopt declare typeset export local readonly unset enable fc getopts hash ' +
      'history let mapfile readarray read shopt',
    hazard('changes what the shell runs, or evaluates its arguments'),
  ),
  ...named('pushd popd dirs', { kind: 'changes' }),
]);

const UNARY = new Set('-b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -n -z'.split(' '));
const BINARY = new Set('= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '));

/** `printf FORMAT ...`; `-v` and `%n` set variables. */
function judgePrintf([format]: readonly ShellWord[]): Judgement {
  const isKnown =
    format?.yields === 'exact' && !format.text.startsWith('-') && !/%[^%a-zA-Z]*[hjlLtz]*n/.test(format.text);
  return isKnown ? READS : hazardous('may set a variable');
}

/** `test` with one test of files, texts or numbers. Not `-v` and `-R`, which evaluate, nor combined tests. */
function judgeTest(args: readonly ShellWord[]): Judgement {
  if (args.some(({ yields }) => yields === 'many')) return hazardous('has a word that may expand to several');
  const words = args.length > 1 && isExactly(args[0], '!') ? args.slice(1) : args;
  return isKnownTest(words) ? READS : hazardous('may evaluate its arguments');
}

function isKnownTest(words: readonly ShellWord[]): boolean {
  const [first, second] = words;
  if (words.length === 2) return first?.yields === 'exact' && UNARY.has(first.text);
  if (words.length === 3) return second?.yields === 'exact' && BINARY.has(second.text);
  return words.length < 2;
}

function judgeBracket(args: readonly ShellWord[]): Judgement {
  return args.at(-1)?.text === ']' ? judgeTest(args.slice(0, -1)) : hazardous('has an unclosed bracket');
}

/** `set -euo pipefail` and the like. Other options change how a line is parsed. */
function judgeSet(args: readonly ShellWord[]): Judgement {
  const isKnown = args.every(
    ({ text, yields }) => yields === 'exact' && /^[-+][eux]*o?$|^(?:pipefail|errexit|nounset|xtrace)$/.test(text),
  );
  return isKnown && args.length > 0 ? READS : hazardous('changes how the shell parses lines');
}

function judgeWait(args: readonly ShellWord[]): Judgement {
  return args.every(({ text, yields }) => yields === 'exact' && /^[%0-9]+$/.test(text))
    ? PLAIN
    : hazardous('may set a variable');
}
