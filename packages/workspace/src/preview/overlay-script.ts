import type { ProtectedPath } from '../sandbox/linux/protected-paths.ts';
import { FILL, REMOVED_FILES, REMOVED_FOLDERS } from './fill-copy.ts';

/** How to start a shell script that can mount overlays. */
export interface OverlayStart {
  /** The program and its first arguments; a script and its arguments follow. */
  readonly words: readonly [string, ...string[]];
  readonly hasUserNamespace: boolean;
  readonly programs: Readonly<Record<'unshare' | 'setpriv' | 'mount' | 'mkdir' | 'bash' | 'cp' | 'rm', string>>;
}

/** What is mounted before a command starts. */
export interface OverlayPlan {
  /** The folders that the command may change, none inside another. */
  readonly folders: readonly string[];
  /** The private folder of the run: what is written to folder `n` goes to `n/upper`. */
  readonly place: string;
  /** Created in the copy only, in place of protected paths that do not exist. */
  readonly placeholders: readonly ProtectedPath[];
  /** The folder that begins with the tree that `prepareFill` has written to the place, and bubblewrap. Absent: none. */
  readonly filled?: FilledFolder | undefined;
}

/** A folder to fill, and the program that keeps everything else as it is meanwhile. */
interface FilledFolder {
  readonly folder: string;
  readonly bubblewrap: string;
}

/** In the place: what bubblewrap says about its start, and the exit status of the command. */
export const STATUS = 'status';
export const EXIT = 'exit';
/** The descriptor on which bubblewrap writes its status. */
export const STATUS_DESCRIPTOR = 9;

/**
 * A script for Bash that mounts the overlays, runs `"$@"` and then keeps the mounts until its standard input is closed.
 * It runs in mount namespaces of its own, so the mounts end with it.
 */
export function toOverlayScript(
  { folders, place, placeholders, filled }: OverlayPlan,
  { hasUserNamespace, programs }: OverlayStart,
): string {
  // The changes are of no use after a power loss, and writing them to the disk takes longer than most commands.
  const extra = hasUserNamespace ? ',volatile,userxattr' : ',volatile';
  const file = (name: string): string => quote(`${place}/${name}`);
  return [
    // What this process inherited would be open in the command. Lower descriptors are those that bubblewrap reads.
    'for fd in /proc/self/fd/*; do [ "${fd##*/}" -gt 9 ] && eval "exec ${fd##*/}>&-"; done',
    'set -e',
    ...folders.flatMap((folder, n) => {
      const at = `${place}/${n}`;
      // The lower folder is named by the working directory, because its path may have characters that separate options.
      const options = quote(`lowerdir=.,upperdir=${at}/upper,workdir=${at}/work${extra}`);
      return [`cd ${quote(folder)}`, `${programs.mount} -t overlay bowline -o ${options} ${quote(folder)}`];
    }),
    ...(filled === undefined ? [] : [fill(filled, { place, programs })]),
    'cd /',
    ...placeholders.map((each) => createPlaceholder(each, programs.mkdir)),
    'set +e',
    `${plain(programs)} "$@" </dev/null ${STATUS_DESCRIPTOR}>${file(STATUS)}`,
    `echo $? > ${file(EXIT)}`,
    'exec >/dev/null 2>&1',
    'read -r _',
  ].join('\n');
}

/**
 * Removes and copies in the overlay, so that nothing depends on how an overlay notes a removal. All else is read-only
 * meanwhile: a folder of a path may have become a link that leads elsewhere.
 */
function fill(
  { folder, bubblewrap }: FilledFolder,
  { place, programs }: Pick<OverlayPlan, 'place'> & Pick<OverlayStart, 'programs'>,
): string {
  const remove = (list: string, rm: string, end = ''): readonly string[] => [
    `mapfile -d '' -t gone < ${quote(`${place}/${list}`)}`,
    `for ((n = 0; n < \${#gone[@]}; n += 500)); do ${rm} "\${gone[@]:n:500}" ${end}; done`,
  ];
  const work = [
    'set -e',
    ...remove(REMOVED_FILES, `${programs.rm} -f --`),
    // A folder with entries that are not part of the changes stays.
    ...remove(REMOVED_FOLDERS, `${programs.rm} -d --`, '2>&- || :'),
    `${programs.cp} -a --no-preserve=ownership --remove-destination -T -- ${quote(`${place}/${FILL}`)} .`,
  ].join('\n');
  const [at, from] = [quote(folder), quote(bubblewrap)];
  const confined = `${from} --die-with-parent --ro-bind / / --bind ${at} ${at} --chdir ${at}`;
  return `${plain(programs)} ${confined} ${programs.bash} -c ${quote(work)} </dev/null`;
}

/** bubblewrap refuses to start with capabilities that it did not ask for. */
function plain({ setpriv }: Pick<OverlayStart['programs'], 'setpriv'>): string {
  return `${setpriv} --inh-caps=-all --ambient-caps=-all`;
}

function createPlaceholder({ path, kind, content = '' }: ProtectedPath, mkdir: string): string {
  const create = kind === 'folder' ? `${mkdir} ${quote(path)}` : `printf %s ${quote(content)} > ${quote(path)}`;
  return `[ -e ${quote(path)} ] || [ -L ${quote(path)} ] || ${create}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
