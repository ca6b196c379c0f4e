import { AgentError, type ApprovalMode } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { fail, type ParsedCall, type Tool, type ToolHost, type ToolOutcome, type ToolScope } from '@bowline/tools';
import { isRefused } from '../turn/next-action.ts';
import type { CallState } from '../turn/turn-state.ts';
import { refused } from './decide-calls.ts';
import type { CallObserver } from './observe-call.ts';
import { truncateOutcome, type Spill } from './truncate-outcome.ts';

/** What running a call needs. */
export interface RunParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly host: ToolHost;
  readonly observer: CallObserver;
  readonly spill: Spill;
  readonly longestResult?: number | undefined;
  /** Looks once more at a call that a person has allowed; a refusal when it may not run after all. */
  readonly recheck: (call: CallState) => Promise<NewRecord | undefined>;
  /** Durable before it resolves. */
  readonly append: (record: NewRecord) => Promise<void>;
  readonly update: (callId: string, text: string) => void;
  /** The mode that plan mode is left for. */
  readonly modeBeforePlan: () => ApprovalMode;
}

/** Takes a call that may go on to its end: refused, begun, or begun by a process that is gone. Never throws for what a tool does. */
export async function runCall(
  call: CallState,
  parts: RunParts,
  signal: AbortSignal,
): Promise<readonly [NewRecord, ...NewRecord[]]> {
  if (isRefused(call)) return [refused(call, 'denied', denialOf(call))];
  const parsed = parts.tools.get(call.name)?.parse(call.args);
  if (parsed === undefined || !parsed.ok)
    return [refused(call, 'invalid_tool_params', parsed?.text ?? `there is no tool ${call.name}`)];
  const refusal = call.verdict === 'ask' && call.key === null ? await parts.recheck(call) : undefined;
  if (refusal !== undefined) return [refusal];
  const outcome =
    call.key === null
      ? await begin(call, parsed.call, { parts, signal })
      : await recover(call, parsed.call, { parts, signal });
  return outcome === undefined ? [interrupted(call)] : [finished(call, outcome), ...changeMode(outcome, parts)];
}

function changeMode({ ok, plan }: ToolOutcome, { modeBeforePlan }: RunParts): NewRecord[] {
  if (!ok || plan === undefined) return [];
  return [{ type: 'mode_changed', body: { mode: plan === 'begun' ? 'plan' : modeBeforePlan(), by: 'agent' } }];
}

interface Running {
  readonly parts: RunParts;
  readonly signal: AbortSignal;
}

/** The intent is durable before the first effect: after a crash, what may have happened is known. A read has none to know of. */
async function begin(call: CallState, parsed: ParsedCall, { parts, signal }: Running): Promise<ToolOutcome> {
  if (call.effect !== 'read')
    await parts.append({ type: 'tool_started', body: { callId: call.callId, key: keyOf(call) } });
  return await perform(call, { parts, signal }, (scope) => parsed.run(scope));
}

/**
 * A call that a dead process had begun: what still runs is joined, what ended is read. Otherwise only a read is run
 * again; of anything else nobody knows what it did, and nobody runs it twice.
 */
async function recover(call: CallState, parsed: ParsedCall, running: Running): Promise<ToolOutcome | undefined> {
  const rejoined = await parsed.reattach(scopeOf(call, running)).catch(toFailure);
  if (rejoined !== undefined) return await truncateOutcome(rejoined, call.callId, running.parts);
  return call.effect === 'read' ? await perform(call, running, (scope) => parsed.run(scope)) : undefined;
}

async function perform(
  call: CallState,
  running: Running,
  run: (scope: ToolScope) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { parts, signal } = running;
  const scope = scopeOf(call, running);
  const outcome = await parts.observer.observe(call, () => run(scope), signal).catch(toFailure);
  return await truncateOutcome(outcome, call.callId, parts);
}

function scopeOf(call: CallState, { parts, signal }: Running): ToolScope {
  const update = (text: string): void => {
    parts.update(call.callId, text);
  };
  const answers = call.asked.flatMap(({ outcome }) => (outcome === null ? [] : [outcome]));
  return { host: parts.host, signal, key: call.key ?? keyOf(call), keep: parts.spill, answers, update };
}

/** The same for the same call in any process. */
function keyOf(call: CallState): string {
  return call.callId;
}

function toFailure(thrown: unknown): ToolOutcome {
  const { message, hint } = AgentError.from(thrown);
  return fail('unhandled_exception', hint === undefined ? message : `${message} (${hint})`);
}

function denialOf({ outcome }: CallState): string {
  if (outcome?.kind === 'confirmation' && outcome.reason !== undefined) return `the person refused: ${outcome.reason}`;
  return outcome?.kind === 'expired' ? 'nobody answered in time' : 'the person refused';
}

function finished(call: CallState, outcome: ToolOutcome): NewRecord {
  const { callId, name } = call;
  const { ok, content, display, data, artifact } = outcome;
  return {
    type: 'tool_finished',
    body: {
      callId,
      name,
      content: [...content],
      isError: !ok,
      ...(ok ? {} : { errorType: outcome.errorType }),
      ...(display === undefined ? {} : { display }),
      ...(data === undefined ? {} : { data }),
      ...(artifact === undefined ? {} : { artifact }),
    },
  };
}

function interrupted({ callId, name }: CallState): NewRecord {
  const reason = `${name} was running when its process ended. Whether it took effect is unknown. It was not run again: look before you repeat it.`;
  return { type: 'tool_interrupted', body: { callId, name, reason } };
}
