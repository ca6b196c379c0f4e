import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../disk/look.ts';
import type { Detected } from '../sandbox/linux/detect-bubblewrap.ts';
import { openPreviewPlace } from './preview-place.ts';
import { EXIT, toOverlayScript, type OverlayStart } from './overlay-script.ts';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
const NAMES = ['unshare', 'setpriv', 'mount', 'mkdir', 'bash', 'cp', 'rm'] as const;

/** Mounts an overlay once, in the folder that runs will use: only this shows whether the system allows it there. */
export function detectOverlay(
  folder: string,
  { pid, isRoot }: { readonly pid: number; readonly isRoot: boolean },
): Detected<OverlayStart> {
  const programs = Object.fromEntries(NAMES.map((name) => [name, find(name)])) as OverlayStart['programs'];
  const missing = NAMES.find((name) => find(name) === undefined);
  if (missing !== undefined) return no(`the program ${missing} is missing`);
  if (/[,:\\]/.test(folder)) return no(`${folder} has a comma, colon or backslash in its name`);
  const user = ['--user', '--map-current-user', '--keep-caps', '--mount'];
  let said = '';
  for (const namespaces of isRoot ? [['--mount'], user] : [user]) {
    // The run ends with this process, however that ends.
    const together = ['--propagation', 'private', programs.setpriv, '--pdeathsig', 'KILL', programs.bash, '-c'];
    const words = [programs.unshare, ...namespaces, ...together] as const;
    const start: OverlayStart = { words, hasUserNamespace: namespaces.length > 1, programs };
    const problem = tryOverlay(start, folder, pid);
    if (problem === undefined) return { ok: true, found: start };
    said ||= problem;
  }
  return no(`this system does not allow an overlay in ${folder} (${said})`);
}

function tryOverlay(start: OverlayStart, folder: string, pid: number): string | undefined {
  const { path: place, remove } = openPreviewPlace(folder, pid);
  try {
    const lower = join(place, 'lower');
    for (const name of ['lower', '0/upper', '0/work']) mkdirSync(join(place, name), { recursive: true });
    const placeholders = [{ path: join(lower, 'new'), kind: 'file' }] as const;
    const script = toOverlayScript({ folders: [lower], place, placeholders }, start);
    const [file, ...args] = start.words;
    const test = [start.programs.bash, '-c', `test -e "$0/new"`, lower];
    const { error, stderr } = spawnSync(file, [...args, script, 'sh', ...test], {
      encoding: 'utf8',
      input: '',
      env: {},
    });
    if (readText(join(place, EXIT))?.trim() === '0' && !existsSync(join(lower, 'new'))) return undefined;
    return (error?.message ?? stderr).trim().split('\n').at(-1) || 'it failed without a message';
  } finally {
    remove();
  }
}

const no = (problem: string): Detected<never> => ({ ok: false, problem });

/** Does not use PATH, which could lead to another program. */
function find(name: string): string | undefined {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));
}
