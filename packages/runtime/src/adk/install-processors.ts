import { CONTENT_REQUEST_PROCESSOR, type BaseLlmRequestProcessor, type LlmAgent } from '@google/adk';
import { AgentError } from '@bowline/protocol';

/** Ours, by the place they take. */
export interface Processors {
  readonly showHistory: BaseLlmRequestProcessor;
  readonly routeModel: BaseLlmRequestProcessor;
}

/**
 * Puts our processors into an agent's list. The whole order, with why:
 *
 * 1. ADK's basic, auth, identity and instructions: model config and system instruction.
 * 2. ADK's confirmation and input: they find no events and do nothing; confirmation is ours.
 * 3. `showHistory` in place of ADK's content processor: same contents, without going through all of them.
 * 4. `routeModel`, because tools are prepared for the model that is asked; it sees what the model will see.
 * 5. ADK's interactions, code execution and tool filter.
 *
 * Passing a list to the constructor would replace ADK's own, most of which is not exported; so ours go into it.
 */
export function installProcessors(agent: LlmAgent, { showHistory, routeModel }: Processors): void {
  const at = agent.requestProcessors.indexOf(CONTENT_REQUEST_PROCESSOR);
  if (at === -1) throw new AgentError('INTERNAL', "ADK's list of processors is not the one that was pinned");
  agent.requestProcessors.splice(at, 1, showHistory, routeModel);
}
