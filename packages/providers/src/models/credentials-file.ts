import { statSync } from 'node:fs';

/** The permissions of the credentials file. */
export interface CredentialsFile {
  readonly path: string;
  readonly isThere: boolean;
  /** Other users may read or change it. */
  readonly isExposed: boolean;
}

/** Checks the permissions of the credentials file. On Windows, they carry no information. */
export function inspectCredentialsFile(path: string, platform: string): CredentialsFile {
  const stat = statSync(path, { throwIfNoEntry: false });
  const isExposed = stat !== undefined && platform !== 'win32' && (stat.mode & 0o077) !== 0;
  return { path, isThere: stat !== undefined, isExposed };
}
