import type { WorkspaceSearch } from '@bowline/workspace';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';

export type TextQuery = Parameters<WorkspaceSearch['text']>[0];
export type FilesQuery = Parameters<WorkspaceSearch['files']>[0];

const { raw } = String;
const patterns = [
  ...[
    'needle',
    'größe',
    '日本',
    'user_?name',
    '^const',
    'return$',
    raw`\bfoo\b`,
    raw`foo\w+`,
    raw`\d{2,4}-\d\d`,
    raw`bar\.baz`,
  ],
  ...[
    'foo|bar|TODO',
    '(?:foo|bar)[ ,]+needle',
    '[A-Z][a-z]+',
    '[^a-z ]needle',
    '.{3}needle',
    raw`\S+@\S+\.\w+`,
    raw`\s\s+x=1`,
  ],
  ...[
    '(?i)NEEDLE',
    raw`[\w.-]+@`,
    raw`needle\s*$`,
    raw`^\s*$`,
    '^.',
    'x*',
    'na.ve',
    raw`\u00e9`,
    raw`\(paren\)`,
    raw`\$dollar`,
  ],
  ...[
    '[[]bracket',
    '😀',
    raw`back\\slash`,
    '(?<=foo )needle',
    'foo(?!bar)',
    raw`(\w)\1`,
    raw`\Boo\B`,
    raw`[\d-]{5}`,
    'é|É',
    raw`\t`,
  ],
  ...[
    'long needle$',
    raw`\W\W\W`,
    'a{2,}',
    '{brace}',
    'absent-everywhere',
    raw`n\u0065edle`,
    raw`[é-ö]`,
    'ſ',
    'tab.bed',
    '"q.*d"',
  ],
];
const fixed = [
  'needle',
  'bar.baz',
  '[bracket]',
  '(paren)',
  '$dollar',
  raw`back\slash`,
  'größe',
  'GRÖSSE',
  'a@b',
  '^caret',
  '日本語',
];
const includes = [
  '*.ts',
  '*.{js,ts}',
  '*.md',
  'src/**',
  '/src/*',
  '**/lib/**/*.js',
  'a*',
  '[ab]*',
  '*.TS',
  '.env*',
  '*',
  '.*',
];
const globs = [
  '**/*.ts',
  '*.md',
  '**/*.{js,tsx}',
  'src/**',
  '**/.*',
  '**/.*/**',
  '**/[a-m]*',
  '**/Gr*',
  '**',
  '*',
  'lib/*/*.ts',
  '**/z\\[0\\]*',
];

const below = (random: SeededRandom, end: number): number => random.int(0, end - 1);
const maybe = <Value>(random: SeededRandom, value: () => Value): Value | undefined =>
  below(random, 3) === 0 ? value() : undefined;

/** A plausible text search. */
export function randomTextQuery(random: SeededRandom, places: readonly string[], signal: AbortSignal): TextQuery {
  const isFixed = below(random, 4) === 0;
  return {
    folder: below(random, 3) === 0 ? random.pick(places) : (places[0] as string),
    pattern: random.pick(isFixed ? fixed : patterns),
    isFixed,
    caseSensitive: below(random, 2) === 0,
    include: maybe(random, () => random.pick(includes)),
    exclude: below(random, 6) === 0 ? random.pick(['foo', raw`\d+`, 'TODO|fixme']) : undefined,
    isWithheld: maybe(random, () => (path: string) => path.includes('/.env')),
    before: below(random, 2) === 0 ? 0 : below(random, 4),
    after: below(random, 2) === 0 ? 0 : below(random, 4),
    respectIgnore: below(random, 4) > 0,
    maxPerFile: maybe(random, () => 1 + below(random, 4)),
    maxTotal: [1, 20, 100, 2000][below(random, 4)] ?? 1,
    signal,
  };
}

/** A search for file names. */
export function randomFilesQuery(random: SeededRandom, places: readonly string[], signal: AbortSignal): FilesQuery {
  return {
    folder: below(random, 3) === 0 ? random.pick(places) : (places[0] as string),
    pattern: random.pick(globs),
    caseSensitive: below(random, 2) === 0,
    respectIgnore: below(random, 4) > 0,
    signal,
  };
}
