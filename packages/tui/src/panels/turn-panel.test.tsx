import type { AgentEvent } from '@bowline/protocol';
import type { PlayedEvent } from '@bowline/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { bytes, closePanels, openPanel, type OpenedPanel } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import type { CallItem } from '../transcript/transcript.ts';
import { describeEntry, entryText } from './paint-turn.ts';
import { readTurn } from './read-turn.ts';
import { TurnPanel, type TurnPanelProps } from './turn-panel.tsx';

type At = readonly [second: number, event: PlayedEvent];

const said = (text: string, more: object = {}): PlayedEvent => ({
  type: 'message',
  role: 'user',
  messageId: text,
  content: [{ type: 'text', text }],
  ...more,
});
const answer = (text: string, thought = ''): PlayedEvent => ({
  type: 'message',
  role: 'agent',
  messageId: `${text}${thought}`,
  content: [
    ...(thought === '' ? [] : [{ type: 'thought' as const, text: thought }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ],
});
const call = (callId: string, name: string, args: Record<string, string>): PlayedEvent => ({
  type: 'tool_request',
  callId,
  name,
  args,
  effect: name === 'run_shell_command' ? 'execute' : 'read',
  executor: 'local',
});
const running = (callId: string): PlayedEvent => ({ type: 'tool_status', callId, status: 'running' });
const result = (callId: string, name: string, more: object): PlayedEvent => ({
  type: 'tool_response',
  callId,
  name,
  content: [],
  isError: false,
  ...more,
});
const read = (callId: string, file: string): PlayedEvent => call(callId, 'read_file', { file_path: `/w/${file}` });
const found = (callId: string, text: string, lines: number): PlayedEvent =>
  result(callId, 'read_file', { content: [{ type: 'text', text }], data: { lines } });
const OUTPUT = [
  '> vitest run parser',
  'FAIL  tokenize › empty input: expected [] to equal [undefined]',
  '    at tokenize (src/parse.ts:5:12)',
].join('\n');

const turn: readonly At[] = [
  [0, said('an earlier request')],
  [0, { type: 'agent_start' }],
  [1, answer('An earlier answer.')],
  [1, { type: 'agent_end', reason: 'completed' }],
  [2, said('The parser tests fail.')],
  [2, { type: 'agent_start' }],
  [6, answer("I'll **read** the parser.\nThen I run its tests.", 'the loop in tokenize may run one past the end')],
  [6, read('r1', 'src/parse.ts')],
  [6, read('r2', 'src/print.ts')],
  [6, call('t', 'run_shell_command', { command: 'npm test -- parser' })],
  [6, found('r1', 'text of src/parse.ts', 212)],
  [6, found('r2', 'text of src/print.ts', 102)],
  [6, running('t')],
  [
    8.4,
    result('t', 'run_shell_command', {
      content: [{ type: 'text', text: OUTPUT }],
      display: { type: 'text', text: OUTPUT },
      data: { exitCode: 1 },
    }),
  ],
];

async function* play(events: readonly At[] = turn): AsyncIterable<AgentEvent> {
  for (const [n, [second, event]] of events.entries())
    yield {
      ...event,
      id: `${n}-0123456789ab`,
      at: new Date(second * 1000).toISOString(),
      streamId: `s${second < 2 ? 1 : 2}`,
    };
}

describe('readTurn', () => {
  const verbs = async (events: readonly At[]): Promise<readonly string[]> =>
    (await readTurn(play(events))).map((entry) => {
      const { verb, target } = describeEntry(entry, viewOf(80));
      return `${verb} ${target}`;
    });

  it('has what the agent did since the last message, with one entry for calls that share a row', async () => {
    expect(await verbs(turn)).toEqual([
      'Thought the loop in tokenize may run one past the end',
      "Said I'll read the parser.",
      'Read src/parse.ts, src/print.ts',
      'Run npm test -- parser',
    ]);
  });

  it('keeps what was done before a message that was sent during the turn', async () => {
    expect(await verbs([...turn, [9, said('hurry', { isQueued: true })], [10, answer('Done.')]])).toEqual([
      'Thought the loop in tokenize may run one past the end',
      "Said I'll read the parser.",
      'Read src/parse.ts, src/print.ts',
      'Run npm test -- parser',
      'Said Done.',
    ]);
  });

  it('has a call that still runs, and nothing right after a message', async () => {
    expect(await verbs(turn.slice(0, -1))).toContain('Run npm test -- parser');
    expect(await verbs([...turn, [9, { type: 'agent_end', reason: 'completed' }], [10, said('next')]])).toEqual([]);
    expect(await verbs([])).toEqual([]);
  });
});

const told: string[] = [];
afterEach(() => {
  closePanels();
  told.length = 0;
});

/** The rows that are not empty. */
const written = ({ rows }: OpenedPanel): Lines => rows().filter((row) => row !== '│');

async function open(
  view: View = viewOf(80),
  events: readonly At[] = turn,
  more: Partial<TurnPanelProps> = {},
): Promise<OpenedPanel> {
  return await openPanel(
    <TurnPanel
      isRunning={() => false}
      events={() => play(events)}
      view={view}
      rows={12}
      onCopy={(text) => told.push(`copy ${text}`)}
      onPage={(text) => told.push(`page ${text}`)}
      onLeave={() => told.push('leave')}
      {...more}
    />,
    view,
  );
}

describe('what no event has', () => {
  const item = { at: new Date(7000).toISOString(), threadId: null };
  const streaming = {
    ...{ kind: 'agent' as const, ...item, id: 'm', messageId: 'm', text: 'So far', thoughts: [], attached: [] },
    ...{ tookMs: null, isWhole: false, isFinal: false },
  };
  const own = (second: number, command: string, output: string): CallItem => ({
    ...{ kind: 'call', ...item, at: new Date(second * 1000).toISOString(), id: command, callId: command },
    ...{ name: 'run_shell_command', args: { command }, effect: 'execute', status: 'finished', startedAt: null },
    ...{ endedAt: null, rule: null, display: null, output: '', decision: null, answerId: command },
    result: { content: [], display: { type: 'text', text: output }, isError: false, errorType: null, data: null },
  });

  it('is the text of the first answer while it streams', async () => {
    const started = turn.slice(0, 6);
    const panel = await open(viewOf(80), started, {
      isRunning: () => true,
      beside: () => ({ live: [streaming], shell: [] }),
    });
    expect(written(panel).slice(0, -1)).toEqual([
      '╭─ This turn ─────────────────────────── 1 entry · ↑↓ · Enter fold · Esc close ─',
      '│ ❯ ▸ Said    So far',
    ]);
    const silent = await open(viewOf(80), started, { isRunning: () => true });
    expect(silent.rows()[1]).toBe('│ No answer yet.');
  });

  it('stays unfolded once it is recorded, and is there once', async () => {
    let isRunning = true;
    let events = turn.slice(0, 6);
    const live = [{ ...streaming, messageId: 'So far and on' }];
    const panel = await open(viewOf(80), events, {
      events: () => play(events),
      isRunning: () => isRunning,
      beside: () => ({ live, shell: [] }),
    });
    await panel.press(bytes.enter);
    [events, isRunning] = [[...events, [9, answer('So far and on')]], false];
    await expect.poll(panel.text, { timeout: 3000 }).toContain('▾ Said    So far and on');
    expect(panel.text()).toContain(' 1 entry ');
  });

  it('is followed to its end while it grows', async () => {
    const text = Array.from({ length: 30 }, (_, n) => `row ${n}`).join('\n\n');
    const panel = await open(viewOf(80), turn.slice(0, 6), {
      isRunning: () => true,
      beside: () => ({ live: [{ ...streaming, text }], shell: [] }),
    });
    await panel.press(bytes.enter);
    expect(panel.text()).toContain('row 29');
  });

  it('is a command that the user ran since the last message, with its output', async () => {
    const shell = [own(1, 'earlier', ''), own(7, 'seq 1 3', '1\n2\n3\n'), own(9, 'ls', 'a.ts\n')];
    const panel = await open(viewOf(80), turn, { beside: () => ({ live: [], shell }) });
    expect(panel.text()).not.toContain('earlier');
    expect(panel.text()).toMatch(/seq 1 3[\s\S]*ls/);
    await panel.press(bytes.enter);
    expect(panel.text()).toMatch(/❯ ▾ Run +ls.*\n│ +a\.ts/);
    expect((await open(viewOf(80), [], { beside: () => ({ live: [], shell }) })).text()).toContain('earlier');
  });
});

describe('TurnPanel', () => {
  it('has one row for each entry, the last one chosen', async () => {
    expect(written(await open())).toEqual([
      '╭─ This turn ───────────────────────── 4 entries · ↑↓ · Enter fold · Esc close ─',
      '│   ▸ Thought the loop in tokenize may run one past the end                4 s',
      "│   ▸ Said    I'll read the parser.",
      '│   ▸ Read    src/parse.ts, src/print.ts                             314 lines',
      '│ ❯ ▸ Run     npm test -- parser                                exit 1 · 2.4 s',
      '├─ c copy · o open in $PAGER · / search ────────────────────────────────────────',
    ]);
  });

  it('opens an entry, with all of its output as it was written, and folds it', async () => {
    const panel = await open();
    const { rows, press } = panel;
    const height = rows().length;
    await press(bytes.enter);
    expect(written(panel).slice(4, -1)).toEqual([
      '│ ❯ ▾ Run     npm test -- parser                                exit 1 · 2.4 s',
      '│             > vitest run parser',
      '│             FAIL  tokenize › empty input: expected [] to equal [undefined]',
      '│                 at tokenize (src/parse.ts:5:12)',
    ]);
    expect(rows()).toHaveLength(height);
    await press(bytes.enter);
    expect(written(panel)).toHaveLength(6);
    expect(rows()).toHaveLength(height);
  });

  it('shows what happens while it is open, and keeps what is unfolded', async () => {
    let isRunning = true;
    let events = turn.slice(0, -1);
    const panel = await open(viewOf(80), turn, { events: () => play(events), isRunning: () => isRunning });
    await panel.press(bytes.enter);
    expect(panel.text()).toContain('❯ ▾ Run');
    expect(panel.text()).not.toContain('exit 1');
    [events, isRunning] = [[...turn, [9, answer('Done.')]], false];
    await expect.poll(panel.text, { timeout: 3000 }).toContain('exit 1');
    expect(panel.text()).toMatch(/❯ ▾ Run[\s\S]*FAIL {2}tokenize[\s\S]*▸ Said {4}Done\./);
  });

  it('opens a thought and a text', async () => {
    const { text, press } = await open();
    await press(bytes.up);
    await press(bytes.up);
    await press(bytes.enter);
    expect(text()).toMatch(
      /▾ Said .*\n│ {13}I'll \*\*read\*\* the parser\.\n│ {13}Then I run its tests\.\n│ {3}▸ Read/,
    );
    await press(bytes.up);
    await press(bytes.enter);
    expect(text()).toMatch(/▾ Thought the loop .*\n│ {13}the loop in tokenize/);
  });

  it('has no more rows than there is room for, and shows the chosen entry', async () => {
    const long = Array.from({ length: 40 }, (_, n) => `row ${n}`).join('\n');
    const events = [...turn, ...['a', 'b'].map((word): At => [9, answer(`${word} says\n\n${long}`)])];
    const { rows, press } = await open(viewOf(80), events, { rows: 5 });
    expect(rows()).toHaveLength(7);
    await press(bytes.up);
    await press(bytes.enter);
    expect(rows()).toHaveLength(7);
    expect(rows()[1]).toMatch(/^│ ❯ ▾ Said {4}a says/);
  });

  it('has no spaces after the chosen row, which would be copied', async () => {
    const { rows, press } = await open();
    await press(bytes.home);
    await press(bytes.down);
    expect(rows()[2]).toBe("│ ❯ ▸ Said    I'll read the parser.");
  });

  it('copies an entry, and opens it in a pager', async () => {
    const { press } = await open();
    await press('c');
    await press(bytes.up);
    await press('o');
    expect(told).toEqual([`copy ${OUTPUT}`, 'page text of src/parse.ts\ntext of src/print.ts']);
  });

  it('searches texts and outputs', async () => {
    const panel = await open();
    const { press } = panel;
    await press('/');
    await press('VITEST');
    expect(written(panel).slice(0, -1)).toEqual([
      '╭─ This turn › VITEST  ──────────────────────────────────────────────── 1 of 4 ─',
      '│ ❯ ▸ Run     npm test -- parser                                exit 1 · 2.4 s',
    ]);
    await press(bytes.escape);
    await expect.poll(() => written(panel).length).toBe(6);
    expect(told).toEqual([]);
  });

  it('shows invisible characters of a search as text', async () => {
    const { rows, press } = await open();
    await press('/');
    await press('a\u202Eb');
    expect(rows()[0]).toContain('› a⟨U+202E⟩b');
  });

  it('closes with Escape and Ctrl-O', async () => {
    const { press } = await open();
    await press(bytes.ctrl('o'));
    expect(told).toEqual(['leave']);
    await press(bytes.escape);
    await expect.poll(() => told).toEqual(['leave', 'leave']);
  });

  it('says that there is no turn, or why it cannot be read', async () => {
    expect((await open(viewOf(80), [])).rows()[1]).toBe('│ No turn yet.');
    const broken = (
      <TurnPanel
        isRunning={() => false}
        events={() => {
          throw new Error('the disk is gone');
        }}
        view={viewOf(80)}
        rows={9}
        onCopy={() => {}}
        onPage={() => {}}
        onLeave={() => {}}
      />
    );
    expect((await openPanel(broken, viewOf(80))).text()).toContain('the disk is gone');
  });

  it.each([40, 59, 80, 120])('fits into %i columns', async (width) => {
    const { rows, press } = await open(viewOf(width));
    for (let n = 0; n < 4; n += 1) {
      await press(bytes.enter);
      await press(bytes.up);
    }
    for (const row of rows()) expect(widthOf(row)).toBeLessThanOrEqual(width);
  });

  it('names the number of files in a narrow window', async () => {
    expect((await open(viewOf(40))).text()).toMatch(/▸ Read +2 files/);
  });

  it('uses words for a screen reader', async () => {
    const { text, press } = await open(viewOf(80, { isScreenReader: true }));
    await press(bytes.enter);
    expect(text()).not.toMatch(/[❯▸▾]/);
    expect(text()).toMatch(/^4 of 4: Run npm test -- parser, /m);
    expect(text()).toContain('FAIL  tokenize');
    expect(text()).not.toContain('3 of 4');
    await press(bytes.up);
    expect(text()).toMatch(/^3 of 4: /m);
  });
});

describe('entryText', () => {
  it('has the file that a change wrote, and the output so far of a running command', async () => {
    const change: readonly At[] = [
      [2, said('change it')],
      [2, call('e', 'replace', { file_path: '/w/a.ts' })],
      [2, result('e', 'replace', { display: { type: 'diff', path: '/w/a.ts', before: 'one\n', after: 'two\n' } })],
      [2, call('t', 'run_shell_command', { command: 'npm test' })],
      [2, running('t')],
      [3, { type: 'tool_update', callId: 't', text: 'so far' }],
    ];
    expect((await readTurn(play(change))).map(entryText)).toEqual(['two\n', 'so far']);
  });
});
