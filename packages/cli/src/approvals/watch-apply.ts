import { toText, type AgentEvent, type AgentProtocol, type InputRequest } from '@bowline/protocol';
import { previewTexts } from '../texts/preview-texts.ts';

type Response = Extract<AgentEvent, { type: 'tool_response' }>;

/**
 * Watches calls whose changes are applied, and says at once why one of them was not, if so: then nothing has changed.
 * Returns a function that tells whether there was one.
 */
export function watchApply(
  session: Pick<AgentProtocol, 'subscribe'>,
  asked: readonly InputRequest[],
  say: (text: string) => void,
): () => boolean {
  const calls = new Set(asked.flatMap((request) => (request.kind === 'confirmation' ? [request.callId] : [])));
  let isRefused = false;
  session.subscribe((event) => {
    if (event.type !== 'tool_response' || !calls.has(event.callId) || isRefused) return;
    const problem = problemOf(event);
    if (problem === undefined) return;
    isRefused = true;
    say(problem);
  });
  return () => isRefused;
}

/** The content is for the model. Only where something failed, and nothing has changed meanwhile, it fits the user too. */
function problemOf({ errorType, data, content }: Response): string | undefined {
  if (errorType !== 'preview_conflict') return errorType === 'preview_failed' ? toText(content) : undefined;
  const { paths } = data ?? {};
  return previewTexts.notApplied(Array.isArray(paths) ? paths.map(String) : []);
}
