import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';

const WORDS =
  'needle Needle NEEDLE größe Größe naïve 日本語 render Render user_name userName foo foobar bar.baz TODO fixme a@b.example ' +
  'x=1 42 2024-01-02 const function return "quoted" (paren) [bracket] {brace} back\\slash $dollar ^caret é 😀 tab\tbed';
const vocabulary = WORDS.split(' ');
const folders =
  'src lib docs test .hidden build dist vendor .config deep größe with\u00a0space a[1] b{2} (group) node_modules'.split(
    ' ',
  );
const endings = 'ts js md json log txt tsx py'.split(' ');

/** The rules for the ignore files of a tree. */
const rules =
  '*.log /build dist/ !keep.log docs/*.md **/vendor/** lib/**/*.js [ab]*.txt {x,y}*.ts *.tmp !*.md secret* /src/*.py (group)/*.md # note';

/** Rules that implementations of ignore files disagree about: braces, parentheses, a hyphen in a class. */
const tellingRules = ['{x,y}*.ts', '(group)/*.md', '[!-z]1*.js', '*(1).txt'];

const below = (random: SeededRandom, end: number): number => random.int(0, end - 1);

/**
 * Writes a tree with everything that can make two searches disagree: ignore files of all kinds, odd names and contents,
 * links.
 */
export function writeSearchTree(
  root: string,
  random: SeededRandom,
  { files }: { readonly files: number },
): readonly string[] {
  const places = ['.'];
  for (let n = 0; n < files / 20; n += 1) places.push(join(random.pick(places), random.pick(folders)));
  for (const place of new Set(places)) mkdirSync(join(root, place), { recursive: true });
  for (let n = 0; n < files; n += 1) {
    const path = join(root, random.pick(places), toName(random));
    writeFileSync(path, toContent(random));
    // Few different times, so that many files share one.
    utimesSync(path, 1000 + below(random, 20), 1000 + below(random, 20));
  }
  for (const place of new Set(places)) {
    for (const name of ['.gitignore', '.ignore', '.rgignore'])
      if (below(random, name === '.gitignore' ? 4 : 12) === 0) writeFileSync(join(root, place, name), toRules(random));
  }
  writeFileSync(join(root, '.gitignore'), [...tellingRules, toRules(random)].join('\n'));
  for (const name of ['.geminiignore', '.bowlineignore']) writeFileSync(join(root, name), toRules(random));
  writeOddities(root);
  return [...new Set(places)].map((place) => join(root, place));
}

function toName(random: SeededRandom): string {
  const stem = random.pick([
    'a',
    'b1',
    'keep',
    'x-ray',
    'secret',
    'Größe',
    'with space',
    '.env',
    'y',
    'main',
    'b(1)',
    'z[0]',
  ]);
  return `${stem}${below(random, 3) === 0 ? below(random, 50) : ''}.${random.pick(endings)}`;
}

function toContent(random: SeededRandom): Uint8Array {
  const newline = below(random, 4) === 0 ? '\r\n' : '\n';
  const lines = Array.from({ length: below(random, 120) }, () =>
    Array.from({ length: below(random, 12) }, () => toWord(random)).join(random.pick([' ', ', ', '  '])),
  );
  if (below(random, 40) === 0) lines.push(`${'long '.repeat(20_000)}needle`);
  const text = lines.join(newline) + (below(random, 3) === 0 ? '' : newline);
  switch (below(random, 24)) {
    case 0:
      return Buffer.from(`\u{FEFF}${text}`, 'utf16le');
    case 1:
      return Buffer.from(`\u{FEFF}${text}`, 'utf16le').swap16();
    case 2:
      return Buffer.from(`\u{FEFF}${text}`);
    case 3:
      return Buffer.from(text, 'latin1');
    case 4:
      return Buffer.concat([Buffer.from('needle\0'), Buffer.from(text)]);
    case 5:
      return Buffer.concat([Buffer.from(text), Buffer.from('\npadding'.repeat(1200)), Buffer.from('\nneedle\0late\n')]);
    default:
      return Buffer.from(text);
  }
}

/** Most words match nothing, as in any tree. */
function toWord(random: SeededRandom): string {
  return below(random, 60) === 0 ? random.pick(vocabulary) : `w${below(random, 5000).toString(36)}`;
}

function toRules(random: SeededRandom): string {
  return Array.from({ length: 1 + below(random, 3) }, () => random.pick(rules.split(' '))).join(
    below(random, 5) === 0 ? '\r\n' : '\n',
  );
}

function writeOddities(root: string): void {
  const put = (name: string, content: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  put('.git/config', 'needle');
  put('nested/.git', 'gitdir: needle');
  put('nested/inside.ts', 'needle in a nested repository');
  put('line\nbreak.ts', 'needle in a file with a line break in its name\n');
  put('-dash.ts', 'needle in a file that looks like an option\n');
  put('empty.ts', '');
  put('blank.ts', '\n\n\n');
  put('.env', 'NEEDLE_KEY=needle\n');
  symlinkSync('nested/inside.ts', join(root, 'link.ts'));
  symlinkSync('nested', join(root, 'linked'));
  symlinkSync('nowhere', join(root, 'dangling.ts'));
  execFileSync('mkfifo', [join(root, 'pipe.ts')]);
}
