import { detectBubblewrap, type Bubblewrap, type Detected } from '@bowline/workspace';
import { readFileSync, statSync } from 'node:fs';
import { arch, release } from 'node:os';
import { writeWholeFile } from '@bowline/workspace';

/** What a detection was made with: if any of it has changed, it is made again. */
interface Traits {
  readonly program: string;
  readonly boot: string;
  readonly uid: number;
}

/** Where to look, and what is remembered of it. */
interface SandboxPlaces {
  readonly platform: string;
  readonly cache: string;
}

/** The sandbox that was found before and is still the same. */
function recallSandbox({ platform, cache }: SandboxPlaces): Bubblewrap | undefined {
  if (platform !== 'linux') return undefined;
  const known = readKnown(cache);
  if (known === undefined) return undefined;
  return isSame(known.traits, traitsOf(known.found.path, ownUid())) ? known.found : undefined;
}

/** The sandbox of this machine, found by one real start; one that worked is remembered until something has changed. */
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

/** Without the system's book of users. */
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

/** Another kernel, or other settings of it, may hold something else. */
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

/** What was found is used by all its fields: a version of Bowline that knew fewer has not found the others. */
const fields = {
  path: true,
  hasUserNamespaces: true,
  disablesUserNamespaces: true,
  bindsDescriptors: true,
  prlimit: true,
  nsenter: true,
  isRoot: true,
} as const satisfies Readonly<Record<keyof Bubblewrap, true>>;

/** What cannot be read is found out again. */
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
    // It is found out again next time.
  }
}
