import { detectBubblewrap, type Bubblewrap, type Detected } from '@bowline/workspace';
import { readFileSync, statSync } from 'node:fs';
import { arch, release } from 'node:os';
import { writeWholeFile } from '@bowline/workspace';

/** What a detection depends on. If any of it has changed, detection runs again. */
interface Traits {
  readonly program: string;
  readonly boot: string;
  readonly uid: number;
}

/** The platform, and the file that caches the result. */
interface SandboxPlaces {
  readonly platform: string;
  readonly cache: string;
}

/** The sandbox that was found earlier, if nothing has changed. */
function recallSandbox({ platform, cache }: SandboxPlaces): Bubblewrap | undefined {
  if (platform !== 'linux') return undefined;
  const known = readKnown(cache);
  if (known === undefined) return undefined;
  return isSame(known.traits, traitsOf(known.found.path, ownUid())) ? known.found : undefined;
}

/** Detects the sandbox of this machine by starting it once. A working one is cached until something changes. */
export function findSandbox(places: SandboxPlaces): Detected<Bubblewrap> {
  const { platform, cache } = places;
  if (platform === 'darwin') return no('the macOS profile has not been tested on a Mac yet');
  if (platform !== 'linux') return no(`there is no sandbox for ${platform}`);
  const known = recallSandbox(places);
  if (known !== undefined) return { ok: true, found: known };
  const uid = ownUid();
  const detected = detectBubblewrap({ architecture: arch(), release: release(), uid });
  if (detected.ok) remember(cache, { traits: traitsOf(detected.found.path, uid), found: detected.found });
  return detected;
}

/** Does not need the system's user database. */
function ownUid(): number {
  return statSync('/proc/self').uid;
}

const no = (problem: string): Detected<never> => ({ ok: false, problem });

function traitsOf(path: string, uid: number): Traits {
  const found = statSync(path, { throwIfNoEntry: false });
  const program = found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  return { program, boot: readBoot(), uid };
}

function isSame(one: Traits, other: Traits): boolean {
  return one.program === other.program && one.boot === other.boot && one.uid === other.uid;
}

/** Another kernel, or other kernel settings, may confine something else. */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

interface Known {
  readonly traits: Traits;
  readonly found: Bubblewrap;
}

/** A cached result must have all fields: an older version of Bowline that knew fewer has not detected the others. */
const fields = {
  path: true,
  hasUserNamespaces: true,
  disablesUserNamespaces: true,
  bindsDescriptors: true,
  prlimit: true,
  nsenter: true,
  isRoot: true,
} as const satisfies Readonly<Record<keyof Bubblewrap, true>>;

/** Undefined if the cache cannot be read. Detection then runs again. */
function readKnown(file: string): Known | undefined {
  try {
    const { traits, found = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Known>;
    const isWhole = traits !== undefined && Object.keys(fields).every((field) => Object.hasOwn(found, field));
    return isWhole ? { traits, found: found as Bubblewrap } : undefined;
  } catch {
    return undefined;
  }
}

function remember(file: string, known: Known): void {
  try {
    writeWholeFile(file, `${JSON.stringify(known)}\n`);
  } catch {
    // Detection runs again next time.
  }
}
