import { AgentError, type ApprovalMode } from '@bowline/protocol';
import type { LogRecord, NewRecord } from '@bowline/log';
import {
  APPLY_CHANGES,
  fail,
  runShellCommand,
  type ParsedCall,
  type Tool,
  type ToolOutcome,
  type ToolScope,
} from '@bowline/tools';
import type { PendingChange, Workspace } from '@bowline/workspace';
import { isRefused } from '../state/next-action.ts';
import type { CallState } from '../state/turn-state.ts';
import { applyPending, refusePending } from './apply-pending.ts';
import { applyingAnswer, applyPreview } from './apply-preview.ts';
import { finishBlocked, toBlocked } from './blocked-call.ts';
import { refused } from './decide-calls.ts';
import {
  fenceCall,
  interrupted,
  refusalOf as refusalOfFence,
  unknownOutcome,
  type EarlierRunners,
} from './fence-call.ts';
import type { FilesBefore, FileTracker } from './file-tracker.ts';
import { startHostCall } from './host-call.ts';
import { keyOf } from './key-of.ts';
import type { CallObserver } from '../adk/observe-call.ts';
import { recheckAsked } from './recheck-asked.ts';
import { toFinished } from './to-finished.ts';
import { truncateOutcome, type CallLimits, type SaveArtifact } from './truncate-outcome.ts';

export interface RunParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly workspace: Workspace;
  readonly observer: CallObserver;
  readonly files: Pick<FileTracker, 'begin' | 'end'>;
  readonly saveArtifact: SaveArtifact;
  readonly limits: CallLimits;
  /** Rechecks an approved call. Returns a denial if it may no longer run. */
  readonly recheck: (call: CallState) => Promise<NewRecord | undefined>;
  /** Resolves when the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
  readonly update: (callId: string, text: string) => void;
  /** The record of the last preview of a call. */
  readonly findPreview: (call: CallState) => Promise<LogRecord | undefined>;
  /** The mode that was active before plan mode. */
  readonly modeBeforePlan: () => ApprovalMode;
  /** Changes that are not in the workspace yet. Default: none. */
  readonly pending?: (() => readonly PendingChange[]) | undefined;
  /** Where calls were started that may still run. */
  readonly earlier?: EarlierRunners['earlier'] | undefined;
}

/**
 * Brings a call to its end, whether it was denied, can start, or was started by a process that is gone. Never throws
 * because of a tool.
 */
export async function runCall(
  call: CallState,
  parts: RunParts,
  signal: AbortSignal,
): Promise<readonly [NewRecord, ...NewRecord[]]> {
  if (isRefused(call)) return call.name === APPLY_CHANGES ? refusePending(call) : [refusalOf(call)];
  if (call.executor === 'host') return [await startHostCall(call, parts, signal)];
  const parsed = parts.tools.get(call.name)?.parse(call.args);
  if (parsed === undefined || !parsed.ok)
    return [refused(call, 'invalid_tool_params', parsed?.text ?? `there is no tool ${call.name}`)];
  const refusal = await recheckAsked(call, parts);
  if (refusal !== undefined) return [refusal];
  return await runParsed(call, parsed.call, { parts, signal });
}

/** Runs a call, or recovers it, unless commands of an earlier owner of the session may still run beside it. */
async function runParsed(
  call: CallState,
  parsed: ParsedCall,
  { parts, signal }: Omit<Running, 'before'>,
): Promise<readonly [NewRecord, ...NewRecord[]]> {
  const isNew = call.key === null;
  const { workspace, earlier = [] } = parts;
  const verdict = await fenceCall(call, { workspace, earlier });
  const fenced = isNew ? refusalOfFence(verdict) : undefined;
  if (fenced !== undefined) return [refused(call, 'workspace_in_use', fenced)];
  if (call.name === APPLY_CHANGES) return await applyPending(call, { ...parts, signal });
  const applying = applyingAnswer(call);
  if (applying !== undefined) return await applyPreview(call, applying, { ...parts, signal });
  // Beside what stores the files, because each takes some time to start.
  if (isNew && call.name === runShellCommand.name) workspace.commands.prepare?.();
  const running = { parts, signal, before: isNew ? await parts.files.begin(call, parsed) : toFilesBefore(call) };
  const outcome = await (isNew ? begin : recover)(call, parsed, running);
  const [end, ...more] =
    outcome === undefined
      ? ([interrupted(call, verdict, { earlier, saves: workspace.saves })] as const)
      : toEnd(call, outcome, parts);
  return [end, ...more, ...(await parts.files.end(call, running.before))];
}

function toFilesBefore({ held, checkpoint }: CallState): FilesBefore {
  return { files: [...held], ...(checkpoint === undefined ? {} : { checkpoint }) };
}

