import { nearestNames, showInRow, type CredentialUse, type Display, type InputRequest } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { APPLY_CHANGES, type ParsedCall, type Tool, type ToolOutcome } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import type { BlockedRun, CallState } from '../state/turn-state.ts';
import type { CallPlace } from './call-place.ts';
import { toPendingDecision } from './decide-pending.ts';
import { finishBlocked, hasRun } from './blocked-call.ts';
import { digestCall } from './call-digest.ts';
import type { Decide, DecideContext, Decision } from './decision.ts';
import { toFinished } from './to-finished.ts';

export interface DecideParts extends DecideContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly workspace: Workspace;
  readonly decide: Decide;
  readonly newId: () => string;
  readonly approval?: ApprovalLimits | undefined;
  /** Runs a call in a copy of the workspace before its approval is requested. */
  readonly previewFirst?: ((call: CallState) => Promise<NewRecord>) | undefined;
  /** Whether calls can be previewed by themselves. Default: if the workspace can. */
  readonly canPreviewCalls?: boolean | undefined;
  /** Where a call would run. Default: in the workspace. */
  readonly placeOf?: ((call: ParsedCall | undefined) => Promise<CallPlace>) | undefined;
  /** What is pending, for the question about it. Undefined: nothing. */
  readonly previewPending?: ((call: CallState) => Promise<NewRecord>) | undefined;
  /** It was allowed and could not be applied, so that the user must decide again. */
  readonly isApplyRefused?: boolean | undefined;
}

/** Limits on approvals. */
export interface ApprovalLimits {
  /** Time after which an unanswered approval expires. Default: never. */
  readonly expireMs?: number | undefined;
  /** Runs a command that needs approval in a copy of the workspace first. Default: false. */
  readonly preview?: boolean | undefined;
}

const no: Decision = { verdict: 'deny' };
/** Why a call that runs aside needs no approval. */
const ASIDE = 'it changes a copy, and you decide about that at the end';

/**
 * Decides every call of a batch. Returns records that are appended together: verdicts, approval requests, and responses
 * to denied calls.
 */
export async function decideCalls(calls: readonly CallState[], parts: DecideParts): Promise<NewRecord[]> {
  const isAlone = calls.length === 1;
  const records = await Promise.all(calls.map((call) => decideCall(call, { ...parts, isAlone })));
  return records.flat();
}

async function decideCall(call: CallState, parts: DecideParts & { readonly isAlone: boolean }): Promise<NewRecord[]> {
  const { callId, name } = call;
  const unfit = refuseUnfit(call, parts);
  if (unfit !== undefined) return [decided(callId, no), unfit];
  const parsed = parts.tools.get(name)?.parse(call.args);
  const known = parsed?.ok === true ? parsed.call : undefined;
  if (name === APPLY_CHANGES) return await decidePending(call, known, parts);
  const decision = await decidePlaced(call, known, parts);
  const verdict = decided(callId, decision);
  if (decision.verdict === 'allow') return [verdict, ...toQuestions(callId, known)];
  if (decision.verdict === 'deny') return [verdict, denied(call, decision)];
  return await askAbout(call, known, { ...parts, decision });
}

