import { LlmAgent, Runner, type BasePlugin } from '@google/adk';
import type { Content } from '@google/genai';
import type { AgentProtocol } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';
import type { ModelClient } from '@bowline/models';
import type { Tool, ToolHost } from '@bowline/tools';
import { AdkAgent } from './agent/adk-agent.ts';
import { Journal } from './agent/journal.ts';
import { decideCalls, type Decide } from './dispatch/decide-calls.ts';
import { CallObserver } from './dispatch/observe-call.ts';
import { runCall } from './dispatch/run-call.ts';
import type { Spill } from './dispatch/truncate-outcome.ts';
import { AgentModel } from './model/agent-model.ts';
import { installProcessors } from './processors/install-processors.ts';
import { SelectModel } from './processors/select-model.ts';
import { ShowHistory } from './processors/show-history.ts';
import { quietAdk } from './quiet-adk.ts';
import { APP, LogSessionService } from './sessions/log-session-service.ts';
import { DeclaredTool } from './tool-declarations.ts';
import { TurnDriver } from './turn/drive-turn.ts';
import { ModelStep } from './turn/model-step.ts';

/** Everything a session on ADK is made of. */
export interface AgentParts {
  /** Open for writing, with its `session_started` record. */
  readonly log: SessionLog;
  readonly model: { readonly name: string; readonly client: ModelClient };
  readonly instruction: () => string;
  readonly tools: readonly Tool[];
  /** Tools that the host runs: declared here, answered there. */
  readonly hostTools: readonly Pick<Tool, 'name' | 'description' | 'parameters'>[];
  readonly host: ToolHost;
  readonly decide: Decide;
  readonly spill: Spill;
  readonly limits: { readonly maxTurns: number };
  /** ADK plugins, and where ids and reports of misbehaving subscribers go. */
  readonly seams: {
    readonly plugins: readonly BasePlugin[];
    readonly newId: () => string;
    readonly onFault: (thrown: unknown) => void;
  };
}

/** An agent that can be let go of. */
export interface OpenAgent extends AgentProtocol {
  close(): Promise<void>;
}

/** Builds one session on ADK over its log. Everything it uses is in `parts`. */
export async function openAgent(parts: AgentParts): Promise<OpenAgent> {
  quietAdk();
  const { newId, onFault, plugins } = parts.seams;
  const journal = await Journal.open(parts.log, onFault);
  const tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
  const hostTools = new Set(parts.hostTools.map((tool) => tool.name));
  const declared = new Map([...parts.tools, ...parts.hostTools].map((tool) => [tool.name, new DeclaredTool(tool)]));

  const agent = new LlmAgent({
    name: 'main',
    model: new AgentModel({ model: parts.model.name, client: parts.model.client, newCallId: () => `call_${newId()}` }),
    instruction: parts.instruction, // a function: ADK would take braces in a string for variables
    tools: [...declared.values()],
    disallowTransferToParent: true,
    disallowTransferToPeers: true,
  });
  const model = (): string => journal.turn.model ?? journal.session.model ?? parts.model.name;
  installProcessors(agent, {
    showHistory: new ShowHistory(() => (plugins.length > 0 ? step.show().map(copyContent) : step.show())),
    selectModel: new SelectModel(model),
  });

  const sessions = new LogSessionService(parts.log.sessionId, async (event) => {
    await step.record(event);
  });
  const runner = new Runner({ appName: APP.appName, agent, sessionService: sessions, plugins: [...plugins] });
  const step: ModelStep = new ModelStep({ journal, runner, newId, tools, hostTools, host: parts.host });
  const observer = new CallObserver({ runner, agent, sessions, declared });

  const append = async (record: NewRecord): Promise<void> => {
    const { streamId } = journal.turn;
    await journal.append([streamId === null ? record : { ...record, streamId }]);
  };
  const update = (callId: string, text: string): void => {
    const isOpen = journal.turn.batch.some((call) => call.callId === callId && !call.isFinished);
    if (isOpen) journal.tellLive({ type: 'tool_update', callId, text });
  };
  const driver = new TurnDriver({
    journal,
    callModel: (signal) => step.run(signal),
    decideCalls: (calls) =>
      decideCalls(calls, { tools, hostTools, decide: parts.decide, mode: journal.session.mode, newId }),
    runCall: (call, signal) =>
      runCall(call, { tools, host: parts.host, observer, spill: parts.spill, append, update }, signal),
    maxTurns: parts.limits.maxTurns,
  });
  const selectModel = (): NewRecord => ({
    type: 'model_selected',
    body: { model: journal.session.model ?? parts.model.name, config: {}, strategy: 'default' },
  });
  return new AdkAgent({ journal, driver, newId, selectModel });
}

/** A plugin may change what one request shows; the history is not its to change. */
function copyContent({ role, parts = [] }: Content): Content {
  return { ...(role === undefined ? {} : { role }), parts: parts.map((part) => ({ ...part })) };
}
