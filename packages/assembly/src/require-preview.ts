import { AgentError } from '@bowline/protocol';
import type { Workspace } from '@bowline/workspace';
import type { SessionOptions } from './session-options.ts';

/** Refuses mode preview where no one could decide about the changes. */
export function requireDecider({
  approval = {},
  isInteractive,
}: Pick<SessionOptions, 'approval' | 'isInteractive'>): void {
  if (approval.mode !== 'preview' || (approval.canAsk ?? isInteractive)) return;
  throw new AgentError('OPTIONS_INVALID', 'Mode preview needs someone who applies or discards the changes', {
    hint: 'With bowline -p, add --on-confirm suspend and answer with bowline approve',
  });
}

/** Refuses mode preview where nothing can run beside the workspace. */
export async function requireAside(
  { approval = {} }: Pick<SessionOptions, 'approval'>,
  { aside }: Pick<Workspace, 'aside'>,
): Promise<void> {
  if (approval.mode !== 'preview') return;
  const problem = aside === undefined ? 'it needs a local Linux workspace with bubblewrap' : await aside.problem();
  if (problem === undefined) return;
  throw new AgentError('OPTIONS_INVALID', `Mode preview is not possible here: ${problem}`, {
    hint: 'Use another approval mode. bowline doctor checks the sandbox',
  });
}
