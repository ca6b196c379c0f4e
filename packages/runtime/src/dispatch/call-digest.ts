import { hash } from 'node:crypto';
import type { JsonObject } from '@bowline/protocol';

/** Identifies the exact call that the user was shown. An answer counts only for this call. */
export function digestCall(call: {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
}): string {
  return hash('sha256', JSON.stringify([call.callId, call.name, call.args]));
}
