import type { AgentProtocol, InputRequest } from '@bowline/protocol';

/** Why a call failed whose preview was to be applied. Only then has nothing changed. */
const FAILURES: ReadonlySet<string | undefined> = new Set(['preview_conflict', 'preview_failed']);

/** Watches calls whose previews are applied. Returns a function that says why one was not, if so. */
export function watchApply(
  session: Pick<AgentProtocol, 'subscribe'>,
  asked: readonly InputRequest[],
): () => string | undefined {
  const calls = new Set(asked.flatMap((request) => (request.kind === 'confirmation' ? [request.callId] : [])));
  let problem: string | undefined;
  session.subscribe((event) => {
    if (event.type !== 'tool_response' || !calls.has(event.callId) || !FAILURES.has(event.errorType)) return;
    problem ??= event.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  });
  return () => problem;
}