function toEnd(call: CallState, outcome: ToolOutcome, parts: RunParts): readonly [NewRecord, ...NewRecord[]] {
  return [toBlocked(call, outcome) ?? toFinished(call, outcome), ...changeMode(outcome, parts)];
}

function changeMode({ ok, plan }: ToolOutcome, { modeBeforePlan }: RunParts): NewRecord[] {
  if (!ok || plan === undefined) return [];
  return [{ type: 'mode_changed', body: { mode: plan === 'begun' ? 'plan' : modeBeforePlan(), by: 'agent' } }];
}

interface Running {
  readonly parts: RunParts;
  readonly signal: AbortSignal;
  /** The files before the call. */
  readonly before: FilesBefore;
}

/**
 * Records the start durably before the first effect, so that after a crash it is known what may have happened. A read
 * has no effect, but after an approval its start is recorded too, because it is later than the decision.
 */
async function begin(call: CallState, parsed: ParsedCall, running: Running): Promise<ToolOutcome> {
  const { parts, before } = running;
  const { fence } = parts.workspace;
  const runner = fence === undefined || call.effect === 'read' ? {} : { runner: fence.runner };
  const body = { callId: call.callId, key: keyOf(call), ...before, ...runner };
  if (call.effect !== 'read' || call.verdict === 'ask') await parts.append({ type: 'tool_started', body });
  return await perform(call, running, (scope) => parsed.run(scope));
}

/**
 * Recovers a call that a dead process had started: joins it if it still runs, or reads its result if it ended.
 * Otherwise only a read runs again. The outcome of anything else is unknown, and it is not run twice.
 */
async function recover(call: CallState, parsed: ParsedCall, running: Running): Promise<ToolOutcome | undefined> {
  const reattach = async (): Promise<ToolOutcome | undefined> => {
    const found = await parsed.reattach(scopeOf(call, running));
    return found === undefined ? undefined : requireOutcome(call.name, found);
  };
  const rejoined = await reattach().catch(toFailure);
  const { observer } = running.parts;
  if (rejoined !== undefined)
    return await truncateOutcome(await observer.after(call, rejoined, running.signal), call.callId, running.parts);
  if (call.effect === 'read') return await perform(call, running, (scope) => parsed.run(scope));
  // Plugins are notified, but their results are ignored: the outcome stays unknown.
  await observer.failed(call, new Error(unknownOutcome(call.name)), running.signal).catch(() => undefined);
  return undefined;
}

async function perform(
  call: CallState,
  running: Running,
  run: (scope: ToolScope) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { parts, signal } = running;
  const scope = scopeOf(call, running);
  const checked = async (): Promise<ToolOutcome> => requireOutcome(call.name, await run(scope));
  const outcome = await parts.observer.observe(call, checked, signal).catch(toFailure);
  return await truncateOutcome(outcome, call.callId, parts);
}

/** A tool of the host may return anything. */
function requireOutcome(name: string, returned: ToolOutcome): ToolOutcome {
  const outcome = returned as Partial<ToolOutcome> | null | undefined;
  const parts: unknown = outcome?.content;
  const isContent = Array.isArray(parts) && parts.every((part: unknown) => isPart(part));
  if (typeof outcome?.ok === 'boolean' && isContent) return returned;
  throw new AgentError('INTERNAL', `The tool ${name} did not return a result`, {
    hint: 'It must return { ok, content }, where content is an array of parts such as { type: "text", text }',
  });
}

function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function scopeOf(call: CallState, { parts, signal }: Running): ToolScope {
  const update = (text: string): void => {
    parts.update(call.callId, text);
  };
  const answers = call.asked.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  const start = call.verdict === 'allow' ? call.start : undefined;
  const { profile, hosts, credentials } = call;
  const key = call.key ?? keyOf(call);
  return {
    workspace: parts.workspace,
    signal,
    key,
    keep: parts.saveArtifact,
    answers,
    start,
    profile,
    hosts,
    credentials,
    update,
  };
}

function toFailure(thrown: unknown): ToolOutcome {
  const { message, hint } = AgentError.from(thrown);
  return fail('unhandled_exception', hint === undefined ? message : `${message} (${hint})`);
}

/** The response to a call that the user denied or did not answer. If it already ran, the model gets its result too. */
function refusalOf(call: CallState): NewRecord {
  return call.blocked === null
    ? refused(call, 'denied', denialOf(call))
    : finishBlocked(call, call.blocked, denialOf(call));
}

function denialOf({ outcome }: CallState): string {
  if (outcome?.kind === 'confirmation' && outcome.reason !== undefined)
    return `the user denied this call: ${outcome.reason}`;
  return outcome?.kind === 'expired' ? 'the user did not answer in time' : 'the user denied this call';
}
