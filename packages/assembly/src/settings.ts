export { listSettingsFiles } from './settings/list-settings-files.ts';
export { openSettings, type OpenedSettings } from './settings/open-settings.ts';
