import { estimateContent, familyOf, windowOf, type CompactionPlan, type ContextRules } from '@bowline/context';
import { ScreenedClient, type Screen } from '@bowline/models';
import type { AgentProtocol, ApprovalMode, Effect, Finding } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';
import type { Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import { AdkAgent, type AdkAgentParts } from './agent/adk-agent.ts';
import type { KeptRule } from './agent/to-input-records.ts';
import { Journal } from './journal/journal.ts';
import type { CompactionHook } from './context/compact-history.ts';
import { ContextWindow } from './context/context-window.ts';
import { createOverhead } from './context/overhead.ts';
import { createDispatch } from './dispatch/create-dispatch.ts';
import type { ApprovalLimits } from './dispatch/decide-calls.ts';
import type { Decide } from './dispatch/decision.ts';
import type { MemoryFor } from './dispatch/find-memory.ts';
import { CallObserver } from './adk/observe-call.ts';
import type { CallLimits, SaveArtifact } from './dispatch/truncate-outcome.ts';
import { AgentModel } from './adk/agent-model.ts';
import { ModelRouter, type ModelParts } from './model/model-router.ts';
import { Spending } from './model/spending.ts';
import { GenerationConfig } from './adk/generation-config.ts';
import { SafetyFilter } from './adk/safety-filter.ts';
import { createRunner, type AdkPlugin } from './adk/create-runner.ts';
import { DeclaredTool, type Declarable } from './adk/tool-declarations.ts';
import { TurnDriver } from './agent/drive-turn.ts';
import { ModelStep } from './adk/model-step.ts';
import type { TurnLimits } from './state/next-action.ts';

/** Everything a session on ADK consists of. */
export interface AgentParts {
  /** Open for writing, with its `session_started` record. */
  readonly log: SessionLog;
  readonly model: ModelParts;
  readonly instruction: (mode: ApprovalMode) => string;
  readonly tools: readonly Tool[];
  /** Whether the model sees a tool in a mode. A call of a tool that it does not see would be denied. */
  readonly isOffered?:
    | ((tool: Pick<Tool, 'name'> & { readonly effect?: Effect }, mode: ApprovalMode) => boolean | Promise<boolean>)
    | undefined;
  /** Whether the operating system sandboxes commands. */
  readonly isConfined?: (() => Promise<boolean | undefined>) | undefined;
  /** Tools that the host runs. */
  readonly hostTools: readonly Declarable[];
  readonly workspace: Workspace;
  readonly decide: Decide;
  /** Redacts everything that goes to a model or comes from it. */
  readonly screen: Screen;
  /** Saves a rule that the user granted for a project or always. It is in effect when this resolves. */
  readonly keepRule: (kept: KeptRule) => Promise<void>;
  readonly approval?: ApprovalLimits | undefined;
  readonly saveArtifact: SaveArtifact;
  /** Finds context files in folders that calls touch. */
  readonly memoryFor?: MemoryFor | undefined;
  readonly context?: ContextParts | undefined;
  readonly limits: TurnLimits & CallLimits;
  /** ADK plugins, the ID generator, and the receiver of subscriber errors. */
  readonly seams: {
    readonly plugins: readonly AdkPlugin[];
    readonly newId: () => string;
    readonly onFault: (thrown: unknown) => void;
    readonly beforeCompaction?: CompactionHook | undefined;
  };
}

/** When results are masked, the history is summarized, and a turn counts as a loop. */
export interface ContextParts extends ContextRules {
  /** Context windows of models, in tokens. */
  readonly windows?: Readonly<Record<string, number>> | undefined;
  /** Whether to detect loops. Default: true. */
  readonly loopDetection?: boolean | undefined;
}

/** An agent that can be closed. */
export interface OpenAgent extends AgentProtocol {
  close(): Promise<void>;
}

/** Builds one session on ADK over its log. Everything it uses is in `parts`. */
export async function openAgent(parts: AgentParts): Promise<OpenAgent> {
  const { newId, onFault, plugins } = parts.seams;
  const family = familyOf(parts.model.name);
  const journal = await Journal.open(parts.log, (content) => estimateContent(content, family), onFault);
  const tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
  const hostTools = new Set(parts.hostTools.map((tool) => tool.name));
  const declarable = [...parts.tools, ...parts.hostTools];
  const declared = declare(declarable, parts.isOffered, () => step.mode);

  const { name, health, prices } = parts.model;
  const spending: Spending = new Spending(journal, parts.limits, { prices, estimate: () => context.use().tokens });
  const { client, sideClient, filter, takeNotices } = setUpScreening(parts);
  const cut = (): CompactionPlan | undefined => context.cut();
  const router = new ModelRouter({ ...parts.model, client: sideClient, journal, spending, newId, cut });

  const { agent, runner, sessions } = createRunner({
    sessionId: parts.log.sessionId,
    model: new AgentModel({ model: name, client, newCallId: () => `call_${newId()}` }),
    instruction: () => parts.instruction(step.mode),
    tools: [...declared.values()],
    plugins: { first: new GenerationConfig(() => router.parameters()), own: plugins, last: filter },
    show: () => step.show(),
    route: (contents, signal) => router.choose(contents, signal),
    record: (event) => step.record(event),
  });

  const context: ContextWindow = new ContextWindow({
    ...parts,
    journal,
    ask: router.ask,
    advise: router.advise,
    rules: parts.context ?? {},
    window: () => windowOf(router.expectedModel, parts.context?.windows),
    overhead: createOverhead(declarable, { ...parts, journal, family }),
    beforeCompaction: parts.seams.beforeCompaction,
  });
  const loopDetection = parts.context?.loopDetection ?? true;

  const step: ModelStep = new ModelStep({
    journal,
    runner,
    newId,
    tools,
    hostTools,
    workspace: parts.workspace,
    spending,
    router,
    contextUse: () => context.use(),
    loopDetection,
    takeNotices,
    onAnswer: () => {
      health.recover(router.model);
    },
  });
  const observer = new CallObserver({ runner, agent, sessions, declared });

  const dispatch = createDispatch({ ...parts, journal, tools, hostTools, observer, newId });
  const driver = new TurnDriver({
    journal,
    selectModel: (signal) => step.select(signal),
    callModel: (signal) => step.run(signal),
    ...dispatch,
    context,
    loopDetection,
    limits: parts.limits,
    ceiling: () => spending.ceilingFor(router.expectedModel),
    onClock: () => {
      void session.send({ action: { name: 'resume' } });
    },
  });
  const contextUse: AdkAgentParts['contextUse'] = (history) => context.use(history);
  const session = new AdkAgent({ ...parts, ...dispatch, journal, driver, router, newId, contextUse });
  await session.completeRewind();
  return session;
}

/** The tools that the mode offers to the model, as ADK declarations. */
function declare(
  tools: readonly Declarable[],
  isOffered: AgentParts['isOffered'],
  mode: () => ApprovalMode,
): Map<string, DeclaredTool> {
  const offers = isOffered ?? (() => true);
  return new Map(tools.map((tool) => [tool.name, new DeclaredTool(tool, () => offers(tool, mode()))]));
}

/** The model clients of a session, and the findings of their screening for the log. */
function setUpScreening({ model, screen }: AgentParts): {
  readonly client: ScreenedClient;
  /** For side questions. They contain what the steps have already sent, so findings are reported only once. */
  readonly sideClient: ScreenedClient;
  readonly filter: SafetyFilter;
  readonly takeNotices: () => NewRecord[];
} {
  const notices: NewRecord[] = [];
  const note = ({ message: text }: Finding): void => {
    notices.push({ type: 'notice', body: { level: 'warning', code: 'SCREENED', text } });
  };
  return {
    client: new ScreenedClient(model.client, screen, note),
    sideClient: new ScreenedClient(model.client, screen),
    filter: new SafetyFilter(screen, note),
    takeNotices: () => notices.splice(0),
  };
}
