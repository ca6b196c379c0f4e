import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';
import type { FuzzProgram } from './fuzz-programs.ts';

/** Arguments that must never be approved, whatever the program. */
const HOSTILE = [
  '~/.ssh/id_rsa',
  '"$HOME/.ssh/id_rsa"',
  '../outside/secret.txt',
  '.env',
  'link/secret.txt',
  'linked.txt',
  'docs/keylink',
  '.e*',
  '.[e]nv',
  '"$x"',
  '$x',
  '$(cat paths.txt)',
  '<(cat .env)',
  '<(cat a.txt)',
  '@paths.txt',
  '/proc/1/environ',
  '/proc/self/environ',
  '--',
  '-',
  'new',
  './evil.sh',
  '--output=new',
  '-o',
  'new2',
  '--files0-from=paths0.txt',
  '*',
  '.',
  '..',
  'link',
  '--pre=./evil.sh',
  '"$PWD/../outside/secret.txt"',
  '{a,b}.txt',
  '[a-c]*.txt',
  "'a b'",
  '-exec',
  "';'",
  '{}',
];
const VALUES = [
  '1',
  '2',
  'a',
  'a.txt',
  'new',
  "' '",
  ',',
  './evil.sh',
  'paths.txt',
  '.env',
  'never',
  '%H',
  '../outside/secret.txt',
];
const ENDS = [
  ' > new',
  ' >> a.txt',
  ' 2>/dev/null',
  ' 2>&1',
  ' < a.txt',
  ' < .env',
  ' < ../outside/secret.txt',
  ' > /dev/null',
  ' < "/dev/tcp/127.0.0.1/PORT"',
  ' > /dev/udp/127.0.0.1/PORT',
  ' < ~/.ssh/id_rsa',
  ' &> new',
  ' < linked.txt',
];
const JOINS = [' | ', ' && ', '; ', ' || ', ' |& ', ' & '];
const MOVES = ['cd src && ', 'cd .. && ', 'cd link && ', 'cd docs; ', 'cd ~/.ssh && ', 'cd src/sub; '];
const LETTERS = Array.from('abcdefghilmnopqrstuvwxyzACEFHILNRSTUVZ0123');

/** Creates an endless sequence of lines; the same seed gives the same lines. */
export function createLineMaker(programs: readonly FuzzProgram[], seed: number, port: number): () => string {
  const random = createSeededRandom(seed);
  const maker = { programs, random };
  return () => makeLine(maker).replaceAll('PORT', String(port));
}

interface Maker {
  readonly programs: readonly FuzzProgram[];
  readonly random: SeededRandom;
}

function makeLine(maker: Maker): string {
  const { random } = maker;
  const chance = (percent: number): boolean => random.int(1, 100) <= percent;
  let line = makeCommand(maker);
  if (chance(20)) line += random.pick(JOINS) + makeCommand(maker);
  if (chance(6)) line = wrap(line, random);
  if (chance(12)) line += random.pick(ENDS);
  if (chance(6)) line = random.pick(MOVES) + line;
  return line;
}

/** Wraps a line in a group, a loop, a shell or a substitution. */
function wrap(line: string, random: SeededRandom): string {
  switch (random.int(0, 5)) {
    case 0:
      return `(${line})`;
    case 1:
      return `{ ${line}; }`;
    case 2:
      return `for f in a.txt ${random.pick(HOSTILE)}; do ${line} "$f"; done`;
    case 3:
      return line.includes("'") ? `(${line})` : `bash -c '${line}'`;
    case 4:
      return `echo "$(${line})"`;
    default:
      return `${line} | xargs ${random.pick(['-n1', '-I{}', '-0', '-I{} -n2', '-L1'])} ${random.pick(['cat', 'ls', 'echo', 'sort', 'wc -l'])}`;
  }
}

function makeCommand({ programs, random }: Maker): string {
  const program = programs[random.int(0, programs.length - 1)] ?? { words: 'true', options: [], operands: [] };
  // Half of the commands are ordinary, so that enough of them are approved and run.
  const isWild = random.int(0, 1) === 0;
  const words = Array.from({ length: random.int(0, isWild ? 6 : 3) }, () => makeWord(program, random, isWild));
  return [program.words, ...words].join(' ');
}

function makeWord({ options, operands }: FuzzProgram, random: SeededRandom, isWild: boolean): string {
  const kind = random.int(0, 99);
  if (kind < 35 && options.length > 0) return withValue(random.pick(options), random);
  if (kind < 45) return `-${random.pick(LETTERS)}${random.int(0, 2) === 0 ? random.pick(LETTERS) : ''}`;
  if (isWild && kind < 65) return random.pick(HOSTILE);
  return operands.length === 0 ? 'a.txt' : random.pick(operands);
}

function withValue(option: string, random: SeededRandom): string {
  if (!option.endsWith('=')) return option;
  const name = option.slice(0, -1);
  return `${name}${name.startsWith('--') ? random.pick(['=', '=', ' ']) : random.pick(['', ' '])}${random.pick(VALUES)}`;
}
