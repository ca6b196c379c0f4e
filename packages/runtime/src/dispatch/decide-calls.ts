import { nearestNames, type ApprovalMode, type Display, type InputRequest } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Tool } from '@bowline/tools';
import type { CallState } from '../turn/turn-state.ts';
import { digestCall } from './call-digest.ts';

/** What is decided about a call, and by what. */
export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule that decided, as a person can find it. */
  readonly rule?: string;
  /** Of a denial, for the model. */
  readonly reason?: string;
}

/** Says whether a call may run. The guard's place: rules, safety checks and trust come in behind this one function. */
export type Decide = (
  call: Pick<CallState, 'name' | 'args' | 'effect' | 'executor'>,
  mode: ApprovalMode,
) => Promise<Decision>;

/** What deciding needs. */
export interface DecideParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly decide: Decide;
  readonly mode: ApprovalMode;
  readonly newId: () => string;
}

/** Decides every call of a batch, as records that are appended together: verdicts, questions, and answers to what may not run. */
export async function decideCalls(calls: readonly CallState[], parts: DecideParts): Promise<NewRecord[]> {
  const records = await Promise.all(calls.map((call) => decideCall(call, parts)));
  return records.flat();
}

async function decideCall(call: CallState, parts: DecideParts): Promise<NewRecord[]> {
  const { callId, name } = call;
  const tool = parts.tools.get(name);
  if (tool === undefined && !parts.hostTools.has(name)) {
    const [near] = nearestNames(name, [...parts.tools.keys(), ...parts.hostTools]);
    const text = `there is no tool ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
    return [decided(callId, 'deny'), refused(call, 'tool_not_registered', text)];
  }
  const parsed = tool?.parse(call.args);
  if (parsed?.ok === false) return [decided(callId, 'deny'), refused(call, 'invalid_tool_params', parsed.text)];
  const decision = await Promise.resolve()
    .then(() => parts.decide(call, parts.mode))
    .catch(failClosed);
  const verdict = decided(callId, decision.verdict, decision.rule);
  if (decision.verdict === 'allow') return [verdict];
  if (decision.verdict === 'deny')
    return [verdict, refused(call, 'policy_violation', decision.reason ?? `${name} is not allowed here`)];
  const request = ask(call, { inputId: parts.newId(), rule: decision.rule, display: parsed?.call.display });
  return [verdict, { type: 'confirmation_requested', body: { request } }];
}

/** A decision that cannot be made is a no. */
function failClosed(thrown: unknown): Decision {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return { verdict: 'deny', reason: `whether this may run could not be decided: ${why}` };
}

function decided(callId: string, verdict: Decision['verdict'], rule?: string): NewRecord {
  return { type: 'tool_decided', body: { callId, verdict, findings: [], ...(rule === undefined ? {} : { rule }) } };
}

function ask(
  call: CallState,
  more: { readonly inputId: string; readonly rule: string | undefined; readonly display: Display | undefined },
): InputRequest {
  const { callId, name, args, effect } = call;
  return {
    kind: 'confirmation',
    inputId: more.inputId,
    title: `Run ${name}?`,
    callId,
    tool: name,
    args,
    effect,
    digest: digestCall(call),
    findings: [],
    ...(more.display === undefined ? {} : { display: more.display }),
    ...(more.rule === undefined ? {} : { rule: more.rule }),
  };
}

/** The response to a call that does not run, in words that the model can act on. */
export function refused(call: Pick<CallState, 'callId' | 'name'>, errorType: string, text: string): NewRecord {
  const { callId, name } = call;
  return { type: 'tool_finished', body: { callId, name, content: [{ type: 'text', text }], isError: true, errorType } };
}
