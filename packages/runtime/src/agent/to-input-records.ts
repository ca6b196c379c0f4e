import {
  AgentError,
  unreachable,
  type AgentSend,
  type InputAnswer,
  type InputOutcome,
  type InputRequest,
} from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { afterModelAnswer, parseModelOption } from '../state/model-question.ts';
import type { CallState, TurnState } from '../state/turn-state.ts';
import type { Journal } from '../journal/journal.ts';

/** An answer as sent. */
export type SentInput = Extract<AgentSend, { input: unknown }>['input'];

/** Converts an answer to a pending approval or question into records. Throws `UNKNOWN_INPUT` if there is none. */
export function toInputRecords(
  { inputId, answer, by }: SentInput,
  journal: Pick<Journal, 'session' | 'turn'>,
): NewRecord[] {
  if (answer.kind === 'tool_result')
    throw new AgentError('INTERNAL', 'The result of a call is not an answer to a question');
  const request = journal.session.pending.find((pending) => pending.inputId === inputId);
  if (request === undefined) {
    throw new AgentError('UNKNOWN_INPUT', `No pending question ${inputId}, or it was already answered`, {
      hint: 'List the pending inputs',
    });
  }
  checkFit(request, answer);
  const outcome = toOutcome(answer);
  const { question, model } = journal.turn;
  return [
    { type: 'input_resolved', body: { inputId, outcome, ...(by === undefined ? {} : { by }) } },
    ...(inputId === question ? afterModelAnswer(outcome, model ?? '') : []),
  ];
}

/** A rule that outlives its session. */
export interface KeptRule {
  readonly rule: string;
  /** The real path of the folder in which it applies. Without it, the rule applies in every trusted folder. */
  readonly project?: string;
}

/** The rule to save for an answer that grants for a project or always, and where it applies. */
export function toKeptRule({ inputId, answer }: SentInput, pending: readonly InputRequest[]): KeptRule | undefined {
  if (answer.kind !== 'confirmation' || (answer.outcome !== 'project' && answer.outcome !== 'always')) return undefined;
  const request = pending.find((asked) => asked.inputId === inputId);
  const grant = request?.kind === 'confirmation' ? request.grant : undefined;
  // An answer for an untrusted folder was rejected earlier.
  if (grant?.project === undefined) return undefined;
  const { rule, project } = grant;
  return answer.outcome === 'always' ? { rule } : { rule, project };
}

/** Whether an answer requests another try of an unavailable model. */
export function isAnotherTry({ inputId, answer }: SentInput, { question }: Pick<TurnState, 'question'>): boolean {
  if (inputId !== question || answer.kind !== 'choice') return false;
  return parseModelOption(answer.optionIds[0] ?? '')?.kind === 'retry';
}

/** The call that the host was told to run and has not answered. Throws `UNKNOWN_INPUT` if there is none. */
export function toHostCall(callId: string, { batch }: Pick<TurnState, 'batch'>): CallState {
  const call = batch.find((open) => open.callId === callId && open.hostUntil !== null && !open.isFinished);
  if (call !== undefined) return call;
  throw new AgentError('UNKNOWN_INPUT', `The host was not asked to run ${callId}, or its result was already received`, {
    hint: 'Run a call when its tool_status has `host`, and answer once',
  });
}

/** Checks that the answer has the right kind and is about the exact call that was shown. */
function checkFit(request: InputRequest, answer: InputAnswer): void {
  if (answer.kind === 'declined') return;
  if (answer.kind === 'text' && request.kind === 'choice' && request.allowsText === true) return;
  if (answer.kind !== request.kind)
    throw new AgentError('SEND_INVALID', `${request.inputId} expects a ${request.kind}, not a ${answer.kind}`);
  if (answer.kind === 'choice' && request.kind === 'choice' && !areOffered(answer.optionIds, request))
    throw new AgentError('SEND_INVALID', `${request.inputId} does not offer ${answer.optionIds.join(', ')}`);
  if (answer.kind === 'confirmation' && request.kind === 'confirmation') checkConfirmation(request, answer);
}

function checkConfirmation(
  request: Extract<InputRequest, { kind: 'confirmation' }>,
  answer: Extract<InputAnswer, { kind: 'confirmation' }>,
): void {
  if (answer.digest !== request.digest) {
    throw new AgentError('UNKNOWN_INPUT', 'The answer is for a different version of the call', {
      hint: 'Show the call again and ask the user again',
    });
  }
  checkPreview(request, answer);
  const isKept = answer.outcome === 'project' || answer.outcome === 'always';
  if ((isKept || answer.outcome === 'session') && request.grant === undefined)
    throw new AgentError('SEND_INVALID', `${request.tool} can only be allowed once`, { hint: 'Answer with once' });
  if (isKept && request.grant?.project === undefined) {
    throw new AgentError('SEND_INVALID', 'This folder is not trusted, so nothing can be allowed beyond this session', {
      hint: 'Answer with session',
    });
  }
  if (request.expiresAt !== undefined && Date.parse(request.expiresAt) <= Date.now())
    throw new AgentError('UNKNOWN_INPUT', 'The time to answer has expired');
}

/** A preview is applied once, for the call as it was previewed, and only if everything can be applied. */
function checkPreview(
  { preview }: Extract<InputRequest, { kind: 'confirmation' }>,
  answer: Extract<InputAnswer, { kind: 'confirmation' }>,
): void {
  if (answer.preview === undefined) return;
  if (answer.outcome !== 'once') throw new AgentError('SEND_INVALID', 'A preview is applied with outcome once');
  if (preview?.previewId !== answer.preview)
    throw new AgentError('UNKNOWN_INPUT', 'There is a newer preview, or none', { hint: 'Preview the call again' });
  if (preview.obstacle !== undefined)
    throw new AgentError('SEND_INVALID', `This preview cannot be applied: ${preview.obstacle}`, {
      hint: 'Run the command instead, or deny it',
    });
}

function areOffered(ids: readonly string[], request: Extract<InputRequest, { kind: 'choice' }>): boolean {
  return ids.length > 0 && ids.every((id) => request.options.some((option) => option.id === id));
}

/** The outcome of an answer, without secrets. */
function toOutcome(answer: Exclude<InputAnswer, { kind: 'tool_result' }>): InputOutcome {
  switch (answer.kind) {
    case 'credential':
      return { kind: 'credential' };
    case 'confirmation':
    case 'choice':
    case 'text':
    case 'declined':
      return answer;
    default:
      return unreachable(answer);
  }
}
