import type { InputRequest } from '@bowline/protocol';

/** A question about what calls have changed in a copy, and not about a call that could be run. */
export function isPending(request: InputRequest): boolean {
  return request.kind === 'confirmation' && request.tool === 'apply_changes';
}
