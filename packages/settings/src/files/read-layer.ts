import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Lookup } from './expand-variables.ts';
import { parseSettingsFile } from './parse-settings-file.ts';
import type { SettingsLayer } from './settings-layer.ts';
import type { SettingsPlace } from './settings-places.ts';

const NOTHING = { entries: new Map<never, never>(), unused: [], problems: [], notices: [] } as const;

/** Reads a settings file. A missing file sets nothing, but an unreadable one is a problem. */
export function readLayer({ path, level, isGuarded = false }: SettingsPlace, lookup: Lookup): SettingsLayer {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { level, file: { path, isThere: false }, ...NOTHING };
    const problem = {
      file: path,
      message: `cannot read this file (${code})`,
      hint: 'Check its permissions, or remove it',
    };
    return { level, file: { path, isThere: true }, ...NOTHING, problems: [problem] };
  }
  if (isGuarded && [path, dirname(path)].some(isOpenToOthers)) {
    const notice = {
      file: path,
      message: 'ignored, because users other than root can write to it',
      hint: `Run chown root ${path} and chmod go-w ${path}`,
    };
    return { level, file: { path, isThere: true }, ...NOTHING, notices: [notice] };
  }
  return parseSettingsFile({ path, level, text, lookup });
}

function isOpenToOthers(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid !== 0 || (mode & 0o022) !== 0;
}
