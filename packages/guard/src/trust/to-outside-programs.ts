import { isWithin } from '@bowline/protocol/plain';
import { delimiter, isAbsolute } from 'node:path';
import { toRealPath } from './to-real-path.ts';

/** The programs that a session finds by name. */
export interface Programs {
  readonly environment: Readonly<Record<string, string>>;
  readonly ripgrep?: string | undefined;
}

/** The folders that a session works in, and the user's home directory. */
export interface WorkPlaces {
  readonly folders: readonly string[];
  readonly home: string;
}

/**
 * The programs of a machine without those of the project: skips `node_modules/.bin`, empty entries of PATH, which mean
 * the current directory, and what `npm exec` adds. Otherwise the author of an untrusted folder would choose which
 * `bash` runs.
 */
export function toOutsidePrograms({ environment, ripgrep }: Programs, { folders, home }: WorkPlaces): Programs {
  // Users who work in the home directory itself have put the programs there.
  const realHome = toRealPath(home) ?? home;
  const inside = folders
    .map((folder) => toRealPath(folder) ?? folder)
    .filter((folder) => !isWithin({ path: realHome, root: folder }));
  const isOutside = (path: string): boolean => {
    const real = isAbsolute(path) ? toRealPath(path) : undefined;
    return real !== undefined && !inside.some((folder) => isWithin({ path: real, root: folder }));
  };
  const { PATH = '' } = environment;
  return {
    environment: { ...environment, PATH: PATH.split(delimiter).filter(isOutside).join(delimiter) },
    ripgrep: ripgrep !== undefined && isOutside(ripgrep) ? ripgrep : undefined,
  };
}

/** An environment whose PATH has no entries that depend on the working directory: neither relative nor empty ones. */
export function withAbsolutePath(environment: Programs['environment']): Programs['environment'] {
  const { PATH } = environment;
  if (PATH === undefined) return environment;
  const entries = PATH.split(delimiter).filter((entry) => isAbsolute(entry));
  return { ...environment, PATH: entries.join(delimiter) };
}
