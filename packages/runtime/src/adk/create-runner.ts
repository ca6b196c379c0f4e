import { LlmAgent, Runner, type BaseLlm, type BasePlugin, type BaseTool, type Event } from '@google/adk';
import type { Content } from '@google/genai';
import { installProcessors } from './install-processors.ts';
import { APP, LogSessionService } from './log-session-service.ts';
import { RouteModel } from './route-model.ts';
import { ShowHistory } from './show-history.ts';

/** An ADK plugin of the SDK's host. */
export type AdkPlugin = BasePlugin;

/** What ADK needs to run one model step. */
export interface RunnerParts {
  readonly sessionId: string;
  readonly model: BaseLlm;
  readonly instruction: () => string;
  readonly tools: readonly BaseTool[];
  /** In ADK's calling order: our first one, the host's, our last one. */
  readonly plugins: { readonly first: BasePlugin; readonly own: readonly BasePlugin[]; readonly last: BasePlugin };
  readonly show: () => readonly Content[];
  readonly route: ConstructorParameters<typeof RouteModel>[0];
  readonly record: (event: Event) => Promise<void>;
}

/** Creates ADK's agent and runner for a session whose history is in the log. */
export function createRunner(parts: RunnerParts): {
  readonly agent: LlmAgent;
  readonly runner: Runner;
  readonly sessions: LogSessionService;
} {
  const { first, own, last } = parts.plugins;
  const agent = new LlmAgent({
    name: 'main',
    model: parts.model,
    instruction: parts.instruction, // a function, because ADK replaces braces in a string as variables
    tools: [...parts.tools],
    disallowTransferToParent: true,
    disallowTransferToPeers: true,
  });
  installProcessors(agent, {
    showHistory: new ShowHistory(() => (own.length > 0 ? parts.show().map(copyContent) : parts.show())),
    routeModel: new RouteModel(parts.route),
  });
  const sessions = new LogSessionService(parts.sessionId, parts.record);
  const plugins = [first, ...own, last];
  const runner = new Runner({ appName: APP.appName, agent, sessionService: sessions, plugins });
  return { agent, runner, sessions };
}

/** Copies the content, so that a plugin can change one request but not the history. */
function copyContent({ role, parts = [] }: Content): Content {
  return { ...(role === undefined ? {} : { role }), parts: parts.map((part) => ({ ...part })) };
}
