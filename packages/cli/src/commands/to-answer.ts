import { AgentError, unreachable, type InputAnswer, type InputRequest } from '@bowline/protocol';

/** What the options of `bowline approve` say. */
export interface AnswerOptions {
  readonly session: boolean;
  readonly project: boolean;
  readonly always: boolean;
  readonly deny?: string | undefined;
  readonly choose?: string | undefined;
  readonly text?: string | undefined;
}

type AnswerName = keyof AnswerOptions;
type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

/** The options that each kind of question takes; any other is meant for another question. */
const taken: Readonly<Record<InputRequest['kind'], readonly AnswerName[]>> = {
  confirmation: ['session', 'project', 'always', 'deny'],
  choice: ['choose', 'deny'],
  text: ['text', 'deny'],
  credential: ['deny'],
};

/** The one answer that the options give; undefined when they give none. Throws when they give several. */
export function givenAnswer(options: AnswerOptions): AnswerName | undefined {
  const names: readonly AnswerName[] = ['session', 'project', 'always', 'deny', 'choose', 'text'];
  const given = names.filter((name) => options[name] !== undefined && options[name] !== false);
  if (given.length > 1) throw wrong(`${toFlags(given)} exclude each other`, 'give one of them');
  return given[0];
}

/** What the options answer to a question. Throws when they are meant for another kind of question, or say nothing. */
export function toAnswer(request: InputRequest, options: AnswerOptions): InputAnswer {
  const given = givenAnswer(options);
  if (given !== undefined && !taken[request.kind].includes(given))
    throw wrong(`--${given} does not answer: ${request.title}`, howTo(request));
  const { deny = '', choose = '', text = '' } = options;
  if (request.kind === 'confirmation') return confirm(request, given, deny);
  if (given === 'deny') return { kind: 'declined' };
  if (given === 'choose' && request.kind === 'choice') return choice(request, choose);
  if (given === 'text') return { kind: 'text', text };
  throw wrong(`which answer? ${request.title}`, howTo(request));
}

function confirm(request: Confirmation, given: AnswerName | undefined, reason: string): InputAnswer {
  const { digest, grant } = request;
  if (given === 'deny')
    return { kind: 'confirmation', outcome: 'denied', digest, ...(reason === '' ? {} : { reason }) };
  const outcome = given === 'session' || given === 'project' || given === 'always' ? given : 'once';
  if (outcome !== 'once' && grant === undefined)
    throw wrong(`this call can only be allowed once: ${request.title}`, howTo(request));
  if ((outcome === 'project' || outcome === 'always') && grant?.project === undefined)
    throw wrong('this folder is not trusted, so nothing can be allowed beyond this session', howTo(request));
  return { kind: 'confirmation', outcome, digest };
}

function choice(request: Extract<InputRequest, { kind: 'choice' }>, id: string): InputAnswer {
  if (request.options.some((option) => option.id === id)) return { kind: 'choice', optionIds: [id] };
  throw wrong(`there is no choice ${id}: ${request.title}`, howTo(request));
}

/** The options that answer a question, in words. */
function howTo(request: InputRequest): string {
  switch (request.kind) {
    case 'confirmation':
      return `this is an approval: use no option to allow it once, ${longer(request)}or --deny REASON`;
    case 'choice':
      return `this is a choice: use --choose with one of ${request.options.map(({ id }) => id).join(', ')}, or --deny REASON`;
    case 'text':
      return 'this is a question: use --text ANSWER, or --deny REASON';
    case 'credential':
      return 'a key is only taken on the screen: bowline --resume SESSION, or use --deny REASON';
    default:
      return unreachable(request);
  }
}

function longer({ grant }: Confirmation): string {
  if (grant === undefined) return '';
  return grant.project === undefined ? '--session, ' : '--session, --project, --always, ';
}

function toFlags(names: readonly AnswerName[]): string {
  return names.map((name) => `--${name}`).join(' and ');
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
