import { LlmAgent, Runner, type BasePlugin } from '@google/adk';
import type { Content } from '@google/genai';
import type { AgentProtocol } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';
import type { Tool, ToolHost } from '@bowline/tools';
import { AdkAgent } from './agent/adk-agent.ts';
import { Journal } from './agent/journal.ts';
import { decideCalls, type Decide } from './dispatch/decide-calls.ts';
import { CallObserver } from './dispatch/observe-call.ts';
import { runCall } from './dispatch/run-call.ts';
import type { Spill } from './dispatch/truncate-outcome.ts';
import { AgentModel } from './model/agent-model.ts';
import { ModelDesk, type ModelParts } from './model/model-desk.ts';
import { Spending } from './model/spending.ts';
import { GenerationConfig } from './plugins/generation-config.ts';
import { installProcessors } from './processors/install-processors.ts';
import { RouteModel } from './processors/route-model.ts';
import { ShowHistory } from './processors/show-history.ts';
import { quietAdk } from './quiet-adk.ts';
import { APP, LogSessionService } from './sessions/log-session-service.ts';
import { DeclaredTool, type Declarable } from './tool-declarations.ts';
import { TurnDriver } from './turn/drive-turn.ts';
import { ModelStep } from './turn/model-step.ts';
import type { TurnLimits } from './turn/next-action.ts';

/** Everything a session on ADK is made of. */
export interface AgentParts {
  /** Open for writing, with its `session_started` record. */
  readonly log: SessionLog;
  readonly model: ModelParts;
  readonly instruction: () => string;
  readonly tools: readonly Tool[];
  /** Tools that the host runs: declared here, answered there. */
  readonly hostTools: readonly Declarable[];
  readonly host: ToolHost;
  readonly decide: Decide;
  readonly spill: Spill;
  readonly limits: TurnLimits;
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

  const spending = new Spending(journal, parts.limits, parts.model.prices);
  const desk = new ModelDesk({ ...parts.model, journal, spending, newId });

  const { client, name, health } = parts.model;
  const agent = new LlmAgent({
    name: 'main',
    model: new AgentModel({ model: name, client, newCallId: () => `call_${newId()}` }),
    instruction: parts.instruction, // a function: ADK would take braces in a string for variables
    tools: [...declared.values()],
    disallowTransferToParent: true,
    disallowTransferToPeers: true,
  });
  installProcessors(agent, {
    showHistory: new ShowHistory(() => (plugins.length > 0 ? step.show().map(copyContent) : step.show())),
    routeModel: new RouteModel((contents, signal) => desk.choose(contents, signal)),
  });

  const sessions = new LogSessionService(parts.log.sessionId, async (event) => {
    await step.record(event);
  });
  // Ours comes first, so that what others change is what is sent.
  const ours = [new GenerationConfig(() => desk.parameters())];
  const runner = new Runner({ appName: APP.appName, agent, sessionService: sessions, plugins: [...ours, ...plugins] });
  const step: ModelStep = new ModelStep({
    journal,
    runner,
    newId,
    tools,
    hostTools,
    host: parts.host,
    spending,
    modelName: () => desk.concreteModel,
    recover: (request) => desk.recover(request),
    onAnswer: () => {
      health.recover(desk.model);
    },
  });
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
    limits: parts.limits,
    ceiling: () => (journal.turn.model === null ? null : spending.ceilingFor(desk.concreteModel)),
  });
  return new AdkAgent({ journal, driver, newId });
}

/** A plugin may change what one request shows; the history is not its to change. */
function copyContent({ role, parts = [] }: Content): Content {
  return { ...(role === undefined ? {} : { role }), parts: parts.map((part) => ({ ...part })) };
}
