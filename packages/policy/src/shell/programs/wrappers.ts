import { hazard, named } from '../judge/named.ts';
import { hazardous, READS, showing, starting, type Judgement } from '../judge/judgement.ts';
import type { Program, Programs } from '../judge/program.ts';
import { readOptions } from '../judge/read-options.ts';
import { isHarmlessAssignment } from '../judge/environment.ts';
import type { ShellWord } from '../syntax/shell-word.ts';

const wrapper = (options: string, skip = 0): Program => ({ kind: 'wrapper', options, skip, isQuiet: true });

/** Programs that start the program in their words, which is judged separately. */
export const wrapperPrograms: Programs = new Map([
  ['timeout', wrapper('-s= -k= -v --signal= --kill-after= --preserve-status --foreground --verbose', 1)],
  ['nice', wrapper('-n= -# --adjustment=')],
  ['ionice', wrapper('-c= -n= -t')],
  ['stdbuf', wrapper('-i= -o= -e= --input= --output= --error=')],
  ['time', wrapper('-p')],
  ['exec', wrapper('')],
  ['builtin', wrapper('')],
  ['nohup', { kind: 'wrapper', options: '', isQuiet: false }],
  ['command', { kind: 'special', judge: judgeCommand }],
  ['env', { kind: 'special', judge: judgeEnv }],
  ['xargs', { kind: 'special', judge: judgeXargs }],
  ...named('sudo doas su pkexec runuser setpriv', hazard('runs as another user')),
  ...named(
    'setsid busybox toybox watch parallel flock script strace ltrace gdb lldb valgrind perf unbuffer expect dbus-run-session ' +
      'systemd-inhibit caffeinate chronic entr start-stop-daemon taskset chrt numactl prlimit rlwrap socat',
    hazard('runs the program in its arguments'),
  ),
]);

/** `command -v NAME` looks a program up; `command NAME` starts it. */
function judgeCommand(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options: '-v -V', order: 'stops' });
  if (read.kind === 'unknown') return hazardous(`may start something else because of \`${read.text}\``);
  return read.options.size > 0 || read.words.length === 0 ? READS : starting(read.words);
}

/** `env NAME=value PROGRAM`. Any option changes more than that. */
function judgeEnv(args: readonly ShellWord[]): Judgement {
  const at = args.findIndex(({ prefix }) => !prefix.includes('='));
  const assignments = at === -1 ? args : args.slice(0, at);
  const odd = assignments.find((word) => !isHarmlessAssignment(word));
  if (odd !== undefined) return hazardous(`may make a program behave differently because of \`${odd.text}\``);
  const started = args.slice(assignments.length);
  if (started[0]?.text.startsWith('-') === true)
    return hazardous(`may start something else because of \`${started[0].text}\``);
  return started.length === 0 ? READS : starting(started);
}

const XARGS =
  '-0 -r -t -x -n= -L= -P= -I= -d= -s= -E= -a< --null --no-run-if-empty --verbose --exit --max-args= --max-lines? ' +
  '--max-procs= --delimiter= --arg-file< --max-chars=';

const APPENDING = ['-n', '-L', '--max-args', '--max-lines'];

/** `xargs PROGRAM`. The program receives unknown words, after its own or in place of a mark. */
function judgeXargs(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options: XARGS, order: 'stops' });
  if (read.kind === 'unknown') return hazardous(`may start something else because of \`${read.text}\``);
  const fed = showing(read.files, 'contents');
  if (fed.hazard !== null) return fed;
  const [program, ...rest] = read.words;
  if (program === undefined) return fed;
  const marks = read.values.filter(({ name }) => name === '-I').map(({ word }) => word);
  if (marks.length === 0) {
    const added: ShellWord = { ...program, text: '...', yields: 'many', prefix: '', isBare: false, isKnownFile: false };
    return starting([program, ...rest, added], fed.reads);
  }
  const [mark] = marks;
  const isKnown =
    marks.length === 1 && mark?.yields === 'exact' && mark.text !== '' && !program.text.includes(mark.text);
  // After `-I`, each of these options makes it append words again, and the last one counts.
  if (!isKnown || APPENDING.some((name) => read.options.has(name)))
    return hazardous('starts a program that the command line does not name');
  return starting([program, ...rest.map((word) => withMark(word, mark.text))], fed.reads);
}

function withMark(word: ShellWord, mark: string): ShellWord {
  const at = word.text.indexOf(mark);
  if (at === -1) return word;
  return {
    ...word,
    yields: word.yields === 'many' ? 'many' : 'one',
    prefix: word.prefix.slice(0, at),
    isKnownFile: false,
  };
}
