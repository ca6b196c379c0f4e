import { join } from 'node:path';
import type { OpenedSettings } from './open-settings.ts';
import { machinePlaces, workspacePlaces, type SettingsRoots } from './settings-places.ts';

/** Every file that settings depend on as they were opened, whether it is there or not. None of a folder that is not trusted. */
export function listSettingsFiles(roots: SettingsRoots, { trust, folders }: OpenedSettings): readonly string[] {
  const folder = trust?.isTrusted === true ? workspacePlaces(trust.folder) : [];
  return [
    ...[...machinePlaces(roots), ...folder].map(({ path }) => path),
    folders.path,
    join(roots.home, '.gemini', 'trustedFolders.json'),
  ];
}
