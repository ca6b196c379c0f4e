import { forkSession } from '@bowline/assembly';
import { AgentError, nearestNames, sessionTitle, type TokenUsage } from '@bowline/protocol';
import {
  addUsage,
  exportSession,
  findOwner,
  openStore,
  type LogRecord,
  type SessionStore,
  type SessionSummary,
} from '@bowline/log';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { describeRecord } from '../session/describe-record.ts';
import { completeFork } from '../approvals/complete-fork.ts';
import { restoreSession } from '../approvals/restore-session.ts';
import { rewindSession } from '../approvals/rewind-session.ts';
import { findPoint } from '../session/find-point.ts';
import { printChanges } from '../session/print-preview.ts';
import { renameSession, toTitle } from '../session/rename-session.ts';
import { toMarkdown } from '../session/to-markdown.ts';
import { usageError } from '../texts/error-text.ts';
import { sessionTexts } from '../texts/session-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandTable } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';

/** Lists, shows, exports, verifies, salvages, forks, compares, rewinds, restores, renames, removes and moves sessions. Resolves to the exit code. */
export async function runSessions(words: readonly string[], env: CommandEnv): Promise<number> {
  const [verb = 'list', ...given] = words[0]?.startsWith('-') === true ? ['list', ...words] : words;
  const [wanted, ...rest] = given;
  checkOptions(verb, given);
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    if (verb === 'list') return await list(store, env, given.includes('--all'));
    if (verb === 'push' || verb === 'pull')
      return await (await import('../move/run-move.ts')).runMove(verb, given, { store, env });
    const act = verbs[verb];
    if (act === undefined)
      throw usageError(usageTexts.unknownVerb('sessions', verb, ['list', ...Object.keys(verbs), 'push', 'pull']));
    if (wanted === undefined) throw usageError(sessionTexts.sessionNeeded(verb));
    const found = await store.find(wanted, wanted === 'latest' ? { workspace: env.cwd } : {});
    if (found === undefined) {
      const { message, hint } = sessionTexts.notFound(wanted);
      throw new AgentError('SESSION_NOT_FOUND', message, { hint });
    }
    if (isAboutFiles(verb, rest)) tellOfInterruption(found, env);
    return await act(store, found.sessionId, { ...env, words: rest });
  } finally {
    await store.close();
  }
}

function isAboutFiles(verb: string, words: readonly string[]): boolean {
  return verb === 'diff' || verb === 'restore' || (verb === 'rewind' && words.includes('--files'));
}

/** Says that a process died in the middle of a turn. One that waits for an approval is only suspended. */
function tellOfInterruption({ sessionId, isOpen, pending }: SessionSummary, { machine, stderr }: CommandEnv): void {
  if (!isOpen || pending > 0 || findOwner(machine.sessionsFolder, sessionId) !== undefined) return;
  stderr(`bowline: ${sessionTexts.interrupted(sessionId)}\n`);
}

/** The options of each verb. `push` and `pull` parse their own. */
const options: Readonly<Record<string, readonly string[]>> = {
  list: ['--all'],
  export: ['--markdown'],
  show: ['--numbers'],
  fork: ['--files'],
  diff: ['--before'],
  rewind: ['--undo', '--files', '--before', '--dry-run', '--overwrite'],
  restore: ['--undo', '--before', '--dry-run', '--overwrite'],
};

/** Refuses an unknown option before anything happens: `rm --dry-run` must not delete. */
function checkOptions(verb: string, words: readonly string[]): void {
  if (verb === 'push' || verb === 'pull') return;
  const known = options[verb] ?? [];
  const unknown = words.find((word) => word.startsWith('-') && !known.includes(word.split('=')[0] ?? word));
  if (unknown === undefined) return;
  const near = nearestNames(unknown, known)[0]?.slice('--'.length);
  throw usageError(usageTexts.unknownOption(unknown, usageTexts.listSessionOptions, near));
}

/** The environment, with the words that follow the session. */
interface VerbEnv extends CommandEnv {
  readonly words: readonly string[];
}
type Verb = (store: SessionStore, sessionId: string, env: VerbEnv) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = {
  show,
  export: exportLines,
  verify,
  salvage,
  fork,
  diff,
  rewind,
  restore,
  rename,
  rm: remove,
};

async function list(store: SessionStore, env: CommandEnv, isAll: boolean): Promise<number> {
  const sessions = await store.list(isAll ? {} : { workspace: env.cwd });
  for (const session of sessions) env.stdout(`${toLine(session)}\n`);
  if (sessions.length === 0) env.stderr(`${isAll ? sessionTexts.none : sessionTexts.noneHere}\n`);
  return EXIT.ok;
}

function toLine({
  sessionId,
  updatedAt,
  messages,
  isOpen,
  pending,
  movedTo = null,
  damage,
  ...named
}: SessionSummary): string {
  const { states } = sessionTexts;
  const state =
    damage !== null
      ? states.damaged
      : movedTo !== null
        ? states.moved
        : pending > 0
          ? states.pending(pending)
          : isOpen
            ? states.unfinished
            : '';
  const what = damage ?? sessionTitle(named);
  return `${sessionId}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${' '.repeat(Math.max(0, 4 - String(messages).length))}${sessionTexts.messages(messages).padEnd(10)}  ${state.padEnd(10)}  ${what.replaceAll('\n', ' ').slice(0, 80)}`;
}

