import { matchName } from './match-glob.ts';

/** Typical names of key files, to test patterns on. */
const NAMES = [
  '.env',
  '.env.local',
  'id_rsa',
  'id_ed25519',
  'server.pem',
  '.npmrc',
  '.netrc',
  '.git-credentials',
  'master.key',
  'credentials.json',
  'secrets.yaml',
  'secrets.json',
  'kubeconfig',
  'main.tfstate',
  '.dev.vars',
  'release.jks',
  'wallet.dat',
  'token.txt',
  '.bash_history',
];
const OTHER_NAME = 'a.txt';
const MAX_ALTERNATIVES = 20;

/** Names of key files that a pattern selects. Empty if the pattern matches every name. */
export function keyNames(pattern: string): readonly string[] {
  const names = alternatives(pattern).map((each) => each.slice(each.lastIndexOf('/') + 1).toLowerCase());
  const picks = names.filter((name) => !matchName(name, OTHER_NAME));
  return NAMES.filter((key) => picks.some((pick) => matchName(pick, key)));
}

/** Expands `a.{b,c}` to `a.b` and `a.c`. Nested braces are expanded only in part. */
function alternatives(pattern: string): readonly string[] {
  const open = pattern.indexOf('{');
  const close = pattern.indexOf('}', open);
  if (open === -1 || close === -1) return [pattern];
  const inside = pattern.slice(open + 1, close).split(',', MAX_ALTERNATIVES);
  const end = pattern.slice(close + 1).replaceAll(/[{}]/g, '');
  return inside.map((each) => pattern.slice(0, open) + each + end);
}

const SEARCHES = new Set('grep egrep fgrep zgrep rg ag ack'.split(' '));
const FINDS = new Set(['find', 'fd']);
const NAMES_PATTERN = /^(?:-i?name|-i?path|-i?wholename|-g|--i?glob|--include)$/;
const HOLDS_PATTERN = /^(?:--i?glob=|--include=|-g)(.+)$/;

/** Names of key files that a search selects and shows, at any depth. A mere list of names shows nothing. */
export function pickedKeys(argv: readonly string[], program: string, isFeeding: boolean): readonly string[] {
  const shows = SEARCHES.has(program) || (FINDS.has(program) && (isFeeding || argv.some(startsProgram)));
  if (!shows) return [];
  const patterns = argv.flatMap((word, n) => {
    const held = HOLDS_PATTERN.exec(word)?.[1];
    const named = NAMES_PATTERN.test(argv[n - 1] ?? '') ? [word] : [];
    return held === undefined ? named : [held, ...named];
  });
  return patterns.flatMap(keyNames);
}

/** Whether a word of `find` or `fd` makes it start a program for what it finds. */
export function startsProgram(word: string): boolean {
  return /^(?:-exec|-ok|-x$|-X$)/.test(word);
}
