import { unreachable, type AgentError, type InputAnswer, type InputRequest } from '@bowline/protocol';
import { approvalTexts } from '../texts/approval-texts.ts';
import { previewTexts } from '../texts/preview-texts.ts';
import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';

/** The options of `bowline approve` that answer. */
export interface AnswerOptions {
  readonly session: boolean;
  readonly project: boolean;
  readonly always: boolean;
  readonly deny?: string | undefined;
  readonly choose?: string | undefined;
  readonly text?: string | undefined;
  readonly preview: boolean;
  readonly apply: boolean;
  /** With `apply`: also replaces files that were changed since. */
  readonly overwrite: boolean;
}

type AnswerName = Exclude<keyof AnswerOptions, 'overwrite'>;
type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

/** The options that fit each kind of question. */
const taken: Readonly<Record<InputRequest['kind'], readonly AnswerName[]>> = {
  confirmation: ['session', 'project', 'always', 'deny', 'preview', 'apply'],
  choice: ['choose', 'deny'],
  text: ['text', 'deny'],
  credential: ['deny'],
};

/** The option that answers; undefined without one. Throws if there are several. */
export function givenAnswer(options: AnswerOptions): AnswerName | undefined {
  const names: readonly AnswerName[] = [
    ...(['session', 'project', 'always', 'deny', 'choose', 'text', 'preview', 'apply'] as const),
  ];
  const given = names.filter((name) => options[name] !== undefined && options[name] !== false);
  const [first = '', second = ''] = given;
  if (given.length > 1) throw usageError(usageTexts.exclusive(`--${first}`, `--${second}`));
  return given[0];
}

/** The answer to a question. Throws if the options do not fit the question, or are missing. */
export function toAnswer(request: InputRequest, options: AnswerOptions): InputAnswer {
  const given = givenAnswer(options);
  if (given !== undefined && !fits(given, request))
    throw wrong(approvalTexts.wrongOption(given, request.title), request);
  const { deny = '', choose = '', text = '' } = options;
  if (request.kind === 'confirmation')
    return given === 'apply' ? apply(request, options.overwrite) : confirm(request, given, deny);
  if (given === 'deny') return { kind: 'declined' };
  if (given === 'choose' && request.kind === 'choice') return choice(request, choose);
  if (given === 'text') return { kind: 'text', text };
  throw wrong(approvalTexts.answerNeeded(request.title), request);
}

function fits(given: AnswerName, request: InputRequest): boolean {
  const isOwn = given === 'text' && request.kind === 'choice' && request.allowsText === true;
  return isOwn || taken[request.kind].includes(given);
}

function confirm(request: Confirmation, given: AnswerName | undefined, reason: string): InputAnswer {
  const { digest, grant } = request;
  if (given === 'deny')
    return { kind: 'confirmation', outcome: 'denied', digest, ...(reason === '' ? {} : { reason }) };
  const outcome = given === 'session' || given === 'project' || given === 'always' ? given : 'once';
  if (outcome !== 'once' && grant === undefined) throw wrong(approvalTexts.onlyOnce(request.title), request);
  if ((outcome === 'project' || outcome === 'always') && grant?.project === undefined)
    throw wrong(approvalTexts.notTrusted, request);
  return { kind: 'confirmation', outcome, digest };
}

/** Applies what the call changed in the copy. */
function apply({ digest, preview, title }: Confirmation, overwrites: boolean): InputAnswer {
  if (preview === undefined) throw usageError(previewTexts.noPreview(title));
  const answer = { kind: 'confirmation', outcome: 'once', digest, preview: preview.previewId } as const;
  return overwrites ? { ...answer, overwrites } : answer;
}

function choice(request: Extract<InputRequest, { kind: 'choice' }>, id: string): InputAnswer {
  if (request.options.some((option) => option.id === id)) return { kind: 'choice', optionIds: [id] };
  throw wrong(approvalTexts.unknownChoice(id, request.title), request);
}

/** How to answer a question. */
function howTo(request: InputRequest): string {
  switch (request.kind) {
    case 'confirmation':
      return approvalTexts.howToConfirm(longer(request));
    case 'choice':
      return approvalTexts.howToChoose(request.options.map(({ id }) => id).join(', '));
    case 'text':
      return approvalTexts.howToText;
    case 'credential':
      return approvalTexts.howToKey;
    default:
      return unreachable(request);
  }
}

function longer({ grant }: Confirmation): string {
  if (grant === undefined) return '';
  return grant.project === undefined ? '--session, ' : '--session, --project, --always, ';
}

function wrong(message: string, request: InputRequest): AgentError {
  return usageError({ message, hint: howTo(request) });
}