/** The answer to a call of an unknown tool, or with invalid arguments. */
function refuseUnfit(
  call: CallState,
  { tools, hostTools }: Pick<DecideParts, 'tools' | 'hostTools'>,
): NewRecord | undefined {
  const { name, args } = call;
  const tool = tools.get(name);
  if (tool === undefined && !hostTools.has(name)) {
    const [near] = nearestNames(name, [...tools.keys(), ...hostTools]);
    const text = `there is no tool ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
    return refused(call, 'tool_not_registered', text);
  }
  const parsed = tool?.parse(args);
  return parsed?.ok === false ? refused(call, 'invalid_tool_params', parsed.text) : undefined;
}

/** A decision that includes where the call runs. */
async function decidePlaced(call: CallState, parsed: ParsedCall | undefined, parts: DecideParts): Promise<Decision> {
  const place = (await parts.placeOf?.(parsed)) ?? { kind: 'here' };
  if (place.kind === 'nowhere') return { verdict: 'deny', reason: place.reason };
  const decision = await decideSafely(call, parts);
  if (place.kind === 'here' || decision.verdict === 'deny') return decision;
  const { verdict: asked, rule, findings } = decision;
  const plain: Decision = { verdict: asked, isAside: true, ...(rule && { rule }), ...(findings && { findings }) };
  if (asked === 'allow' || parts.mode !== 'preview') return plain;
  // What is asked about even in the freest mode is dangerous, or the user wants to be asked.
  const { verdict } = await decideSafely(call, { ...parts, mode: 'yolo' });
  return verdict === 'allow' ? { ...plain, verdict, rule: ASIDE } : plain;
}

/** Asks about all pending changes. Nothing else may run meanwhile, so that what was shown is what is applied. */
async function decidePending(
  call: CallState,
  parsed: ParsedCall | undefined,
  parts: DecideParts & { readonly isAlone: boolean },
): Promise<NewRecord[]> {
  const { callId } = call;
  const { previewPending: preview, isAlone, mode } = parts;
  if (!isAlone)
    return [
      decided(callId, no),
      refused(call, 'not_alone', 'Call apply_changes alone, after the results of other calls.'),
    ];
  if (preview === undefined)
    return [decided(callId, no), refused(call, 'nothing_pending', 'There are no pending changes.')];
  const byRules = await decideSafely(call, { ...parts, mode: mode === 'plan' ? 'default' : mode });
  const decision = toPendingDecision(call, byRules, parts);
  if (decision.verdict === 'deny') return [decided(callId, decision), denied(call, decision)];
  if (decision.verdict === 'allow') return [decided(callId, decision)];
  const request = ask(call, decision, { ...parts, canPreview: true, display: parsed?.display });
  const previewed = await preview({ ...call, inputId: request.inputId });
  return [decided(callId, decision), { type: 'input_requested', body: { request } }, previewed];
}

/** Requests approval, or denies a call that would fail whatever the user answers. */
async function askAbout(
  call: CallState,
  parsed: ParsedCall | undefined,
  parts: DecideParts & { readonly decision: Decision },
): Promise<NewRecord[]> {
  const { decision, workspace } = parts;
  const cannot = await refusalOf(call, parsed, workspace);
  if (cannot !== undefined) return [decided(call.callId, no), toFinished(call, cannot)];
  const canPreview =
    parts.canPreviewCalls !== false && parsed?.runInCopy !== undefined && workspace.previews !== undefined;
  const request = ask(call, decision, { ...parts, canPreview, display: await show(parsed, decision, workspace) });
  const previewed = canPreview ? await previewFirst({ ...call, inputId: request.inputId }, parts) : [];
  return [decided(call.callId, decision), { type: 'input_requested', body: { request } }, ...previewed];
}

/** What a call would do, if that is wanted before the approval. */
async function previewFirst(
  call: CallState & { readonly inputId: string },
  { previewFirst: preview }: DecideParts,
): Promise<NewRecord[]> {
  if (preview === undefined) return [];
  const { callId, inputId, after, blocked } = call;
  const no = (problem: string): NewRecord[] => [{ type: 'input_previewed', body: { callId, inputId, problem } }];
  if (after.length > 0) return no('other calls of this step run before it');
  if (blocked !== null) return no('it asks for access that a preview does not have');
  return [await preview(call)];
}

/** Questions that the call asks the user before it runs. */
function toQuestions(callId: string, call: ParsedCall | undefined): NewRecord[] {
  const requests = call?.questions(callId) ?? [];
  return requests.map((request) => ({ type: 'input_requested', body: { request } }));
}

/**
 * Returns a denial for a call that cannot succeed, so that the user is not asked. A call that waits for others in its
 * batch is exempt, since they may change what it finds.
 */
async function refusalOf(
  { after }: CallState,
  call: ParsedCall | undefined,
  workspace: Workspace,
): Promise<ToolOutcome | undefined> {
  return after.length > 0 ? undefined : await call?.refusal(workspace).catch(() => undefined);
}

/** What the user is shown: the change, or the command. */
async function show(
  call: ParsedCall | undefined,
  { programs }: Decision,
  workspace: Workspace,
): Promise<Display | undefined> {
  if (call === undefined) return undefined;
  const display = (await call.preview(workspace).catch(() => undefined)) ?? call.display;
  return display?.type === 'command' && programs !== undefined
    ? { ...display, programs: programs.map((words) => [...words]) }
    : display;
}

/** Decides again just before an approved call runs, since what the user saw may have changed. */
export async function recheck(
  call: CallState,
  parts: Pick<DecideParts, keyof DecideContext | 'decide'>,
): Promise<NewRecord | undefined> {
  const decision = await decideSafely(call, parts);
  return decision.verdict === 'deny' ? denied(call, decision) : undefined;
}

/** Denies the call if the decision fails. */
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

/**
 * Removes anything that could affect a terminal from findings, since they may contain text from the model or a command.
 */
function withShownFindings(decision: Decision): Decision {
  const { findings } = decision;
  if (findings === undefined) return decision;
  return { ...decision, findings: findings.map((each) => ({ ...each, message: showInRow(each.message) })) };
}

function denied(call: CallState, { reason, explanation, allowedIn }: Decision): NewRecord {
  // It ran and was blocked, so its output is the result.
  if (call.blocked !== null) return finishBlocked(call, call.blocked, reason ?? 'that is not allowed here');
  const record = refused(call, 'policy_violation', reason ?? `${call.name} is not allowed here`);
  const data = {
    ...(allowedIn === undefined ? {} : { allowedIn }),
    ...(explanation === undefined ? {} : { explanation }),
  };
  return Object.keys(data).length === 0 ? record : { ...record, body: { ...record.body, data } };
}

function decided(callId: string, { verdict, rule, findings = [], start, isAside, ...place }: Decision): NewRecord {
  const confined = verdict === 'deny' ? {} : { ...placeOf(place), ...(isAside === undefined ? {} : { isAside }) };
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

/** Details of where the call runs, for the approval only. */
function besidesOf({ folders = [], noSandbox, isAside }: Pick<Decision, 'folders' | 'noSandbox' | 'isAside'>): {
  readonly folders?: string[];
  readonly noSandbox?: string;
  readonly isAside?: true;
} {
  return {
    ...(folders.length === 0 ? {} : { folders: [...folders] }),
    ...(noSandbox === undefined ? {} : { noSandbox }),
    ...(isAside === undefined ? {} : { isAside }),
  };
}

function ask(
  call: CallState,
  { rule, findings = [], grant, ...place }: Decision,
  {
    newId,
    approval: { expireMs } = {},
    display,
    canPreview,
  }: Pick<DecideParts, 'newId' | 'approval'> & {
    readonly display: Display | undefined;
    readonly canPreview: boolean;
  },
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
    ...(canPreview ? { canPreview } : {}),
    ...(expireMs === undefined ? {} : { expiresAt: new Date(Date.now() + expireMs).toISOString() }),
  };
}

/** A short title of the approval. The details are shown below it. */
function titleOf(
  { name, blocked }: CallState,
  display: Display | undefined,
  place: Pick<Decision, 'profile' | 'hosts'>,
): string {
  if (name === APPLY_CHANGES) return 'Apply these changes?';
  if (display?.type === 'command') return blocked === null ? 'Run this command?' : titleOfMore(blocked, place);
  if (display?.type !== 'diff') return `Run ${name}?`;
  const file = display.path.split(/[/\\]/).at(-1) ?? display.path;
  return display.before === '' ? `Write ${file}?` : `Change ${file}?`;
}

/** The additional access that it would get. */
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

/** The response to a call that does not run, in terms that the model can act on. */
export function refused(call: Pick<CallState, 'callId' | 'name'>, errorType: string, text: string): Refused {
  const { callId, name } = call;
  return { type: 'tool_finished', body: { callId, name, content: [{ type: 'text', text }], isError: true, errorType } };
}
