import { parseArgs } from 'node:util';
import type { OpenedSession } from '@bowline/assembly';
import { AgentError, type AgentSend, type InputAnswer, type InputRequest } from '@bowline/protocol';
import type { CommandEnv, OutputFormat } from '../command.ts';
import { createOutput } from '../headless/create-output.ts';
import { commandTable } from '../usage/command-table.ts';
import { HeadlessRun } from '../headless/headless-run.ts';
import { describeQuestion } from './describe-question.ts';
import { howToAnswer } from './how-to-answer.ts';
import { openToAnswer } from './open-to-answer.ts';

const { options } = commandTable.approve;

const formats: readonly OutputFormat[] = ['text', 'json', 'stream-json', 'events'];

/** Answers a question from any terminal, and goes on. Resolves to the exit code. */
export async function runApprove(words: readonly string[], env: CommandEnv): Promise<number> {
  const { values, positionals } = parse(words);
  const [sessionId, wanted] = positionals;
  if (sessionId === undefined) throw wrong('which session?', 'bowline pending lists those that wait');
  const format = formats.find((known) => known === values['output-format']) ?? 'text';
  const opened = await openToAnswer(sessionId, { takeover: values.takeover }, env);
  try {
    const { pendingInputs } = await opened.session.status();
    const asked = select(pendingInputs, { wanted, isAll: values.all, sessionId: opened.sessionId });
    const sends = asked.map((request): AgentSend => {
      const { inputId } = request;
      return { input: { inputId, answer: toAnswer(request, values), by: env.machine.user } };
    });
    const after = await lastEvent(opened);
    // All answers but the last are only told; the turn is followed from the last one on.
    for (const send of sends.slice(0, -1)) await opened.session.send(send);
    const output = createOutput(format, env, { id: opened.sessionId, model: '' });
    const run = new HeadlessRun(opened, env, { output, onConfirm: 'suspend' });
    return await run.play(sends.slice(-1), { after });
  } finally {
    await opened.close();
  }
}

type Values = ReturnType<typeof parse>['values'];

function parse(
  words: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (thrown) {
    throw wrong(thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown));
  }
}

async function lastEvent({ session }: OpenedSession): Promise<string | undefined> {
  const { activeStreamId } = await session.status();
  let last: string | undefined;
  if (activeStreamId !== null) for await (const { id } of session.events({ streamId: activeStreamId })) last = id;
  return last;
}

function select(
  pending: readonly InputRequest[],
  {
    wanted,
    isAll,
    sessionId,
  }: { readonly wanted: string | undefined; readonly isAll: boolean; readonly sessionId: string },
): readonly InputRequest[] {
  if (pending.length === 0)
    throw new AgentError('UNKNOWN_INPUT', 'the session does not wait for an answer', {
      hint: 'bowline pending lists what waits',
    });
  if (isAll) return pending;
  const found = wanted === undefined ? pending : pending.filter(({ inputId }) => inputId.startsWith(wanted));
  const [only] = found;
  if (found.length === 1 && only !== undefined) return [only];
  const list = pending.flatMap((request) => describeQuestion(request)).join('\n  ');
  const problem =
    found.length === 0 ? `there is no question ${wanted ?? ''}; these are open` : `${found.length} questions are open`;
  const commands = howToAnswer(sessionId, pending).join('\n  ');
  throw wrong(`${problem}:\n  ${list}`, `answer one of them, or all:\n  ${commands}`);
}

function toAnswer(request: InputRequest, values: Values): InputAnswer {
  const { deny, choose, text } = values;
  if (request.kind === 'confirmation') {
    const { digest } = request;
    if (deny !== undefined)
      return { kind: 'confirmation', outcome: 'denied', digest, ...(deny === '' ? {} : { reason: deny }) };
    return { kind: 'confirmation', outcome: outcomeOf(values), digest };
  }
  if (deny !== undefined) return { kind: 'declined' };
  if (request.kind === 'choice' && choose !== undefined) return { kind: 'choice', optionIds: [choose] };
  if (request.kind === 'text' && text !== undefined) return { kind: 'text', text };
  throw wrong(`${request.title}: which answer?`, 'use --choose ID for a choice, --text ANSWER for words, or --deny');
}

/** The narrowest of those that are given. */
function outcomeOf({ session, project, always }: Values): 'once' | 'session' | 'project' | 'always' {
  if (session) return 'session';
  return project ? 'project' : always ? 'always' : 'once';
}

function wrong(message: string, hint = 'bowline approve --help'): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
