import { resolve } from 'node:path';
import {
  openFolderObjects,
  openS3Objects,
  withinStore,
  type ObjectStore,
  type StoreCredentials,
} from '@bowline/workspace';
import { AgentError } from '@bowline/protocol';
import { serverTexts } from '../texts/settings-texts.ts';

/** What the address of a store and its key are read from. */
export interface ObjectsWords {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Opens the store for the files of sessions: a folder, or `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`. The key is in the
 * variables that other programs for S3 use, never in the address.
 */
export function openObjects(address: string, words: ObjectsWords): ObjectStore {
  if (address.startsWith('s3:')) return openBucket(address, words);
  if (/^[a-z0-9]+:\/\//i.test(address)) throw invalid(address);
  return openFolderObjects(resolve(words.cwd, address));
}

function openBucket(address: string, { env }: ObjectsWords): ObjectStore {
  const url = URL.parse(address);
  if (url === null || url.host === '') throw invalid(address);
  const region = url.searchParams.get('region') ?? env['AWS_REGION'] ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\//.test(endpoint)) throw invalid(address);
  const bucket = openS3Objects({ endpoint, bucket: url.host, region, credentials: readKey(env) });
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return prefix === '' ? bucket : withinStore(bucket, prefix);
}

function readKey(env: ObjectsWords['env']): StoreCredentials {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey, sessionToken };
  const { message, hint } = serverTexts.noObjectsKey;
  throw new AgentError('SETTINGS_INVALID', message, { hint });
}

function invalid(address: string): AgentError {
  const { message, hint } = serverTexts.badObjects(address);
  return new AgentError('SETTINGS_INVALID', message, { hint });
}
