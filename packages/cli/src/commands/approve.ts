import type { OpenedSession } from '@bowline/assembly';
import { openStore } from '@bowline/log';
import { AgentError, type AgentSend, type InputRequest } from '@bowline/protocol';
import type { CommandEnv, OutputFormat } from '../command.ts';
import { createOutput } from '../headless/create-output.ts';
import { commandTable, usageLine } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { HeadlessRun } from '../headless/headless-run.ts';
import { EXIT } from '../exit-codes.ts';
import { describePending, describeQuestion } from './describe-question.ts';
import { howToAnswer } from './how-to-answer.ts';
import { openToAnswer, type OpenedToAnswer } from './open-to-answer.ts';
import { readPending } from './read-pending.ts';
import { givenAnswer, toAnswer } from './to-answer.ts';

const { options } = commandTable.approve;

const formats: readonly OutputFormat[] = ['text', 'json', 'stream-json', 'events'];

/** Answers a question from any terminal, and goes on. Resolves to the exit code. */
export async function runApprove(words: readonly string[], env: CommandEnv): Promise<number> {
  const { values, positionals } = parseOptions(words, options, usageLine('approve'));
  const given = givenAnswer(values);
  const format = formats.find((known) => known === values['output-format']);
  if (format === undefined)
    throw wrong(`unknown output format: ${values['output-format']}`, `use one of ${formats.join(', ')}`);
  const [extra] = positionals.slice(2);
  if (extra !== undefined) throw wrong(`what is ${extra}?`);
  const [sessionId = await findOnly(given !== undefined, env), wanted] = positionals;
  const opened = await openToAnswer(sessionId, { takeover: values.takeover }, env);
  try {
    const { pendingInputs } = await opened.session.status();
    const asked = select(pendingInputs, { wanted, isAll: values.all, sessionId: opened.sessionId });
    const sends = asked.map((request): AgentSend => {
      const { inputId } = request;
      return { input: { inputId, answer: toAnswer(request, values), by: env.machine.user } };
    });
    if (opened.kind === 'elsewhere') return await answerThere(opened, { asked, sends, format }, env);
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

/**
 * The session that is meant when none is named: the only one with a question, when the command line says the answer.
 * Nothing is allowed that you have not seen: without an answer, or with several sessions, the questions are listed.
 */
async function findOnly(hasAnswer: boolean, env: CommandEnv): Promise<string> {
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    const sessions = await readPending(store);
    const [only] = sessions;
    if (only === undefined) throw wrong('nothing needs approval', 'bowline sessions lists your sessions');
    if (sessions.length === 1 && hasAnswer) return only.sessionId;
    const list = sessions.map((session) => describePending(session)).join('\n');
    throw wrong(`which one? Needs approval:\n${list}`, 'run one of the commands above');
  } finally {
    await store.close();
  }
}

interface Answering {
  readonly asked: readonly InputRequest[];
  readonly sends: readonly AgentSend[];
  readonly format: OutputFormat;
}

/** The process that holds the session takes the answers and goes on with it; nothing of that is shown here. */
async function answerThere(
  { session, sessionId }: Extract<OpenedToAnswer, { kind: 'elsewhere' }>,
  { asked, sends, format }: Answering,
  { stdout, stderr }: CommandEnv,
): Promise<number> {
  for (const send of sends) await session.send(send);
  const answered = asked.map(({ inputId }) => inputId);
  if (format !== 'text') stdout(`${JSON.stringify({ session_id: sessionId, answered })}\n`);
  for (const { title } of asked) stderr(`bowline: Answered: ${title}\n`);
  stderr(`  Session ${sessionId} continues in the process that has it open; bowline attach ${sessionId} shows it\n`);
  return EXIT.ok;
}

async function lastEvent({ session }: Pick<OpenedSession, 'session'>): Promise<string | undefined> {
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

function wrong(message: string, hint = 'bowline approve --help'): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
