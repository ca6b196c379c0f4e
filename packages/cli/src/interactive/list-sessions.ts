import { openStore, toAnswerText, type LogRecord, type SessionSummary } from '@bowline/log';
import { toText } from '@bowline/protocol';
import type { ListedSession } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
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
      toListed(session, home),
    );
  } finally {
    await store.close();
  }
}

function toListed(summary: SessionSummary, home: string): ListedSession {
  const { sessionId, title, firstMessage, workspace, updatedAt, messages, pending, isOpen } = summary;
  const folder = toPlainPath(workspace, home);
  return { sessionId, title: title ?? firstMessage ?? '', folder, updatedAt, messages, pending, isOpen };
}

/** How many records a preview reads, and how many characters it shows. */
const RECORDS = 200;
const LONGEST = 4000;

/** The last messages of a session, as text. */
export async function previewSession(sessionId: string, { machine }: CommandEnv): Promise<string> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const reader = await store.openReader(sessionId);
    const said: string[] = [];
    for await (const record of reader.read({ from: Math.max(1, reader.head.seq - RECORDS) })) {
      const text = toSaid(record);
      if (text !== '') said.push(text);
    }
    await reader.close();
    return said.join('\n\n').slice(-LONGEST);
  } finally {
    await store.close();
  }
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
