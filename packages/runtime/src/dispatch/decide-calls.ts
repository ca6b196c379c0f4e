import {
  nearestNames,
  showInRow,
  type ApprovalMode,
  type CredentialUse,
  type Display,
  type Finding,
  type InputRequest,
  type SandboxProfile,
} from '@bowline/protocol';
import type { NewRecord, SessionState } from '@bowline/log';
import type { ParsedCall, Tool, ToolOutcome } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import type { BlockedRun, CallState, DecidedStart } from '../state/turn-state.ts';
import { finishBlocked, hasRun } from './blocked-call.ts';
import { digestCall } from './call-digest.ts';
import { toFinished } from './to-finished.ts';

/** What is decided about a call, and by what. */
export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule that decided, as a person can find it, or why a person is asked without one. */
  readonly rule?: string;
  /** Of a denial, for the model. */
  readonly reason?: string;
  /** Of a denial, for the person, where the reason speaks to the model alone. */
  readonly explanation?: string | undefined;
  /** The least permissive approval mode in which a denied call would run without a question. */
  readonly allowedIn?: ApprovalMode | undefined;
  /** What safety checks have found; shown with the question. */
  readonly findings?: readonly Finding[];
  /** The words of every program that a command starts, as they were understood. */
  readonly programs?: readonly (readonly string[])[];
  /** How a command without approval starts. */
  readonly start?: DecidedStart;
  /** How far a command is confined when it runs; absent where nothing can confine it. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that a confined command reaches; none when absent. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of them; none when absent. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Folders besides the workspace that it can change; none when absent. */
  readonly folders?: readonly string[] | undefined;
  /** Why nothing confines a command. */
  readonly noSandbox?: string | undefined;
  /** What an answer for longer than once would allow. */
  readonly grant?: { readonly text: string; readonly rule: string; readonly project?: string | undefined };
}

/** What a decision depends on besides the call. */
export interface DecideContext {
  readonly mode: ApprovalMode;
  /** What a person has allowed for this session, as rules. */
  readonly grants: readonly string[];
  /** What this session has read that makes it matter what leaves it; nothing when it is not given. */
  readonly seen?: SessionState['seen'] | undefined;
  /** Commands that the sandbox has refused something in this session, and what the last time. */
  readonly blocked?: SessionState['blocked'] | undefined;
}

/** Says whether a call may run. The guard's place: rules, safety checks and trust come in behind this one function. */
export type Decide = (
  call: Pick<CallState, 'name' | 'args' | 'effect' | 'executor'> & Partial<Pick<CallState, 'blocked'>>,
  context: DecideContext,
) => Promise<Decision>;

/** What deciding needs. */
export interface DecideParts extends DecideContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly host: Workspace;
  readonly decide: Decide;
  readonly newId: () => string;
  /** How long a question waits for its answer; for ever when nothing is said. */
  readonly expireMs?: number | undefined;
}

const no: Decision = { verdict: 'deny' };

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
    return [decided(callId, no), refused(call, 'tool_not_registered', text)];
  }
  const parsed = tool?.parse(call.args);
  if (parsed?.ok === false) return [decided(callId, no), refused(call, 'invalid_tool_params', parsed.text)];
  const decision = await decideSafely(call, parts);
  const verdict = decided(callId, decision);
  if (decision.verdict === 'allow') return [verdict, ...toQuestions(callId, parsed?.call)];
  if (decision.verdict === 'deny') return [verdict, denied(call, decision)];
  return await askAbout(call, parsed?.call, { ...parts, decision });
}

/** The question to a person, or the refusal of what could not be done whatever they say. */
async function askAbout(
  call: CallState,
  parsed: ParsedCall | undefined,
  parts: DecideParts & { readonly decision: Decision },
): Promise<NewRecord[]> {
  const { decision, host } = parts;
  const cannot = await refusalOf(call, parsed, host);
  if (cannot !== undefined) return [decided(call.callId, no), toFinished(call, cannot)];
  const request = ask(call, decision, { ...parts, display: await show(parsed, decision, host) });
  return [decided(call.callId, decision), { type: 'input_requested', body: { request } }];
}

/** What the call asks itself, before it runs. */
function toQuestions(callId: string, call: ParsedCall | undefined): NewRecord[] {
  const requests = call?.questions(callId) ?? [];
  return requests.map((request) => ({ type: 'input_requested', body: { request } }));
}

/** A call that cannot go well is not put to a person. One that waits for others of its batch may find things as they leave them. */
async function refusalOf(
  { after }: CallState,
  call: ParsedCall | undefined,
  host: Workspace,
): Promise<ToolOutcome | undefined> {
  return after.length > 0 ? undefined : await call?.refusal(host).catch(() => undefined);
}

/** What a person is shown: what would change, or what would be started. */
async function show(
  call: ParsedCall | undefined,
  { programs }: Decision,
  host: Workspace,
): Promise<Display | undefined> {
  if (call === undefined) return undefined;
  const display = (await call.preview(host).catch(() => undefined)) ?? call.display;
  return display?.type === 'command' && programs !== undefined
    ? { ...display, programs: programs.map((words) => [...words]) }
    : display;
}

/** Decides again just before a call runs that a person has allowed: what they saw may have changed since. */
export async function recheck(
  call: CallState,
  parts: Pick<DecideParts, keyof DecideContext | 'decide'>,
): Promise<NewRecord | undefined> {
  const decision = await decideSafely(call, parts);
  return decision.verdict === 'deny' ? denied(call, decision) : undefined;
}

