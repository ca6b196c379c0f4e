import { hazardous, PLAIN, READS, showing, type Judgement } from '../judge/judgement.ts';
import { hazard, named } from '../judge/named.ts';
import type { Program, Programs } from '../judge/program.ts';
import type { ShellWord } from '../syntax/shell-word.ts';
import { judgeScript } from './shells.ts';

/** Interpreters, editors and consoles. Code in their words or in their input is a hazard. A script file is not. */
export const interpreterPrograms: Programs = new Map([
  ...named('python python2 python3 pypy pypy3', { kind: 'special', judge: judgePython }),
  ['node', { kind: 'special', judge: judgeNode }],
  ...named('perl ruby php', withVersion('-v --version')),
  ...named('lua luajit', withVersion('-v')),
  ['java', withVersion('-version --version')],
  ...named('Rscript julia', withVersion('--version')),
  ...named('tclsh deno bun tsx ts-node', { kind: 'special', judge: judgeScript }),
  ...named('gcc g++ cc c++ clang clang++ javac ld as', {
    kind: 'hazard',
    hazard: 'writes the files named in its arguments, and can load code',
    reads: [{ options: '--version', most: 0, needs: '--version' }],
  }),
  ['rustc', hazard('writes the files named in its arguments, and can load code')],
  ...named(
    'osascript wish irb ghci erl iex elixir R octave gnuplot scala groovy jshell kotlin swift sbcl guile clisp m4 dc ' +
      'ed ex vi vim nvim view vimdiff nano pico emacs joe mg micro screen tmux byobu',
    hazard('runs code from its arguments or its input'),
  ),
  ...named(
    'sqlite3 psql mysql mariadb mongo mongosh redis-cli cqlsh duckdb isql',
    hazard('runs statements that can write files and run programs'),
  ),
]);

const CODE = 'runs code that Bowline cannot check';

function withVersion(options: string): Program {
  return {
    kind: 'special',
    judge: (args) => (isAlone(args, options.split(' ')) ? READS : judgeScript(args)),
  };
}

function isAlone([first, ...rest]: readonly ShellWord[], options: readonly string[]): boolean {
  return first?.yields === 'exact' && rest.length === 0 && options.includes(first.text);
}

/** Python modules that run what is in the project, and nothing in their words. */
const MODULES = new Set(['pytest', 'unittest', 'mypy', 'ruff', 'black', 'isort', 'flake8', 'pylint', 'compileall']);

function judgePython(args: readonly ShellWord[]): Judgement {
  if (isAlone(args, ['--version', '-V', '-VV'])) return READS;
  const at = args.findIndex(({ text }) => !/^-[uBEsSIOq]+$/.test(text));
  const rest = args.slice(Math.max(at, 0));
  const [first, module, ...others] = rest;
  if (first?.text !== '-m') return judgeScript(rest);
  const isKnown = module?.yields === 'exact' && MODULES.has(module.text);
  return isKnown && others.every(isHarmlessArgument) ? PLAIN : hazardous(CODE);
}

/** Files, and the few options of test runners for how much to show and where to stop. */
function isHarmlessArgument({ yields, text }: ShellWord): boolean {
  return (
    yields === 'exact' &&
    (!text.startsWith('-') || /^(?:-[vqxs]+|--verbose|--quiet|--tb=\w+|--lf|--ff|--check)$/.test(text))
  );
}

function judgeNode(args: readonly ShellWord[]): Judgement {
  if (isAlone(args, ['--version', '-v'])) return READS;
  const [first, ...rest] = args;
  const areFiles = rest.every(({ yields, text }) => yields === 'exact' && !text.startsWith('-'));
  if (first?.text === '--check' || first?.text === '-c')
    return areFiles && rest.length === 1 ? showing(rest, 'contents') : hazardous(CODE);
  if (first?.text === '--test') return areFiles ? PLAIN : hazardous(CODE);
  return judgeScript(args);
}
