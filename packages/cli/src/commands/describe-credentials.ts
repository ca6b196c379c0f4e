import type { AskedModel, CredentialsFile, CredentialStatus } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { createPaint } from './create-paint.ts';
import { toColumns } from './to-columns.ts';
import { toShort } from './to-short.ts';

/** What is known of credentials, without any. */
export interface FoundCredentials {
  readonly asked: AskedModel;
  readonly file: CredentialsFile;
  readonly providers: readonly CredentialStatus[];
  /** Names in the file that are no provider's. */
  readonly strays: readonly string[];
}

/** The whole of `bowline auth` as a person reads it. */
export function describeCredentials({ asked, file, strays, ...all }: FoundCredentials, env: CommandEnv): string {
  const paint = createPaint(env);
  const isByVertex = all.providers.some(({ name, kind }) => name === 'gemini' && kind === 'vertex');
  const providers = all.providers.filter(({ name }) => !isByVertex || name !== 'vertex'); // it would be said twice
  const path = toShort(file.path, env.home);
  const found = providers.filter(({ places }) => places.length > 0);
  const lacking = providers.filter(({ places, isKeyless }) => places.length === 0 && !isKeyless);
  const free = providers.filter(({ places, isKeyless }) => places.length === 0 && isKeyless);
  const shorten = (row: readonly string[]): readonly string[] => row.map((cell) => toShort(cell, env.home));
  const section = (title: string, rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : [paint('bold', title), ...toColumns(rows.map(shorten)), ''];
  const lines = [
    ...section(
      'Found',
      found.flatMap((status) => toRows(status, asked)),
    ),
    ...section(
      'Not found: set the variable, or store the key',
      lacking.flatMap((status) => toLackRows(status, asked)),
    ),
    ...(free.length === 0 ? [] : [paint('dim', `Need none: ${free.map(({ name }) => name).join(', ')}`)]),
    paint('dim', `Store a key in ${path}: bowline auth set NAME (in the terminal: /auth set NAME)`),
    ...strays.map((name) => `There is a key for ${name}, which is no provider; to remove it: bowline auth rm ${name}`),
    ...(file.isExposed
      ? ['', `problem: ${path} can be read by others on this machine`, `  fix: chmod 600 ${path}`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function toRows(status: CredentialStatus, asked: AskedModel): readonly (readonly string[])[] {
  const { name, places, cloud, masked } = status;
  const [used = '', ...others] = places;
  const notes = [masked ?? '', name === asked.provider ? `used for ${asked.name} (current)` : ''];
  return [
    [`  ${toLabel(status)}`, used, notes.filter((note) => note !== '').join(' ')],
    ...others.map((place) => ['', place, `not used: ${used} comes first`]),
    ...(cloud === undefined ? [] : [['', toCloudText(cloud)]]),
  ];
}

function toCloudText({ account, project, location }: NonNullable<CredentialStatus['cloud']>): string {
  const whose = account === undefined ? '' : `${account}, `;
  return project === undefined
    ? `${whose}no project: set GOOGLE_CLOUD_PROJECT`
    : `${whose}project ${project}, location ${location}`;
}

function toLackRows(status: CredentialStatus, asked: AskedModel): readonly (readonly string[])[] {
  const { name, kind, variables, keyUrl, lack } = status;
  const how =
    kind === 'vertex'
      ? ['GOOGLE_CLOUD_PROJECT', 'and gcloud auth application-default login']
      : [variables[0] ?? '-', keyUrl ?? ''];
  return [
    [`  ${toLabel(status)}`, ...how],
    ...(lack === undefined ? [] : [['', `${lack.message}: ${lack.hint}`]]),
    ...(name === asked.provider ? [['', `needed for ${asked.name} (current)`]] : []),
  ];
}

/** Gemini's models may come from Vertex AI ($GOOGLE_GENAI_USE_VERTEXAI), and then need its credentials. */
function toLabel({ name, kind }: CredentialStatus): string {
  return kind === 'vertex' && name === 'gemini' ? 'gemini by vertex' : name;
}
