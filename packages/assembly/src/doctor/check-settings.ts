import { readFile } from 'node:fs/promises';
import { findNodeAtLocation, parse, parseTree, type Node } from 'jsonc-parser';
import type { InspectedFile, ModelInspection } from '../models/inspect-models.ts';
import { modelSettingsSchema } from '../settings/model-settings.ts';
import { ok, problem, type Check } from './check.ts';

const NAME = 'settings';

/** Variables that change what a session does, besides keys. */
const variables = [
  'BOWLINE_HOME',
  'GEMINI_MODEL',
  'GEMINI_CLI_CUSTOM_HEADERS',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
];

/** Which settings there are, from where, and which are broken; variables are settings too, and are named. */
export async function checkSettings({ files, env, providers }: ModelInspection): Promise<readonly Check[]> {
  const there = files.filter(({ isThere }) => isThere);
  const places = Object.values(providers).flatMap(({ baseUrlEnv }) => baseUrlEnv ?? []);
  const inEffect = [...new Set([...variables, ...places])].filter((name) => (env[name] ?? '') !== '');
  return [
    ...(there.length === 0 ? [ok(NAME, `none (${files.map(({ path }) => path).join(', ')})`)] : []),
    ...(await Promise.all(there.map(checkFile))),
    ...(inEffect.length === 0 ? [] : [ok(NAME, `from the environment: ${inEffect.join(', ')}`)]),
  ];
}

async function checkFile({ path, settings, error }: InspectedFile): Promise<Check> {
  if (error !== undefined) {
    const text = (await locate(path)) ?? error.message;
    return problem(NAME, text, error.hint ?? 'correct the file, or move it away');
  }
  const set = Object.entries(settings).flatMap(([name, value]) => (isSet(value) ? [name] : []));
  return ok(NAME, `${path} (${set.length === 0 ? 'nothing about models' : set.join(', ')})`);
}

/** The line of what does not fit; undefined when the file is not even JSON, of which the error has the line. */
async function locate(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const tree = parseTree(text);
  const [issue] = modelSettingsSchema.safeParse(parse(text)).error?.issues ?? [];
  if (issue === undefined || tree === undefined) return undefined;
  const line = text.slice(0, nearestNode(tree, issue.path).offset).split('\n').length;
  return `${path}:${line}: ${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${issue.message}`;
}

function nearestNode(tree: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(
      tree,
      path.slice(0, length).map((step) => (typeof step === 'symbol' ? '' : step)),
    );
    if (node !== undefined) return node;
  }
  return tree;
}

function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(isSet) : value !== undefined;
}
