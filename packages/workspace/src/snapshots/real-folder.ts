import { realpathSync } from 'node:fs';
import { AgentError } from '@bowline/protocol';

/** Where a folder really is. Rejects one that is gone. */
export function toRealFolder(root: string): string {
  try {
    return realpathSync(root);
  } catch (thrown) {
    const hint = 'Move it back, or create it';
    throw new AgentError('OPTIONS_INVALID', `This folder does not exist: ${root}`, { hint, cause: thrown });
  }
}
