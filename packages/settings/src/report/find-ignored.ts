import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toRealPath } from '@bowline/guard';
import { listGeminiFolders, type GeminiFolder, type GeminiFolderKind } from '../files/gemini-folders.ts';
import { formerKeys } from '../keys/gemini-keys.ts';
import type { OpenedSettings } from '../resolve/open-settings.ts';

/** Features of Gemini CLI that Bowline ignores. */
export type IgnoredKind = 'sandbox' | 'hooks' | 'mcpServers' | GeminiFolderKind;

/** A configured feature of Gemini CLI that Bowline ignores. */
export interface Ignored {
  readonly kind: IgnoredKind;
  /** A file and line, a folder, or `$NAME` for a variable. */
  readonly source: string;
  /** Its names. For a sandbox, which kind. */
  readonly names: readonly string[];
}

type Opened = Pick<OpenedSettings, 'layers' | 'trust' | 'env'>;

/** Finds what is configured for Gemini CLI and has no effect in Bowline. Does not look into untrusted folders. */
export function findIgnored(settings: Opened, home: string): readonly Ignored[] {
  const said = new Said(settings);
  const folders = foldersOf(settings, home).flatMap((folder) => withoutDisabled(folder, said));
  return [
    ...findSandbox(said, settings.env),
    ...findHooks(said, folders),
    ...findServers(said),
    ...folders.map(({ kind, path, names }) => ({ kind, source: path, names })),
  ];
}

/** The value of a key in one file. */
interface Saying {
  readonly value: unknown;
  readonly source: string;
}

/** Values of keys that have no effect, lowest precedence first. */
class Said {
  readonly #sayings = new Map<string, Saying[]>();

  constructor({ layers }: Pick<Opened, 'layers'>) {
    for (const { file, unused } of layers)
      for (const { key, line, value } of unused) {
        const name = Object.hasOwn(formerKeys, key) ? (formerKeys[key] ?? key) : key;
        const list = this.#sayings.get(name) ?? [];
        list.push({ value, source: `${file?.path ?? ''}:${line}` });
        this.#sayings.set(name, list);
      }
  }

  all(key: string): readonly Saying[] {
    return this.#sayings.get(key) ?? [];
  }

  /** The effective value: the one with the highest precedence. */
  last(key: string): Saying | undefined {
    return this.all(key).at(-1);
  }

  names(key: string): readonly string[] {
    return this.all(key).flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : []));
  }
}

/** If the variable is set, it decides alone, as in Gemini CLI. */
function findSandbox(said: Said, env: Opened['env']): readonly Ignored[] {
  const variable = env['GEMINI_SANDBOX']?.trim() ?? '';
  const asked = variable === '' ? said.last('tools.sandbox') : { value: variable, source: '$GEMINI_SANDBOX' };
  return [asked, said.last('security.toolSandboxing')].flatMap((saying) => {
    const names = saying === undefined ? [] : sandboxOf(saying.value);
    return saying === undefined || names.length === 0 ? [] : [{ kind: 'sandbox', source: saying.source, names }];
  });
}

const OFF: readonly unknown[] = ['', '0', 'false', false, null];
const ON: readonly unknown[] = ['1', 'true', true];

function sandboxOf(value: unknown): readonly string[] {
  if (isRecord(value)) return OFF.includes(value['enabled'] ?? false) ? [] : sandboxOf(value['command'] ?? true);
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (OFF.includes(word)) return [];
  return [ON.includes(word) ? 'on' : String(word)];
}

/** The events that have hooks. */
function findHooks(said: Said, folders: readonly GeminiFolder[]): readonly Ignored[] {
  if (said.last('hooksConfig.enabled')?.value === false) return [];
  const disabled = new Set(said.names('hooksConfig.disabled'));
  const inFiles = said.all('hooks').map(({ value, source }) => ({ source, names: eventsOf(value, disabled) }));
  const inExtensions = folders
    .filter(({ kind }) => kind === 'extensions')
    .flatMap(({ path, names }) =>
      names.map((name) => ({ source: join(path, name, 'hooks', 'hooks.json'), names: [name] })),
    )
    .filter(({ source }) => existsSync(source));
  return toIgnored('hooks', [...inFiles, ...inExtensions]);
}

function eventsOf(hooks: unknown, disabled: ReadonlySet<string>): readonly string[] {
  const isOn = (hook: unknown): boolean =>
    !isRecord(hook) || ![hook['name'], hook['command']].some((word) => typeof word === 'string' && disabled.has(word));
  const hooksIn = (group: unknown): readonly unknown[] =>
    isRecord(group) && Array.isArray(group['hooks']) ? group['hooks'] : [];
  return Object.entries(isRecord(hooks) ? hooks : {})
    .filter(([, groups]) => Array.isArray(groups) && groups.flatMap(hooksIn).some(isOn))
    .map(([event]) => event);
}

function findServers(said: Said): readonly Ignored[] {
  const allowed = said.last('mcp.allowed')?.value;
  const excluded = said.names('mcp.excluded');
  const isOn = (name: string): boolean =>
    !excluded.includes(name) && (!Array.isArray(allowed) || allowed.length === 0 || allowed.includes(name));
  const servers = said.all('mcpServers').map(({ value, source }) => ({
    source,
    names: Object.keys(isRecord(value) ? value : {}).filter(isOn),
  }));
  const command = said.last('mcp.serverCommand');
  const isCommand = typeof command?.value === 'string' && command.value !== '';
  return toIgnored('mcpServers', [
    ...servers,
    ...(isCommand ? [{ source: command.source, names: ['mcp.serverCommand'] }] : []),
  ]);
}

function foldersOf({ trust }: Opened, home: string): readonly GeminiFolder[] {
  const own = listGeminiFolders(home, 'user');
  if (trust?.isTrusted !== true || trust.folder === toRealPath(home)) return own;
  return [...own, ...listGeminiFolders(trust.folder, 'workspace')];
}

/** Leaves out what is disabled in Gemini CLI. */
function withoutDisabled(folder: GeminiFolder, said: Said): readonly GeminiFolder[] {
  if (said.last(`${folder.kind}.enabled`)?.value === false) return [];
  const disabled = said.names(`${folder.kind}.disabled`);
  const names = folder.names.filter((name) => !disabled.includes(name));
  return names.length === 0 ? [] : [{ ...folder, names }];
}

function toIgnored(kind: IgnoredKind, found: readonly Omit<Ignored, 'kind'>[]): readonly Ignored[] {
  return found.filter(({ names }) => names.length > 0).map((each) => ({ kind, ...each }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
