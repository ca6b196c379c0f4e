import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeProject } from '../../tests/tui/write-parser-project.ts';
import { openPty, type Chunk, type Pty } from '../../tests/tui/open-pty.ts';
import { openStage } from '../../tests/tui/open-stage.ts';
import { PARSER_REQUEST, parserSession } from '../../tests/tui/parser-session.ts';

/** The window of the recording. */
const SIZE = { columns: 100, rows: 32 } as const;
/** Longer than a question takes to accept keys, and than it takes to read a row. */
const READ_MS = 1200;
const KEY_MS = 45;
/** Longer pauses are cut to this, in seconds. */
const LONGEST_PAUSE = 1.5;

/** Plays the session of the parser in a pseudo-terminal. */
async function play(argv: readonly string[], use: (pty: Pty) => Promise<void>): Promise<Pty> {
  const stage = await openStage(parserSession, writeProject);
  writeFileSync(
    join(stage.home, 'settings.json'),
    JSON.stringify({ security: { sandbox: 'off' }, ui: { theme: 'dark' } }),
  );
  try {
    const pty = openPty({
      command: stage.command('--trust', ...argv),
      cwd: stage.workspace,
      env: stage.env(),
      ...SIZE,
    });
    await use(pty);
    return pty;
  } finally {
    await stage.close();
  }
}

/** What a screen reader says in a whole session, from start to quit. */
export async function recordReader(): Promise<string> {
  const pty = await play(['--screen-reader'], async (reader) => {
    await reader.shows('Message:');
    await reader.type(PARSER_REQUEST, KEY_MS);
    reader.press('\r');
    await answer(reader, 'Approval: run this command?', 's');
    await answer(reader, 'Approval: edit src/parse.ts?', 'y');
    await reader.shows(/^Turn finished[^\n]*\nMessage:$/m);
    reader.press('\u0004');
    await reader.ended;
  });
  return `${await pty.text()}\n`;
}

/** The same session as it is drawn, as an asciicast: https://docs.asciinema.org/manual/asciicast/v2/. */
export async function recordCast(): Promise<string> {
  const pty = await play([], async (drawn) => {
    await drawn.shows('/context');
    await sleep(READ_MS);
    await drawn.type(PARSER_REQUEST, KEY_MS);
    await sleep(READ_MS / 2);
    drawn.press('\r');
    await answer(drawn, 'Run this command?', 's');
    await answer(drawn, 'Edit src/parse.ts?', 'y');
    await drawn.shows('Ctrl-O expand');
    await sleep(READ_MS);
    drawn.close();
  });
  return toCast(pty.chunks());
}

async function answer(pty: Pty, question: string, key: string): Promise<void> {
  await pty.shows(question);
  await sleep(READ_MS);
  pty.press('\t');
  await sleep(READ_MS);
  pty.press(key);
}

/** One JSON line per write, with pauses cut. */
function toCast(chunks: readonly Chunk[]): string {
  const head = {
    version: 2,
    width: SIZE.columns,
    height: SIZE.rows,
    title: 'Bowline mends a parser',
    env: { TERM: 'xterm-256color' },
  };
  let [now, last] = [0, chunks[0]?.at ?? 0];
  const lines = chunks.map(({ at, data }) => {
    now += Math.min(at - last, LONGEST_PAUSE);
    last = at;
    return JSON.stringify([Math.round(now * 1000) / 1000, 'o', data]);
  });
  return `${[JSON.stringify(head), ...lines].join('\n')}\n`;
}
