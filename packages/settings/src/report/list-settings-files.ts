import { join } from 'node:path';
import type { OpenedSettings } from '../resolve/open-settings.ts';
import { machinePlaces, workspacePlaces, type SettingsRoots } from '../files/settings-places.ts';

/** Every file that affects the opened settings, even if it does not exist. None in an untrusted folder. */
export function listSettingsFiles(roots: SettingsRoots, { trust, folders }: OpenedSettings): readonly string[] {
  const folder = trust?.isTrusted === true ? workspacePlaces(trust.folder) : [];
  return [
    ...[...machinePlaces(roots), ...folder].map(({ path }) => path),
    folders.path,
    join(roots.home, '.gemini', 'trustedFolders.json'),
  ];
}