/** A decision that cannot be made is a no. */
async function decideSafely(
  call: CallState,
  { decide, mode, grants, seen, blocked }: Pick<DecideParts, keyof DecideContext | 'decide'>,
): Promise<Decision> {
  try {
    return withShownFindings(await decide(call, { mode, grants, seen, blocked }));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { verdict: 'deny', reason: `the policy could not be evaluated: ${why}` };
  }
}

/** What a check found may name what the model or a command wrote: nothing in it may act on a terminal. */
function withShownFindings(decision: Decision): Decision {
  const { findings } = decision;
  if (findings === undefined) return decision;
  return { ...decision, findings: findings.map((each) => ({ ...each, message: showInRow(each.message) })) };
}

function denied(call: CallState, { reason, explanation, allowedIn }: Decision): NewRecord {
  // It has run, and was refused something: what it gave is its result.
  if (call.blocked !== null) return finishBlocked(call, call.blocked, reason ?? 'that is not allowed here');
  const record = refused(call, 'policy_violation', reason ?? `${call.name} is not allowed here`);
  const data = {
    ...(allowedIn === undefined ? {} : { allowedIn }),
    ...(explanation === undefined ? {} : { explanation }),
  };
  return Object.keys(data).length === 0 ? record : { ...record, body: { ...record.body, data } };
}

function decided(callId: string, { verdict, rule, findings = [], start, ...place }: Decision): NewRecord {
  const confined = verdict === 'deny' ? {} : placeOf(place);
  const body = { callId, verdict, findings: [...findings], ...(rule === undefined ? {} : { rule }), ...confined };
  const { words, onlyReads = false } = start ?? {};
  const how = { onlyReads, ...(words === undefined ? {} : { words: [...words] }) };
  return { type: 'tool_decided', body: start === undefined ? body : { ...body, start: how } };
}

function placeOf({ profile, hosts = [], credentials = [] }: Pick<Decision, 'profile' | 'hosts' | 'credentials'>): Pick<
  CallState,
  'profile'
> & {
  readonly hosts?: string[];
  readonly credentials?: CredentialUse[];
} {
  if (profile === undefined) return {};
  return {
    profile,
    ...(hosts.length === 0 ? {} : { hosts: [...hosts] }),
    ...(credentials.length === 0 ? {} : { credentials: [...credentials] }),
  };
}

/** What only who is asked needs to know of the place. */
function besidesOf({ folders = [], noSandbox }: Pick<Decision, 'folders' | 'noSandbox'>): {
  readonly folders?: string[];
  readonly noSandbox?: string;
} {
  return {
    ...(folders.length === 0 ? {} : { folders: [...folders] }),
    ...(noSandbox === undefined ? {} : { noSandbox }),
  };
}

function ask(
  call: CallState,
  { rule, findings = [], grant, ...place }: Decision,
  { newId, expireMs, display }: Pick<DecideParts, 'newId' | 'expireMs'> & { readonly display: Display | undefined },
): InputRequest {
  const { callId, name, args, effect } = call;
  return {
    kind: 'confirmation',
    inputId: newId(),
    title: titleOf(call, display, place),
    callId,
    tool: name,
    args,
    effect,
    digest: digestCall(call),
    findings: [...findings],
    ...(display === undefined ? {} : { display }),
    ...placeOf(place),
    ...besidesOf(place),
    ...(rule === undefined ? {} : { rule }),
    ...(grant === undefined ? {} : { grant }),
    ...(expireMs === undefined ? {} : { expiresAt: new Date(Date.now() + expireMs).toISOString() }),
  };
}

/** The question in a few words; what exactly is asked about is shown with it. */
function titleOf(
  { name, blocked }: CallState,
  display: Display | undefined,
  place: Pick<Decision, 'profile' | 'hosts'>,
): string {
  if (display?.type === 'command') return blocked === null ? 'Run this command?' : titleOfMore(blocked, place);
  if (display?.type !== 'diff') return `Run ${name}?`;
  const file = display.path.split(/[/\\]/).at(-1) ?? display.path;
  return display.before === '' ? `Write ${file}?` : `Change ${file}?`;
}

/** What it would have that it had not. */
function titleOfMore(blocked: BlockedRun, { profile, hosts = [] }: Pick<Decision, 'profile' | 'hosts'>): string {
  const again = hasRun(blocked) ? ' again' : '';
  if (profile === 'open') return `Run this command${again} outside the sandbox?`;
  const [host, ...others] = hosts.filter((each) => blocked.hosts?.includes(each) !== true);
  const more = [
    ...(blocked.profile === 'observe' ? ['write access to the workspace'] : []),
    ...(host === undefined ? [] : [`network access to ${others.length === 0 ? host : `${others.length + 1} hosts`}`]),
  ];
  return `Run this command${again}, with ${more.join(' and ')}?`;
}

type Refused = Extract<NewRecord, { type: 'tool_finished' }>;

/** The response to a call that does not run, in words that the model can act on. */
export function refused(call: Pick<CallState, 'callId' | 'name'>, errorType: string, text: string): Refused {
  const { callId, name } = call;
  return { type: 'tool_finished', body: { callId, name, content: [{ type: 'text', text }], isError: true, errorType } };
}
