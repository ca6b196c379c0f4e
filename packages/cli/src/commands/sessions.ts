import { forkSession } from '@bowline/assembly';
import { toText, AgentError, showInRow, type TokenUsage } from '@bowline/protocol';
import {
  addUsage,
  exportSession,
  openStore,
  type LogRecord,
  type SessionStore,
  type SessionSummary,
} from '@bowline/log';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { rewindSession } from './rewind-session.ts';
import { toMarkdown } from './to-markdown.ts';
import { toCount } from './to-count.ts';

/** Lists, shows, exports, checks, forks, takes back, removes and moves sessions. Resolves to the exit code. */
export async function runSessions(words: readonly string[], env: CommandEnv): Promise<number> {
  const [verb = 'list', wanted, ...rest] = words;
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    if (verb === 'list') return await list(store, env, words.includes('--all'));
    if (verb === 'push' || verb === 'pull')
      return await (await import('../move/run-move.ts')).runMove(verb, words.slice(1), { store, env });
    const act = verbs[verb];
    if (act === undefined)
      throw new AgentError('SEND_INVALID', `unknown: bowline sessions ${verb}`, {
        hint: 'list, show, export, verify, fork, rewind, rm, push or pull',
      });
    if (wanted === undefined)
      throw new AgentError('SEND_INVALID', 'which session?', {
        hint: `bowline sessions ${verb} latest, or an id from the list`,
      });
    const found = await store.find(wanted, wanted === 'latest' ? { workspace: env.cwd } : {});
    if (found === undefined)
      throw new AgentError('SESSION_NOT_FOUND', `no session ${wanted}`, { hint: 'bowline sessions list --all' });
    return await act(store, found.sessionId, { ...env, words: rest });
  } finally {
    await store.close();
  }
}

/** With the words that follow the session. */
interface VerbEnv extends CommandEnv {
  readonly words: readonly string[];
}
type Verb = (store: SessionStore, sessionId: string, env: VerbEnv) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = { show, export: exportLines, verify, fork, rewind, rm: remove };

async function list(store: SessionStore, env: CommandEnv, isAll: boolean): Promise<number> {
  const sessions = await store.list(isAll ? {} : { workspace: env.cwd });
  for (const session of sessions) env.stdout(`${toLine(session)}\n`);
  if (sessions.length === 0)
    env.stderr(`no sessions ${isAll ? 'yet' : 'in this folder (bowline sessions list --all shows all)'}\n`);
  return EXIT.ok;
}

function toLine({
  sessionId,
  updatedAt,
  messages,
  title,
  firstMessage,
  isOpen,
  pending,
  movedTo = null,
  damage,
}: SessionSummary): string {
  const state =
    damage !== null
      ? 'damaged'
      : movedTo !== null
        ? 'moved'
        : pending > 0
          ? `${pending} waiting`
          : isOpen
            ? 'unfinished'
            : '';
  const what = damage ?? title ?? firstMessage ?? '';
  return `${sessionId}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${' '.repeat(Math.max(0, 4 - String(messages).length))}${toCount(messages, 'message').padEnd(10)}  ${state.padEnd(10)}  ${what.replaceAll('\n', ' ').slice(0, 80)}`;
}