async function show(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const isNumbered = env.words.includes('--numbers');
  const reader = await store.openReader(sessionId);
  try {
    const spent = new Map<string, TokenUsage>();
    for await (const record of reader.read()) {
      const line = describeRecord(record, sessionId);
      const number = isNumbered ? `${String(record.seq).padStart(6)}  ` : '';
      if (line !== undefined) env.stdout(`${number}${record.at.slice(0, 19).replace('T', ' ')}  ${line}\n`);
      count(record, spent);
    }
    for (const [model, usage] of spent) env.stdout(`${describeUsage(model, usage)}\n`);
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

/** Adds the tokens of a record to those of its model. */
function count(record: LogRecord, spent: Map<string, TokenUsage>): void {
  if (record.type !== 'model_answered' && record.type !== 'model_failed' && record.type !== 'utility_called') return;
  const { model, usage } = record.body;
  if (usage !== undefined) spent.set(model, addUsage(spent.get(model) ?? { inputTokens: 0, outputTokens: 0 }, usage));
}

function describeUsage(
  model: string,
  { inputTokens, outputTokens, cachedTokens = 0, thoughtTokens = 0, cost }: TokenUsage,
): string {
  const tokens = { input: inputTokens, cached: cachedTokens, output: outputTokens + thoughtTokens };
  return sessionTexts.used(model, tokens, cost?.toFixed(4));
}

async function exportLines(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    if (env.words.includes('--markdown')) for await (const text of toMarkdown(reader)) env.stdout(text);
    else for await (const line of exportSession(reader, store.artifacts)) env.stdout(`${line}\n`);
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

async function verify(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    const { isSound, valid, problems } = await reader.verify();
    env.stdout(`${sessionTexts.verified(sessionId, isSound, valid)}\n`);
    for (const problem of problems) env.stdout(`  ${problem}\n`);
    return isSound ? EXIT.ok : EXIT.failed;
  } finally {
    await reader.close();
  }
}

/** Keeps what can be read of a damaged session. Does nothing to a sound one, which would only lose its place. */
async function salvage(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  if (await isSound(store, sessionId)) {
    env.stdout(`${sessionTexts.undamaged(sessionId)}\n`);
    return EXIT.ok;
  }
  const report = await store.salvage(sessionId, env.machine.owner);
  env.stdout(`${sessionTexts.salvaged(sessionId, report)}\n`);
  for (const problem of report.problems) env.stdout(`  ${problem}\n`);
  env.stdout(`${sessionTexts.original(report.original)}\n`);
  return EXIT.ok;
}

async function isSound(store: SessionStore, sessionId: string): Promise<boolean> {
  try {
    const reader = await store.openReader(sessionId);
    try {
      return (await reader.verify()).isSound;
    } finally {
      await reader.close();
    }
  } catch (thrown) {
    if (AgentError.is(thrown) && thrown.code === 'SESSION_DAMAGED') return false;
    throw thrown;
  }
}

/** Forks all of it, or the part before the turn of an event. */
async function fork(_store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const { words, machine, stdout } = env;
  const before = words.find((word) => !word.startsWith('-')) ?? null;
  const withFiles = words.includes('--files');
  const forked = await forkSession({ sessionId, before, withFiles }, machine);
  if (withFiles) await completeFork(forked, env);
  stdout(`${forked}\n`);
  return EXIT.ok;
}

/** The options and the count of a verb that goes back in a session. */
function parseBack(verb: string, words: readonly string[]) {
  const usage = sessionTexts.backUsage(verb);
  const { values, positionals } = parseOptions(words, commandTable.sessions.options, usage);
  const [count, extra] = positionals;
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, usage));
  const { undo: isUndo, files: withFiles, before, 'dry-run': isDryRun, overwrite = [] } = values;
  return { count, before, isUndo, withFiles, isDryRun, overwrite };
}

async function diff(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const typed = parseBack('diff', env.words);
  const isWhole = typed.count === undefined && typed.before === undefined;
  return await printChanges(sessionId, isWhole ? {} : await findPoint(store, sessionId, typed), env);
}

async function rewind(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  return await rewindSession(store, { sessionId, ...parseBack('rewind', env.words) }, env);
}

async function restore(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  return await restoreSession(store, { sessionId, ...parseBack('restore', env.words) }, env);
}

async function rename(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  if (env.words.length === 0) throw usageError(sessionTexts.titleNeeded(sessionId));
  const title = env.words.join(' ');
  await renameSession(store, { sessionId, title }, env);
  env.stdout(`${sessionTexts.renamed(sessionId, toTitle(title))}\n`);
  return EXIT.ok;
}

async function remove(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  await store.delete(sessionId);
  env.stdout(`${sessionTexts.removed(sessionId)}\n`);
  return EXIT.ok;
}
