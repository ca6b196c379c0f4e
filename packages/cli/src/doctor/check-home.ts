import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { homeTexts } from '../texts/doctor-texts.ts';
import { ok, problem, warning, type Check } from './check.ts';

const LEAST_FREE = 500e6;

/** Checks that Bowline's folder can be created or written to, and the free disk space. */
export async function checkHome(home: string): Promise<readonly Check[]> {
  const folder = await nearestFolder(home);
  try {
    await rmdir(await mkdtemp(join(folder, '.bowline-doctor-')));
  } catch (thrown) {
    return [problem('home', homeTexts.notWritable(home, folder, codeOf(thrown)))];
  }
  return [ok('home', folder === home ? home : homeTexts.created(home)), await checkRoom(folder)];
}

async function checkRoom(folder: string): Promise<Check> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const size = toSize(free);
  return free >= LEAST_FREE ? ok('disk', homeTexts.free(size)) : warning('disk', homeTexts.almostFull(size));
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
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : homeTexts.unknownCode;
}
