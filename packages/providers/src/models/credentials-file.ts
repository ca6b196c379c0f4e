import { statSync } from 'node:fs';

/** The file with the keys, as others on this machine see it. */
export interface CredentialsFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Somebody else may read or change it. */
  readonly isExposed: boolean;
}

/** Looks at the permissions of the file with the keys; Windows has none that say something. */
export function inspectCredentialsFile(path: string, platform: string): CredentialsFile {
  const stat = statSync(path, { throwIfNoEntry: false });
  const isExposed = stat !== undefined && platform !== 'win32' && (stat.mode & 0o077) !== 0;
  return { path, isThere: stat !== undefined, isExposed };
}
