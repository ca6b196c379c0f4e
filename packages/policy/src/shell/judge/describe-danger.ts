/** What the danger of a command depends on. */
export interface DangerCase {
  readonly argv: readonly string[];
  readonly writes: readonly string[];
  /** Names of programs whose output it receives. */
  readonly fedBy: readonly string[];
}

interface Danger {
  readonly programs: readonly string[];
  readonly text: string;
  readonly isMeant: (danger: DangerCase) => boolean;
}

const has = (argv: readonly string[], ...words: readonly string[]): boolean =>
  argv.some((word) => words.includes(word));
/** Whether one of the letters is given as an option, also among other letters after one dash. */
const hasLetter = (argv: readonly string[], letters: string): boolean =>
  argv.some((word) => /^-[A-Za-z]+$/.test(word) && letters.split(' ').some((letter) => word.includes(letter)));
const hasStart = (argv: readonly string[], ...starts: readonly string[]): boolean =>
  argv.some((word) => starts.some((start) => word.startsWith(start)));

/** Directories that are too large to delete by mistake. */
function isBroad(word: string): boolean {
  const bare = trimEnd(word.endsWith('/*') ? word.slice(0, -1) : word);
  if (['/', '~', '$HOME', '${HOME}', '.', '..', '*', '$PWD', '.git', '.*'].includes(bare)) return true;
  const parts = bare.split('/');
  const isHome = parts.length === 3 && ['home', 'Users'].includes(parts[1] ?? '');
  return parts[0] === '' ? parts.length === 2 || isHome : parts.every((part) => part === '..');
}

/** Removes trailing slashes. A regular expression would take quadratic time. */
function trimEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const always = (): boolean => true;
const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'python', 'python3', 'node', 'perl', 'ruby'];
const FETCHERS = ['curl', 'wget', 'nc', 'ncat'];
const gitDoes = (argv: readonly string[], command: string): boolean =>
  argv.find((word, index) => index > 0 && !word.startsWith('-')) === command;

const DANGERS: readonly Danger[] = [
  {
    programs: ['rm'],
    text: 'deletes a directory and everything in it',
    isMeant: ({ argv }) => (hasLetter(argv, 'r R') || has(argv, '--recursive')) && argv.slice(1).some(isBroad),
  },
  {
    programs: ['chmod', 'chown', 'chgrp'],
    text: 'changes the permissions of a whole directory',
    isMeant: ({ argv }) => (hasLetter(argv, 'R') || has(argv, '--recursive', '777')) && argv.slice(2).some(isBroad),
  },
  {
    programs: ['git'],
    text: 'discards uncommitted changes',
    isMeant: ({ argv }) =>
      (gitDoes(argv, 'reset') && has(argv, '--hard')) ||
      (gitDoes(argv, 'clean') && (hasLetter(argv, 'f') || has(argv, '--force'))) ||
      (['checkout', 'restore'].some((name) => gitDoes(argv, name)) && has(argv, '.', '*', '-f', '--force')) ||
      (gitDoes(argv, 'stash') && has(argv, 'drop', 'clear')),
  },
  {
    programs: ['git'],
    text: 'rewrites or deletes what others may have',
    isMeant: ({ argv }) =>
      (gitDoes(argv, 'push') &&
        (hasLetter(argv, 'f d') || hasStart(argv, '--force', '--mirror', '--delete', '--prune', '+', ':'))) ||
      (gitDoes(argv, 'branch') && has(argv, '-D')) ||
      has(argv.slice(1, 2), 'filter-branch', 'filter-repo'),
  },
  { programs: ['dd'], text: 'writes to a device', isMeant: ({ argv }) => hasStart(argv, 'of=/dev/') },
  {
    programs: ['mkfs', 'fdisk', 'sfdisk', 'parted', 'wipefs', 'mkswap', 'diskutil', 'cryptsetup'],
    text: 'changes a disk',
    isMeant: always,
  },
  { programs: ['shutdown', 'reboot', 'halt', 'poweroff'], text: 'shuts down the machine', isMeant: always },
  {
    programs: ['kill', 'pkill', 'killall'],
    text: 'ends all processes',
    isMeant: ({ argv }) => argv.at(-1) === '-1' || (argv[0] !== 'kill' && has(argv, '.', '.*', '-u')),
  },
  { programs: ['truncate', 'shred'], text: 'erases or destroys files', isMeant: always },
  {
    programs: ['find'],
    text: 'deletes the files it finds',
    isMeant: ({ argv }) => has(argv, '-delete') || (has(argv, '-exec', '-execdir') && has(argv, 'rm', 'shred')),
  },
  { programs: ['crontab'], text: 'deletes all scheduled jobs', isMeant: ({ argv }) => has(argv, '-r') },
  {
    programs: ['sudo', 'doas', 'su', 'pkexec', 'runuser'],
    text: 'runs as another user',
    isMeant: always,
  },
  {
    programs: SHELLS,
    text: 'runs code from the network',
    isMeant: ({ fedBy }) => fedBy.some((name) => FETCHERS.includes(name)),
  },
  {
    programs: ['docker', 'podman'],
    text: 'deletes containers, images or volumes',
    isMeant: ({ argv }) => has(argv, 'prune'),
  },
];

/** Why a command is dangerous enough for a warning in the approval request. Null if it is not. */
export function describeDanger(danger: DangerCase): string | null {
  const name = (danger.argv[0] ?? '').replace(/^.*\//, '').replace(/^mkfs\..*$/, 'mkfs');
  const found = DANGERS.find(({ programs, isMeant }) => programs.includes(name) && isMeant(danger));
  if (found !== undefined) return found.text;
  return danger.writes.some((path) => /^\/dev\/(?!shm\/|tty)/.test(path)) ? 'writes to a device' : null;
}
