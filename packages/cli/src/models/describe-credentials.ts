import type { AskedModel, CredentialsFile, CredentialStatus } from '@bowline/providers';
import type { CommandEnv } from '../command.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { createPaint } from '../print/create-paint.ts';
import { toColumns } from '../print/to-columns.ts';
import { toShort } from '../print/to-short.ts';

/** What is known about credentials, without the credentials. */
export interface FoundCredentials {
  readonly asked: AskedModel;
  readonly file: CredentialsFile;
  readonly providers: readonly CredentialStatus[];
  /** Names in the file that are not providers. */
  readonly strays: readonly string[];
}

/** The output of `bowline auth`. */
export function describeCredentials({ asked, file, strays, ...all }: FoundCredentials, env: CommandEnv): string {
  const paint = createPaint(env);
  const isByVertex = all.providers.some(({ name, kind }) => name === 'gemini' && kind === 'vertex');
  const providers = all.providers.filter(({ name }) => !isByVertex || name !== 'vertex'); // the same credentials
  const path = toShort(file.path, env.home);
  const found = providers.filter(({ places }) => places.length > 0);
  const lacking = providers.filter(({ places, isKeyless }) => places.length === 0 && !isKeyless);
  const free = providers.filter(({ places, isKeyless }) => places.length === 0 && isKeyless);
  const shorten = (row: readonly string[]): readonly string[] => row.map((cell) => toShort(cell, env.home));
  const section = (title: string, rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : [paint('bold', title), ...toColumns(rows.map(shorten)), ''];
  const lines = [
    ...section(
      modelTexts.foundTitle,
      found.flatMap((status) => toRows(status, asked)),
    ),
    ...section(
      modelTexts.missingTitle,
      lacking.flatMap((status) => toLackRows(status, asked)),
    ),
    ...(free.length === 0 ? [] : [paint('dim', modelTexts.needNoKey(free.map(({ name }) => name).join(', ')))]),
    paint('dim', modelTexts.howToStore(path)),
    ...strays.map((name) => modelTexts.strayKey(name)),
    ...(file.isExposed ? ['', ...modelTexts.exposedFile(path)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function toRows(status: CredentialStatus, asked: AskedModel): readonly (readonly string[])[] {
  const { name, places, cloud, masked } = status;
  const [used = '', ...others] = places;
  const notes = [masked ?? '', name === asked.provider ? modelTexts.usedFor(asked.name) : ''];
  return [
    [`  ${toLabel(status)}`, used, notes.filter((note) => note !== '').join(' ')],
    ...others.map((place) => ['', place, modelTexts.notUsed(used)]),
    ...(cloud === undefined ? [] : [['', toCloudText(cloud)]]),
  ];
}

function toCloudText({ account, project, location }: NonNullable<CredentialStatus['cloud']>): string {
  const whose = account === undefined ? '' : `${account}, `;
  return `${whose}${project === undefined ? modelTexts.noProject : modelTexts.project(project, location)}`;
}

function toLackRows(status: CredentialStatus, asked: AskedModel): readonly (readonly string[])[] {
  const { name, kind, variables, keyUrl, lack } = status;
  const how = kind === 'vertex' ? ['GOOGLE_CLOUD_PROJECT', modelTexts.andLogin] : [variables[0] ?? '-', keyUrl ?? ''];
  return [
    [`  ${toLabel(status)}`, ...how],
    ...(lack === undefined ? [] : [['', `${lack.message}: ${lack.hint}`]]),
    ...(name === asked.provider ? [['', modelTexts.neededFor(asked.name)]] : []),
  ];
}

/** With $GOOGLE_GENAI_USE_VERTEXAI, Gemini's models come from Vertex AI and need its credentials. */
function toLabel({ name, kind }: CredentialStatus): string {
  return kind === 'vertex' && name === 'gemini' ? modelTexts.geminiByVertex : name;
}
