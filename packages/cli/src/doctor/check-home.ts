import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, problem, warning, type Check } from './check.ts';

const LEAST_FREE = 500e6;

/** Checks that Bowline's folder can be created or written to, and the free disk space. */
export async function checkHome(home: string): Promise<readonly Check[]> {
  const folder = await nearestFolder(home);
  const isNew = folder !== home;
  try {
    await rmdir(await mkdtemp(join(folder, '.bowline-doctor-')));
  } catch (thrown) {
    const text = `Cannot ${isNew ? 'create' : 'write to'} ${home} (${codeOf(thrown)})`;
    return [problem('home', text, `Make ${folder} writable, or set BOWLINE_HOME to another folder`)];
  }
  return [ok('home', isNew ? `${home} (will be created)` : home), await checkRoom(folder)];
}

async function checkRoom(folder: string): Promise<Check> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${toSize(free)} free`;
  if (free >= LEAST_FREE) return ok('disk', text);
  return warning(
    'disk',
    `only ${text}`,
    'Free some disk space. To remove sessions: bowline sessions list --all, then bowline sessions rm ID',
  );
}

/** The folder, or its nearest existing parent. */
async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (thrown) {
    const above = dirname(path);
    if (above === path || codeOf(thrown) !== 'ENOENT') return path;
    return await nearestFolder(above);
  }
}

function toSize(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
}
