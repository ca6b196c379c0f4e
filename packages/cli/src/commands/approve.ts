import type { OpenedSession } from '@bowline/assembly';
import { openStore } from '@bowline/log';
import { AgentError, spellUnseen, type AgentSend, type InputRequest } from '@bowline/protocol';
import { outputFormats, type CommandEnv, type OutputFormat } from '../command.ts';
import { createOutput } from '../headless/create-output.ts';
import { commandTable, usageLine } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { HeadlessRun } from '../headless/headless-run.ts';
import { EXIT } from '../exit-codes.ts';
import { approvalTexts } from '../texts/approval-texts.ts';
import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { describePending, describeQuestion } from '../approvals/describe-question.ts';
import { howToAnswer } from '../approvals/how-to-answer.ts';
import { openToAnswer, type OpenedToAnswer } from '../approvals/open-to-answer.ts';
import { previewApproval } from '../approvals/preview-approval.ts';
import { readPending } from '../approvals/read-pending.ts';
import { watchApply } from '../approvals/watch-apply.ts';
import { givenAnswer, toAnswer } from '../approvals/to-answer.ts';

const { options } = commandTable.approve;

/** Answers a pending approval and continues the session. Resolves to the exit code. */
export async function runApprove(words: readonly string[], env: CommandEnv): Promise<number> {
  const { values, positionals } = parseOptions(words, options, usageLine('approve'));
  const given = givenAnswer(values);
  const format = outputFormats.find((known) => known === values['output-format']);
  if (format === undefined)
    throw usageError(usageTexts.badValue('--output-format', values['output-format'], outputFormats));
  const [extra] = positionals.slice(2);
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, usageLine('approve')));
  const [sessionId = await findOnly(given !== undefined, env), wanted] = positionals;
  const opened = await openToAnswer(sessionId, { takeover: values.takeover }, env);
  try {
    const { pendingInputs } = await opened.session.status();
    const isInterrupted = opened.kind === 'here' && opened.unfinished !== null;
    const { sessionId: id } = opened;
    const asked = select(pendingInputs, { wanted, isAll: values.all, sessionId: id, isInterrupted });
    const [first] = asked;
    if (given === 'preview' && first !== undefined) {
      if (first.kind !== 'confirmation') toAnswer(first, values);
      return await previewApproval(opened, first, { env, format });
    }
    const sends = asked.map((request): AgentSend => {
      const { inputId } = request;
      return { input: { inputId, answer: toAnswer(request, values), by: env.machine.user } };
    });
    if (opened.kind === 'elsewhere') return await answerThere(opened, { asked, sends, format }, env);
    const after = await lastEvent(opened);
    // The turn continues after the last answer, so only that one is followed.
    for (const send of sends.slice(0, -1)) await opened.session.send(send);
    const output = createOutput(format, env, { id: opened.sessionId, model: '' });
    const run = new HeadlessRun(opened, env, { output, onConfirm: 'suspend' });
    const isRefused = watchApply(opened.session, asked, (text) => {
      env.stderr(`bowline: ${spellUnseen(text)}\n`);
    });
    const code = await run.play(sends.slice(-1), { after });
    return code === EXIT.ok && isRefused() ? EXIT.failed : code;
  } finally {
    await opened.close();
  }
}

/**
 * The only session with a pending approval, if the command line has an answer. Otherwise throws an error that lists the
 * approvals, so that nothing is allowed unseen.
 */
async function findOnly(hasAnswer: boolean, env: CommandEnv): Promise<string> {
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    const sessions = await readPending(store);
    const [only] = sessions;
    if (only === undefined) throw usageError(approvalTexts.nothingToApprove);
    if (sessions.length === 1 && hasAnswer) return only.sessionId;
    const list = sessions.map((session) => describePending(session)).join('\n');
    throw usageError(sessions.length === 1 ? approvalTexts.notAnswered(list) : approvalTexts.severalSessions(list));
  } finally {
    await store.close();
  }
}

interface Answering {
  readonly asked: readonly InputRequest[];
  readonly sends: readonly AgentSend[];
  readonly format: OutputFormat;
}

/** Sends the answers to the process that has the session open, which continues it. */
async function answerThere(
  { session, sessionId }: Extract<OpenedToAnswer, { kind: 'elsewhere' }>,
  { asked, sends, format }: Answering,
  { stdout, stderr }: CommandEnv,
): Promise<number> {
  for (const send of sends) await session.send(send);
  const answered = asked.map(({ inputId }) => inputId);
  if (format !== 'text') stdout(`${JSON.stringify({ session_id: sessionId, answered })}\n`);
  for (const { title } of asked) stderr(`bowline: ${approvalTexts.answered(title)}\n`);
  stderr(`  ${approvalTexts.continuesElsewhere(sessionId)}\n`);
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
    isInterrupted,
  }: {
    readonly wanted: string | undefined;
    readonly isAll: boolean;
    readonly sessionId: string;
    readonly isInterrupted: boolean;
  },
): readonly InputRequest[] {
  if (pending.length === 0) {
    const { message, hint } = (isInterrupted ? approvalTexts.noneInterrupted : approvalTexts.noneInSession)(sessionId);
    throw new AgentError('UNKNOWN_INPUT', message, { hint });
  }
  if (isAll) return pending;
  const found = wanted === undefined ? pending : pending.filter(({ inputId }) => inputId.startsWith(wanted));
  const [only] = found;
  if (found.length === 1 && only !== undefined) return [only];
  const list = pending.flatMap((request) => describeQuestion(request)).join('\n  ');
  const commands = howToAnswer(sessionId, pending).join('\n  ');
  throw usageError(
    found.length === 0
      ? approvalTexts.unknownQuestion(wanted ?? '', list, commands)
      : approvalTexts.severalQuestions(found.length, list, commands),
  );
}
