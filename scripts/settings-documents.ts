// Generates the settings tables and the JSON Schema in docs/ from the tables that the code uses.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AgentError } from '@bowline/protocol';
import { format } from 'prettier';
import * as z from 'zod';
import { geminiKeys, type GeminiKeyState } from '../packages/settings/src/keys/gemini-keys.ts';
import { settingKeys, settingOf } from '../packages/settings/src/keys/setting-slices.ts';
import { HELP } from '../packages/cli/src/help.ts';
import { files, flags, variables, type GeminiThing } from './gemini-differences.ts';

const SCHEMA = 'docs/settings.schema.json';
const GUIDE = 'docs/settings.md';
const FROM_GEMINI = 'docs/from-gemini-cli.md';

interface Schema {
  [word: string]: unknown;
  properties?: Record<string, Schema>;
}

/** Every generated document by its path. */
export async function toSettingsDocuments(): Promise<Readonly<Record<string, string>>> {
  const options = { parser: 'json', printWidth: 120 } as const;
  return {
    [SCHEMA]: await format(JSON.stringify(toJsonSchema()), options),
    [GUIDE]: fill(readFileSync(GUIDE, 'utf8'), { settings: toSettingsTable() }),
    [FROM_GEMINI]: fill(readFileSync(FROM_GEMINI, 'utf8'), {
      keys: toKeyTables(),
      flags: toThingTable('flag', flags),
      files: toThingTable('file', files),
      variables: toThingTable('variable', variables),
    }),
  };
}

/** The JSON Schema that editors use to complete and check settings. */
function toJsonSchema(): Schema {
  const root: Schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bowline settings',
    description:
      'settings.json in ~/.bowline or .bowline. Also accepts the settings of Gemini CLI; those without an effect say so.',
    type: 'object',
    properties: { $schema: { type: 'string' } },
    additionalProperties: false,
  };
  for (const { key, state, note } of geminiKeys) {
    if (state === 'supported' || state === 'different') continue;
    const why = note === undefined ? '' : `: ${note}`;
    put(root, key, {
      description: `Gemini CLI setting. Bowline ${state === 'later' ? 'does not use it yet' : 'ignores it'}${why}.`,
    });
  }
  for (const key of settingKeys) {
    const { description, default: usual, schema } = settingOf(key);
    const { $schema: _, ...shape } = z.toJSONSchema(schema(), {
      io: 'input',
      unrepresentable: 'any',
      override: dropLimits,
    });
    put(root, key, { description, ...(shape as Schema), ...(usual === undefined ? {} : { default: usual }) });
  }
  return root;
}

/** Removes the limits of safe integers, which do not help a reader. */
function dropLimits({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function put(root: Schema, key: string, schema: Schema): void {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  let at = root;
  for (const step of steps) {
    at.properties ??= {};
    at = at.properties[step] ??= { type: 'object', additionalProperties: false };
  }
  at.properties ??= {};
  // A wildcard key keeps the listed keys next to it.
  const { properties } = at.properties[last] ?? {};
  at.properties[last] = properties === undefined ? schema : { ...schema, type: 'object', properties };
}

function toSettingsTable(): string {
  const rows = settingKeys.map((key) => {
    const { description, default: usual, isPersonal = false, variables: names = [] } = settingOf(key);
    const notes = [
      ...(isPersonal ? ['Ignored in project settings.'] : []),
      ...(names.length === 0 ? [] : [`Environment: ${names.map((name) => `\`${name}\``).join(', ')}.`]),
    ];
    const shown = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
    return `| \`${key}\` | ${[description, ...notes].join(' ')} | ${shown} |`;
  });
  return ['| key | description | default |', '| --- | --- | --- |', ...rows].join('\n');
}

const states: Readonly<Record<GeminiKeyState, string>> = {
  supported: 'supported',
  different: '**different**',
  later: 'not yet',
  no: 'no',
};

function toKeyTables(): string {
  const rows = geminiKeys.map(({ key, state, note = '' }) => {
    const isRest = geminiKeys.some((other) => other.key.startsWith(`${key}.`));
    return `| \`${key}${isRest ? '.*' : ''}\` | ${states[state]} | ${isRest ? ['all others', ...(note === '' ? [] : [note])].join('; ') : note} |`;
  });
  return ['| key | in Bowline | notes |', '| --- | --- | --- |', ...rows].join('\n');
}

function toThingTable(what: string, things: readonly GeminiThing[]): string {
  for (const { flag } of things)
    if (flag !== undefined && !HELP.includes(flag))
      throw new AgentError('INTERNAL', `bowline --help does not list ${flag}`);
  const rows = things.map(({ name, state, note }) => {
    const shown = name.includes('`') ? name : `\`${name}\``;
    return `| ${shown} | ${states[state]} | ${note} |`;
  });
  return [`| ${what} | in Bowline | notes |`, '| --- | --- | --- |', ...rows].join('\n');
}

/** Puts tables between their markers in a page. */
function fill(page: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const room = new RegExp(`(<!-- ${name}: made by npm run settings-documents -->\n)[^]*?(<!-- end -->)`);
    if (!room.test(text)) throw new AgentError('INTERNAL', `the page has no marker for the table of ${name}`);
    return text.replace(room, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  }, page);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of Object.entries(await toSettingsDocuments())) writeFileSync(path, text);
