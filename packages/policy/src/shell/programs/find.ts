import { isExactly, isUnsettled, mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, showing, type Judgement, type Started } from '../judge/judgement.ts';

/** Not `-L`, `-H` and `-follow`, which follow links. */
const WITHOUT_VALUE = new Set(
  (
    '( ) ! , -not -a -and -o -or -true -false -print -print0 -ls -prune -quit -empty -depth -d -mount -xdev -x -daystart ' +
    '-nouser -nogroup -executable -readable -writable -noleaf -ignore_readdir_race -noignore_readdir_race ' +
    '-nowarn -warn -P -E -s -O0 -O1 -O2 -O3 -version --version'
  ).split(' '),
);
const WITH_VALUE = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype -size -mtime ' +
    '-atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -newermt -newerat -newerct -newermm -newerBt -user -group ' +
    '-uid -gid -perm -links -inum -samefile -maxdepth -mindepth -printf -fstype -used'
  ).split(' '),
);
const STARTS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Judges `find`. It is read-only if its whole expression is known, and starts the program after `-exec`. */
export function judgeFind(args: readonly ShellWord[]): Judgement {
  const starts: Started[] = [];
  const first = args.findIndex(isExpression);
  const folders = args.slice(0, first === -1 ? args.length : first);
  let at = first;
  while (at !== -1 && at < args.length) {
    const part = readPart(args, at);
    if (part === null) return hazardous(`may run, write or delete something because of \`${args[at]?.text ?? ''}\``);
    if (part.words.length > 0) starts.push({ kind: 'words', words: part.words });
    at = part.next;
  }
  return { ...showing(folders, 'names'), starts };
}

interface Part {
  readonly words: readonly ShellWord[];
  readonly next: number;
}

/** One test or action. Null if it is unknown. */
function readPart(args: readonly ShellWord[], at: number): Part | null {
  const word = args[at];
  if (word?.yields !== 'exact') return null;
  if (WITHOUT_VALUE.has(word.text)) return { words: [], next: at + 1 };
  if (WITH_VALUE.has(word.text)) return isOneWord(args[at + 1]) ? { words: [], next: at + 2 } : null;
  return STARTS.has(word.text) ? readStarted(args, at + 1) : null;
}

function isExpression(word: ShellWord | undefined): boolean {
  return word !== undefined && (mayBeOption(word) || ['(', ')', '!', ','].includes(word.text));
}

function isOneWord(word: ShellWord | undefined): boolean {
  return word !== undefined && word.yields !== 'many';
}

/** The program after `-exec`, up to `;` or `{} +`, with paths in place of `{}`. */
function readStarted(args: readonly ShellWord[], from: number): Part | null {
  const words: ShellWord[] = [];
  for (let at = from; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined || isUnsettled(word)) return null;
    const isMany = isExactly(word, '+') && isExactly(args[at - 1], '{}');
    if (isMany || isExactly(word, ';')) {
      const [program, ...rest] = words;
      if (program === undefined || program.text.includes('{}') || program.text.includes('/')) return null;
      return { words: [program, ...rest.map((each) => withPath(each, isMany))], next: at + 1 };
    }
    words.push(word);
  }
  return null;
}

/** A found path never looks like an option, because it begins with the directory where the search began. */
function withPath(word: ShellWord, isMany: boolean): ShellWord {
  const at = word.text.indexOf('{}');
  if (at === -1) return word;
  return {
    ...word,
    yields: isMany ? 'many' : 'one',
    prefix: at === 0 ? '/' : word.text.slice(0, at),
    isKnownFile: false,
  };
}
