/** Creates a line of about `size` characters that is as hard to parse as one unit of syntax can make it. */
export type HostileShape = readonly [name: string, make: (size: number) => string];

const repeated =
  (unit: string, before = 'echo ', after = '') =>
  (size: number): string =>
    before + unit.repeat(Math.max(1, Math.floor((size - before.length - after.length) / unit.length))) + after;

const nested =
  (open: string, close: string, inside = 'a') =>
  (size: number): string => {
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
    return open.repeat(depth) + inside + close.repeat(depth);
  };

/** Nested shells: each level escapes the quotes of the level inside it. */
function nestedShells(size: number): string {
  let line = 'ls';
  for (let level = 0; level < 12; level += 1) {
    const next = `bash -c ${JSON.stringify(line)}`;
    if (next.length > size) break;
    line = next;
  }
  return line;
}

/** Repeated units: plain syntax, everything that opens a construct, and everything that the parser rejects. */
const UNITS: Readonly<Record<string, string>> = {
  'single letters': 'a ',
  letters: 'a',
  options: '-a ',
  numbers: '1 ',
  quotes: "'' ",
  'double quotes': '"a" ',
  'quoted variables': '"$a" ',
  variables: '$a ',
  braces: '${a} ',
  'joined pieces': `a'b'"c"`,
  'joined variables': '"$a"',
  globs: '*',
  brackets: '[a] ',
  tildes: '~ ',
  'lone braces': '{ ',
  'empty braces': '{} ',
  'brace lists': '{a,b}',
  backslashes: '\\\\',
  'escaped blanks': '\\ ',
  'hidden line ends': ' \\\n',
  comments: '#a\n',
  dollars: '$',
  semicolons: 'a;',
  newlines: 'a\n',
  ampersands: 'a&',
  bangs: '! ',
  redirections: '2>&1 ',
  'written files': '>a ',
  'here-documents': '<<a ',
  'here-strings': '<<<a ',
  'process substitutions': '<(',
  arrays: 'a=(',
  assignments: 'a=b ',
  'empty assignments': 'a=',
  backticks: '`',
  arithmetic: '$((',
  'old arithmetic': '$[',
  'default values': '${a:-',
  conditions: 'if a;then ',
  functions: 'f(){ ',
  cases: 'case a in ',
  tests: '[[ ',
  'unclosed quotes': `"'`,
  slashes: '/',
  digits: '9',
  percents: '%',
  'no-break spaces': '\u00A0',
  'letters beyond ASCII': 'é',
  'surrogate pairs': '\u{1F600}',
  nulls: '\0',
};

/** Programs whose arguments are examined one by one. */
const PROGRAMS: Readonly<Record<string, readonly [before: string, unit: string, after?: string]>> = {
  env: ['', 'env ', 'ls'],
  timeout: ['', 'timeout 1 ', 'ls'],
  xargs: ['', 'xargs ', 'ls'],
  find: ['find . ', '-exec ls {} + '],
  'find names': ['find . ', '-name a '],
  git: ['git log ', '--author=a '],
  'git letters': ['git log -', 'p'],
  sort: ['sort ', '-k 1 '],
  sed: [`sed '`, 's/[[:a:]]/b/;', `'`],
  'sed brackets': [`sed 's/`, '[[:', `/x/'`],
  'sed braces': [`sed '`, '{', `'`],
  awk: [`awk '{print $1`, '||', `}'`],
  printf: [`printf '`, '%5', `'`],
  test: ['[ ', 'a ', ']'],
  rm: ['rm -r ', '/'],
  make: ['make ', '-'],
  'bash -c': ['', "bash -c 'ls';", 'ls'],
  npx: ['', 'npx ', 'ls'],
};

/** Shapes of lines that take a naive parser a long time. */
export const hostileShapes: readonly HostileShape[] = [
  ...Object.entries(UNITS).map(([name, unit]): HostileShape => [name, repeated(unit)]),
  ...Object.entries(PROGRAMS).map(([name, [before, unit, after]]): HostileShape => [
    `words of ${name}`,
    repeated(unit, before, after),
  ]),
  ['pipes', repeated('a|', '', 'a')],
  ['conjunctions', repeated('a&&', '', 'a')],
  ['subshells', nested('(', ')')],
  ['groups', nested('{ ', ';}')],
  ['substitutions', nested('echo $(', ')')],
  ['quoted substitutions', nested('echo "$(', ')"')],
  ['shells in shells', nestedShells],
  ['one long quote', (size) => `echo '${'a'.repeat(Math.max(1, size - 7))}'`],
  ['one long word', (size) => 'a'.repeat(size)],
];
