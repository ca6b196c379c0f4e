import { CONTENT_REQUEST_PROCESSOR, type BaseLlmRequestProcessor, type LlmAgent } from '@google/adk';
import { AgentError } from '@bowline/protocol';

/** Our processors, by position. */
export interface Processors {
  readonly showHistory: BaseLlmRequestProcessor;
  readonly routeModel: BaseLlmRequestProcessor;
}

/**
 * Inserts our processors into an agent's list. The complete order, with reasons:
 *
 * 1. ADK's basic, auth, identity and instructions: model config and system instruction.
 * 2. ADK's confirmation and input: they find no events and do nothing, since Bowline handles approvals itself.
 * 3. `showHistory` instead of ADK's content processor: same contents, without iterating over all of them.
 * 4. `routeModel`, because tools are prepared for the selected model. It sees what the model will see.
 * 5. ADK's interactions, code execution and tool filter.
 *
 * A list in the constructor would replace ADK's own processors, most of which are not exported, so ours are inserted.
 */
export function installProcessors(agent: LlmAgent, { showHistory, routeModel }: Processors): void {
  const at = agent.requestProcessors.indexOf(CONTENT_REQUEST_PROCESSOR);
  if (at === -1) throw new AgentError('INTERNAL', "ADK's list of processors is not the one that was pinned");
  agent.requestProcessors.splice(at, 1, showHistory, routeModel);
}
