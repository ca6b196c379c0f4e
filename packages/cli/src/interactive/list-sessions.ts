import { openStore, Projection, sessionFold, toAnswerText, type LogRecord, type SessionSummary } from '@bowline/log';
import { sessionTitle, toText, type InputRequest } from '@bowline/protocol';
import type { ListedSession, SessionPreview } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { renameSession } from '../session/rename-session.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** The sessions that can be resumed: those of this folder first, then the others unless `isHere`, newest first. */
export async function listSessions(
  { machine, cwd, home }: CommandEnv,
  filter: { readonly isHere?: boolean } = {},
): Promise<readonly ListedSession[]> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const found = await store.list(filter.isHere === true ? { workspace: cwd } : {});
    const sessions = found.filter(({ damage, messages }) => damage === null && messages > 0);
    const isHere = ({ workspace }: SessionSummary): boolean => workspace === cwd;
    return [...sessions.filter(isHere), ...sessions.filter((session) => !isHere(session))].map((session) =>
      toListed(session, { home, isHere: isHere(session) }),
    );
  } finally {
    await store.close();
  }
}

function toListed(
  summary: SessionSummary,
  { home, isHere }: { readonly home: string; readonly isHere: boolean },
): ListedSession {
  const { sessionId, workspace, updatedAt, messages, pending, isOpen, model = null, cost = null } = summary;
  const folder = toPlainPath(workspace, home);
  const title = sessionTitle(summary);
  return { sessionId, title, folder, updatedAt, messages, pending, isOpen, isHere, model, cost };
}

/** The title of a session; empty if it has no messages. */
export async function readTitle(sessionId: string, { machine }: CommandEnv): Promise<string> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const found = await store.find(sessionId);
    return found === undefined ? '' : sessionTitle(found);
  } finally {
    await store.close();
  }
}

/** Gives a session that is not open here another title. */
export async function rename(sessionId: string, title: string, env: CommandEnv): Promise<void> {
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    await renameSession(store, { sessionId, title }, env);
  } finally {
    await store.close();
  }
}

/** Deletes a session, unless a process has it open. */
export async function removeSession(sessionId: string, { machine }: CommandEnv): Promise<void> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    await store.delete(sessionId);
  } finally {
    await store.close();
  }
}

/** How many records a preview reads, and how many characters it shows. */
const RECORDS = 200;
const LONGEST = 4000;

/** The last messages of a session, and what it waits for. */
export async function previewSession(sessionId: string, { machine }: CommandEnv): Promise<SessionPreview> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const reader = await store.openReader(sessionId);
    const said: string[] = [];
    for await (const record of reader.read({ from: Math.max(1, reader.head.seq - RECORDS) })) {
      const text = toSaid(record);
      if (text !== '') said.push(text);
    }
    const { state } = await Projection.open(reader, sessionFold);
    await reader.close();
    const [asked] = state.pending;
    return { text: said.join('\n\n').slice(-LONGEST), waitsFor: asked === undefined ? null : toAsked(asked) };
  } finally {
    await store.close();
  }
}

function toAsked(request: InputRequest): string {
  const display = request.kind === 'confirmation' ? request.display : undefined;
  return display?.type === 'command' ? `Run ${display.command}` : request.title.replace(/\?$/, '');
}

function toSaid(record: LogRecord): string {
  switch (record.type) {
    case 'user_message':
    case 'steering_message':
      return `> ${toText(record.body.display ?? record.body.content)}`;
    case 'model_answered':
      return toAnswerText(record.body.content).trim();
    default:
      return '';
  }
}
