import { hash } from 'node:crypto';
import type { JsonObject } from '@bowline/protocol';

/** What exactly was asked about: an answer counts for this call and no other. */
export function digestCall(call: {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
}): string {
  return hash('sha256', JSON.stringify([call.callId, call.name, call.args]));
}
