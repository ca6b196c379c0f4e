import { hash } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import { toChunkKey } from './chunk-store.ts';
import { MAX_PACKED_BYTES, unpackChunk } from './pack-chunk.ts';
import { toSaveKey } from './save-listing.ts';

/** The largest object of a save: the name of one with very many files. */
export const MAX_OBJECT_BYTES = 4 * 1024 * 1024;

/** Whether a key is that of a piece or of a save. */
export function isSaveKey(key: string): boolean {
  const chunk = key.split('/')[2] ?? '';
  if (/^[0-9a-f]{64}$/.test(chunk) && key === toChunkKey(chunk)) return true;
  try {
    return key.startsWith('saves/') && toSaveKey(key.slice('saves/'.length)) === key;
  } catch {
    return false;
  }
}

/** Throws unless an object from outside has the content that its key says. */
export function checkObject(key: string, bytes: Uint8Array): void {
  const name = key.split('/')[2] ?? '';
  const isChunk = key.startsWith('chunks/');
  if (isChunk && bytes.length <= MAX_PACKED_BYTES) unpackChunk(bytes, name);
  else if (isChunk || hash('sha256', bytes, 'hex') !== name)
    throw new AgentError('SEND_INVALID', `The content of ${key} is not what its name says`);
}
