import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, problem, warning, type Check } from './check.ts';

const LEAST_FREE = 500e6;

/** Our folder: that it can be written to, or made, and that there is room. */
export async function checkHome(home: string): Promise<readonly Check[]> {
  const folder = await nearestFolder(home);
  const isNew = folder !== home;
  try {
    await rmdir(await mkdtemp(join(folder, '.bowline-doctor-')));
  } catch (thrown) {
    const text = `${home} cannot be ${isNew ? 'made' : 'written to'}: ${codeOf(thrown)}`;
    return [problem('home', text, `make ${folder} a folder that you can write to, or set BOWLINE_HOME to another one`)];
  }
  return [ok('home', isNew ? `${home}, which is made when it is needed` : home), await checkRoom(folder)];
}

async function checkRoom(folder: string): Promise<Check> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${toSize(free)} free`;
  if (free >= LEAST_FREE) return ok('disk', text);
  return warning('disk', `${text} for sessions`, 'make room: bowline sessions list --all, then bowline sessions rm ID');
}

/** The folder itself, or the nearest one above that is there. */
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
