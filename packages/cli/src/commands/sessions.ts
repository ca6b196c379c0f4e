import { toText, AgentError } from '@bowline/protocol';
import { exportSession, openStore, type LogRecord, type SessionStore, type SessionSummary } from '@bowline/log';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

/** Lists, shows, exports, checks and removes sessions. Resolves to the exit code. */
export async function runSessions(words: readonly string[], env: CommandEnv): Promise<number> {
  const [verb = 'list', wanted] = words;
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    if (verb === 'list') return await list(store, env, words.includes('--all'));
    const act = verbs[verb];
    if (act === undefined)
      throw new AgentError('SEND_INVALID', `unknown: bowline sessions ${verb}`, {
        hint: 'list, show, export, verify or rm',
      });
    if (wanted === undefined)
      throw new AgentError('SEND_INVALID', 'which session?', {
        hint: `bowline sessions ${verb} latest, or an id from the list`,
      });
    const found = await store.find(wanted, wanted === 'latest' ? { workspace: env.cwd } : {});
    if (found === undefined)
      throw new AgentError('SESSION_NOT_FOUND', `no session ${wanted}`, { hint: 'bowline sessions list --all' });
    return await act(store, found.sessionId, env);
  } finally {
    await store.close();
  }
}

type Verb = (store: SessionStore, sessionId: string, env: CommandEnv) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = { show, export: exportLines, verify, rm: remove };

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
  damage,
}: SessionSummary): string {
  const state = damage !== null ? 'damaged' : pending > 0 ? `${pending} waiting` : isOpen ? 'unfinished' : '';
  const what = damage ?? title ?? firstMessage ?? '';
  return `${sessionId}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${String(messages).padStart(4)} messages  ${state.padEnd(10)}  ${what.replaceAll('\n', ' ').slice(0, 80)}`;
}

async function show(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    for await (const record of reader.read()) {
      const line = describe(record);
      if (line !== undefined) env.stdout(`${record.at.slice(0, 19).replace('T', ' ')}  ${line}\n`);
    }
    return EXIT.ok;
  } finally {
    await reader.close();
  }
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
    case 'model_failed':
      return `failed: ${record.body.message}`;
    case 'tool_requested':
      return `call ${record.body.name} ${JSON.stringify(record.body.args).slice(0, 120)}`;
    case 'tool_finished':
      return `  ${record.body.name} ${record.body.isError ? 'failed' : 'done'}: ${toText(record.body.content).split('\n')[0]?.slice(0, 120) ?? ''}`;
    case 'tool_interrupted':
      return `  ${record.body.name} interrupted: its outcome is unknown`;
    case 'stream_ended':
      return `ended: ${record.body.reason}`;
    case 'rewound':
      return `rewound to record ${record.body.to}`;
    default:
      return undefined;
  }
}

async function exportLines(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  const reader = await store.openReader(sessionId);
  try {
    for await (const line of exportSession(reader)) env.stdout(`${line}\n`);
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

async function remove(store: SessionStore, sessionId: string, env: CommandEnv): Promise<number> {
  await store.delete(sessionId);
  env.stdout(`removed ${sessionId}\n`);
  return EXIT.ok;
}