async function show(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    const spent = new Map<string, TokenUsage>();
    for await (const record of reader.read()) {
      const line = describe(record);
      if (line !== undefined) env.stdout(`${record.at.slice(0, 19).replace('T', ' ')}  ${line}\n`);
      count(record, spent);
    }
    for (const [model, usage] of spent) env.stdout(`${describeUsage(model, usage)}\n`);
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

/** What each model was used for, whether it was asked for the turn, on the side, or in vain. */
function count(record: LogRecord, spent: Map<string, TokenUsage>): void {
  if (record.type !== 'model_answered' && record.type !== 'model_failed' && record.type !== 'utility_called') return;
  const { model, usage } = record.body;
  if (usage !== undefined) spent.set(model, addUsage(spent.get(model) ?? { inputTokens: 0, outputTokens: 0 }, usage));
}

function describeUsage(
  model: string,
  { inputTokens, outputTokens, cachedTokens = 0, thoughtTokens = 0, cost }: TokenUsage,
): string {
  const tokens = `${inputTokens} tokens in (${cachedTokens} cached), ${outputTokens + thoughtTokens} out`;
  return `used ${model}: ${tokens}${cost === undefined ? ', no known price' : `, $${cost.toFixed(4)}`}`;
}

// eslint-disable-next-line complexity -- one line per type of record that a person wants to see
function describe(record: LogRecord): string | undefined {
  switch (record.type) {
    case 'session_started':
      return `session ${record.body.sessionId} in ${record.body.workspace}`;
    case 'user_message':
    case 'steering_message':
      return `you: ${toText(record.body.display ?? record.body.content)}`;
    case 'model_answered': {
      const parts = (record.body.content as { parts?: { text?: string; thought?: boolean }[] }).parts ?? [];
      const text = parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
      return text === '' ? undefined : `agent: ${text}`;
    }
    case 'model_selected':
      return `model: ${record.body.model} (${record.body.strategy})`;
    case 'model_fell_back':
      return `model: ${record.body.from} -> ${record.body.to}: ${record.body.reason}`;
    case 'model_failed':
      return `failed: ${record.body.message}${record.body.retryAt === undefined ? '' : `, trying again at ${record.body.retryAt}`}`;
    case 'tool_requested':
      return `call ${record.body.name} ${JSON.stringify(record.body.args).slice(0, 120)}`;
    case 'tool_finished':
      return `  ${record.body.name} ${record.body.isError ? 'failed' : 'done'}: ${toText(record.body.content).split('\n')[0]?.slice(0, 120) ?? ''}`;
    case 'tool_blocked':
      return `  refused by the sandbox: ${record.body.walls.map(({ need, target }) => `${need} ${showInRow(target ?? '')}`.trim()).join(', ')}`;
    case 'tool_interrupted':
      return `  ${record.body.name} interrupted: its outcome is unknown`;
    case 'mode_changed':
      return `mode: ${record.body.mode}`;
    case 'memory_loaded':
      return `read ${record.body.files.map(({ path }) => path).join(', ')}`;
    case 'context_compacted':
      return `summarised up to record ${record.body.through}: ${record.body.tokensBefore} tokens to ${record.body.tokensAfter}`;
    case 'compaction_rejected':
      return `not summarised: ${record.body.reason}`;
    case 'loop_detected':
      return `in circles: ${record.body.detail}`;
    case 'stream_ended':
      return `ended: ${record.body.reason}`;
    case 'session_moved':
      return `moved to ${record.body.to}`;
    case 'session_arrived':
      return `arrived at ${record.body.at}`;
    case 'rewound':
      return `rewound to record ${record.body.to}`;
    default:
      return undefined;
  }
}

async function exportLines(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    if (env.words.includes('--markdown')) for await (const text of toMarkdown(reader)) env.stdout(text);
    else for await (const line of exportSession(reader)) env.stdout(`${line}\n`);
    return EXIT.ok;
  } finally {
    await reader.close();
  }
}

async function verify(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    const { isSound, valid, problems } = await reader.verify();
    env.stdout(`${sessionId}: ${isSound ? 'sound' : 'damaged'}, ${valid} records proven\n`);
    for (const problem of problems) env.stdout(`  ${problem}\n`);
    return isSound ? EXIT.ok : EXIT.failed;
  } finally {
    await reader.close();
  }
}

/** All of it, or up to before the stream of an event. */
async function fork(_store: SessionStore, sessionId: string, { words, machine, stdout }: VerbEnv): Promise<number> {
  const [before = null] = words;
  const forked = await forkSession({ sessionId, before }, machine);
  stdout(`${forked}\n`);
  return EXIT.ok;
}

async function rewind(store: SessionStore, sessionId: string, env: VerbEnv): Promise<number> {
  const isUndo = env.words.includes('--undo');
  const count = env.words.find((word) => word !== '--undo');
  return await rewindSession(store, { sessionId, count, isUndo }, env);
}

async function remove(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  await store.delete(sessionId);
  env.stdout(`removed ${sessionId}\n`);
  return EXIT.ok;
}
