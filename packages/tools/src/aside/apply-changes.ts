import * as z from 'zod';
import { defineTool, fail } from '../define-tool.ts';

/** The name of the tool that asks the user about pending changes. */
export const APPLY_CHANGES = 'apply_changes';

/**
 * Asks the user to apply what is pending. The approval request shows it, and the runtime applies exactly that: pending
 * changes belong to the session, not to a tool.
 */
export const applyChanges = defineTool({
  name: APPLY_CHANGES,
  description:
    'Shows all pending changes to the user, who applies them to the workspace or discards them. Call it alone, when the work is done and checked.',
  effect: 'write',
  input: z.object({ summary: z.string().min(1).describe('What the changes do, in one sentence.') }),
  display: ({ summary }) => ({ type: 'text', text: summary }),
  async run() {
    return fail('nothing_pending', 'There are no pending changes.');
  },
});
