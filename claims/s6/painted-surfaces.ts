import type { InputRequest } from '@bowline/protocol';
import { TerminalText } from '@bowline/protocol/plain';
import { describeQuestion } from '../../packages/cli/src/approvals/describe-question.ts';
import { createNotify } from '../../packages/cli/src/interactive/abilities/notify.ts';
import { TerminalWriter } from '../../packages/cli/src/terminal/terminal-writer.ts';
import { DisplayStream, toDisplayText } from '../../packages/tools/src/shell/display-text.ts';
import { paintHelp } from '../../packages/tui/src/panels/paint-help.ts';
import { paintStats } from '../../packages/tui/src/panels/paint-stats.ts';
import { fillMenu, updateMenu } from '../../packages/tui/src/completion/completion-menu.ts';
import { paintMenu } from '../../packages/tui/src/completion/paint-menu.ts';
import { paintPrompt } from '../../packages/tui/src/prompt/paint-prompt.ts';
import { EMPTY_PROMPT, pasteText, type PromptScene } from '../../packages/tui/src/prompt/prompt-state.ts';
import { paintItem } from '../../packages/tui/src/paint/items/paint-item.ts';
import { paintLive } from '../../packages/tui/src/paint/items/paint-live.ts';
import { loadMarkdown } from '../../packages/tui/src/paint/markdown/load-markdown.ts';
import { paintMarkdown } from '../../packages/tui/src/paint/markdown/paint-markdown.ts';
import { paintDock } from '../../packages/tui/src/paint/frame/paint-dock.ts';
import { NO_WORDS, type RuleWords } from '../../packages/tui/src/paint/frame/paint-rule.ts';
import { describeActivity } from '../../packages/tui/src/paint/status/describe-activity.ts';
import { describePlace, describeStatus } from '../../packages/tui/src/paint/status/describe-status.ts';
import { paintStart, paintStartRows } from '../../packages/tui/src/paint/status/paint-start.ts';
import type { Lines, View } from '../../packages/tui/src/paint/layout/view.ts';
import { describeWaiting, paintQuestion } from '../../packages/tui/src/questions/paint/paint-question.ts';
import { createQuestion } from '../../packages/tui/src/questions/question-state.ts';
import { emptyTranscript } from '../../packages/tui/src/transcript/reduce-transcript.ts';
import type { CallItem, TranscriptItem } from '../../packages/tui/src/transcript/transcript.ts';
import type { Allowed } from './find-offences.ts';

await loadMarkdown();

/** A place where untrusted text is painted. */
export interface PaintedSurface {
  readonly paint: (text: string, view: View, pieces: readonly string[]) => Lines;
  readonly allowed?: Allowed;
}

const at = '2026-01-01T00:00:00.000Z';
const base = { id: '1', at, threadId: null };
const asked = { inputId: 'i', callId: 'c' };
const usage = { inputTokens: 1, outputTokens: 1 };

const call = (text: string, more: Partial<CallItem>): CallItem => ({
  ...base,
  kind: 'call',
  callId: text,
  name: text,
  args: { file_path: text, [text]: text },
  effect: 'read',
  status: 'finished',
  startedAt: at,
  endedAt: at,
  rule: text,
  display: null,
  result: { content: [{ type: 'text', text }], display: null, isError: true, errorType: text, data: { signal: text } },
  output: '',
  answerId: '1',
  decision: { kind: 'confirmation', outcome: 'denied', digest: 'd', reason: text },
  ...more,
});

/** Every kind of transcript item that contains untrusted text. */
const items: Readonly<Record<string, (text: string) => TranscriptItem>> = {
  'message of a person': (text) => ({ ...base, kind: 'person', messageId: 'm', content: said(text), isQueued: false }),
  'reasoning of the model': (text) => ({ ...agent, text: '', thoughts: [{ subject: text, text }] }),
  'sources of the model': (text) => ({ ...agent, text: '', attached: attached(text) }),
  'tool name and arguments': (text) => call(text, {}),
  'file name of a call': (text) => call(text, { name: 'read_file', args: { file_path: text } }),
  'command of a call': (text) => call(text, { name: 'run_shell_command', args: { command: text } }),
  'output of a command': (text) =>
    call(text, {
      name: 'run_shell_command',
      result: { ...quiet, display: { type: 'text', text: toDisplayText(text) } },
    }),
  'output that nothing has cleaned': (text) =>
    call(text, { status: 'running', endedAt: null, result: null, output: text }),
  'diff of a call': (text) =>
    call(text, {
      name: 'replace',
      result: { ...quiet, display: { type: 'diff', path: text, before: `a\n${text}`, after: `${text}\nb` } },
    }),
  'to-do list': (text) =>
    call(text, { result: { ...quiet, display: { type: 'todos', items: [{ text, status: 'active' }] } } }),
  subagent: (text) => ({
    ...base,
    threadId: text,
    kind: 'thread',
    items: [call(text, {})],
    endedAt: null,
    reason: null,
  }),
  'answer of a person': (text) => ({
    ...base,
    kind: 'answer',
    request: confirmation(text),
    outcome: { kind: 'confirmation', outcome: 'denied', digest: 'd', reason: text },
    by: text,
  }),
  'grant of a person': (text) => ({
    ...base,
    kind: 'answer',
    request: confirmation(text),
    outcome: { kind: 'confirmation', outcome: 'project', digest: 'd' },
    by: null,
  }),
  warning: (text) => ({ ...base, kind: 'notice', level: 'warning', code: text, text }),
  'error of a provider': (text) => ({ ...base, kind: 'error', code: text, message: text, hint: text, fatal: true }),
  retry: (text) => ({
    ...base,
    kind: 'retry',
    code: text,
    message: text,
    model: text,
    status: 503,
    attempts: 4,
    count: 2,
    endedAt: at,
  }),
  'answer taken back': (text) => ({ ...base, kind: 'retracted', messageId: 'm', reason: text }),
  'session title': (text) => ({ ...base, kind: 'changed', title: text, model: text, mode: null }),
  'end of a turn': (text) => ({
    ...base,
    kind: 'ended',
    reason: 'max_steps',
    message: text,
    usage: null,
    startedAt: null,
    tally: null,
  }),
  'event of a host': (text) => ({ ...base, kind: 'custom', name: text, data: { [text]: text } }),
};

const quiet = { content: [], display: null, isError: false, errorType: null, data: null };
const agent = {
  ...base,
  kind: 'agent',
  messageId: 'm',
  text: '',
  thoughts: [],
  attached: [],
  tookMs: null,
  isWhole: true,
  isFinal: false,
} as const;
const tally = { calls: 1, changes: new Map(), inputTokens: 1, outputTokens: 1, cost: 0 };

function said(text: string): readonly { readonly type: 'text'; readonly text: string }[] {
  return [{ type: 'text', text }];
}

function attached(text: string): Extract<TranscriptItem, { kind: 'agent' }>['attached'] {
  return [
    { type: 'reference', uri: text, name: text },
    { type: 'reference', uri: `https://b.example/${text}` },
    { type: 'media', mimeType: text, data: '', name: text },
  ];
}

type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

function confirmation(text: string, more: Partial<Confirmation> = {}): Confirmation {
  const grant = { text, rule: text, project: `/${text}` };
  const findings = [{ check: 'x', severity: 'warning' as const, message: text }];
  return {
    ...asked,
    kind: 'confirmation',
    title: text,
    tool: text,
    args: { [text]: text },
    effect: 'network',
    digest: 'd',
    findings,
    rule: text,
    grant,
    profile: 'work',
    hosts: [text, text],
    credentials: [{ host: text, variable: text }],
    ...more,
  };
}

/** What the user decides about: nothing in it may be hidden or reordered. */
const questions: Readonly<Record<string, (text: string) => InputRequest>> = {
  'confirmation of a command': (text) =>
    confirmation(text, { display: { type: 'command', command: text, cwd: text, programs: [[text, text]] } }),
  'confirmation of a change': (text) =>
    confirmation(text, { display: { type: 'diff', path: text, before: 'a\n', after: `a\n${text}` } }),
  'confirmation of a call': (text) => confirmation(text),
  'confirmation of a plan': (text) => confirmation(text, { display: { type: 'text', text } }),
  'confirmation of a list': (text) =>
    confirmation(text, { display: { type: 'todos', items: [{ text, status: 'pending' }] } }),
  'question of ask_user': (text) => ({
    ...asked,
    kind: 'choice',
    title: text,
    options: [{ id: text, label: text, description: text }],
    multiple: true,
  }),
  'question for text': (text) => ({ ...asked, kind: 'text', title: text, placeholder: text }),
  'question for a key': (text) => ({ inputId: 'i', kind: 'credential', title: text, service: text, url: text }),
};

const scene: PromptScene = { limit: 60, visible: 6, commands: [], now: 0 };

function paintAsked(request: InputRequest, view: View): Lines {
  const state = { ...createQuestion(), problem: request.title, isWhole: true };
  const shown = { request, state, at: 0, count: 2, hasFocus: true, isDraftEmpty: true };
  const { section } = paintQuestion(shown, view, 400);
  return [
    ...paintWords(section.title),
    ...section.rows,
    ...paintWords(section.keys ?? NO_WORDS),
    ...paintWords(describeWaiting([request], view)),
  ];
}

function paintWords({ left, right }: RuleWords): Lines {
  return [...left, ...right];
}

function push(
  { push: add, end }: { push: (piece: string) => string; end?: () => string },
  pieces: readonly string[],
): string {
  return pieces.map((piece) => add(piece)).join('') + (end?.() ?? '');
}

function writeBy(use: (writer: TerminalWriter) => void): Lines {
  const written: string[] = [];
  const sink = { write: (text: string) => void written.push(text), isTty: true, columns: () => 60 };
  const writer = new TerminalWriter({ stdout: sink, stderr: sink });
  use(writer);
  writer.end();
  return [written.join('')];
}

function tell(text: string, dialect: 'osc9' | 'osc777'): Lines {
  const written: string[] = [];
  const write = (sequence: string): void => void written.push(sequence);
  createNotify(() => 'terminal', { platform: 'linux', env: {}, now: () => 0, dialect, write })(text, text);
  return [written.join('')];
}

const headless: Allowed = { hasTabs: true };

/** Every place where untrusted text becomes rows or bytes for a terminal. */
export const paintedSurfaces: Readonly<Record<string, PaintedSurface>> = {
  ...Object.fromEntries(
    Object.entries(items).map(([name, toItem]) => [
      name,
      { paint: (text: string, view: View) => paintItem(toItem(text), view) },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(questions).map(([name, toRequest]) => [
      name,
      { paint: (text: string, view: View) => paintAsked(toRequest(text), view), allowed: { isExact: true } },
    ]),
  ),
  'text of the model, streamed': {
    paint: (_text, view, pieces) =>
      pieces.flatMap((_piece, n) => {
        const isGrowing = n < pieces.length - 1;
        return paintMarkdown(pieces.slice(0, n + 1).join(''), view, { streamId: `s${view.now}`, isGrowing });
      }),
  },
  'text of the model, live': {
    paint: (text, view) =>
      paintLive(
        {
          ...emptyTranscript(),
          live: [{ ...agent, text, isWhole: false }],
          progress: { label: text, until: null },
          todos: [{ text, status: 'active' }],
          stream: { streamId: 's', startedAt: at, askedAt: at, tally, failure: text },
        },
        view,
      ),
  },
  'activity of the agent': {
    paint: (text, view) => {
      const transcript = {
        ...emptyTranscript(),
        progress: { label: text, until: null },
        todos: [{ text, status: 'active' as const }],
        stream: { streamId: 's', startedAt: at, askedAt: at, tally },
      };
      const running = { ...transcript, live: [call(text, { status: 'running', endedAt: null, result: null })] };
      return [transcript, running].flatMap((each) => paintWords(describeActivity(each, view, { heardAt: 0 })));
    },
  },
  'output of a command, live': {
    paint: (text, view, pieces) => {
      const stream = new DisplayStream();
      const output = push({ push: (piece) => stream.push(piece) }, pieces);
      return paintItem(
        call(text, { name: 'run_shell_command', status: 'running', endedAt: null, result: null, output }),
        view,
      );
    },
  },
  'folder, branch and model in the dock': {
    paint: (text, view) =>
      paintDock(
        {
          section: null,
          activity: NO_WORDS,
          draft: { lines: [''], cursor: { x: 0, y: 0 } },
          hasDraft: true,
          status: describeStatus({ mode: 'default', vimMode: null, model: text, context: null, cost: null }, view),
          place: describePlace({ folder: text, branch: text, isConfined: null, note: text, keys: [] }, view),
        },
        view,
      ).lines,
  },
  'folder, branch and title at the start': {
    paint: (text, view) => [
      ...paintStart({ version: '0', folder: text, branch: text, title: text }, view),
      ...paintStartRows([{ command: '/model', text, brief: text }], view),
    ],
  },
  'commands in the help': {
    paint: (text, view) =>
      paintHelp(
        [{ name: text, aliases: [text], parameters: text, summary: text, source: text, run: async () => undefined }],
        view,
      ),
  },
  'models and tools in statistics': {
    paint: (text, view) =>
      paintStats(
        {
          usage,
          usageByModel: new Map([[text, { ...usage, requests: 1 }]]),
          calls: new Map([[text, { made: 1, failed: 0, denied: 0, ms: 1 }]]),
          turns: [],
        },
        view,
      ),
  },
  paste: {
    paint: (text, view) =>
      paintPrompt(pasteText(EMPTY_PROMPT, text, scene), view, { visible: 10, placeholder: '' }).lines,
  },
  'completion of paths': {
    paint: (text, view) => {
      const { editor } = pasteText(EMPTY_PROMPT, '@a', scene);
      const menu = updateMenu(null, editor.buffer, []);
      const filled =
        menu === null ? null : fillMenu(menu, menu.target, { values: [text], notes: { [text]: text }, all: 1 });
      return filled === null ? [] : paintMenu(filled, { rows: 8 }, view).rows;
    },
  },
  'text of the model, headless': {
    paint: (_text, _view, pieces) => [push(withEnd(new TerminalText()), pieces)],
    allowed: headless,
  },
  'stdout and stderr of a command line': {
    paint: (text, _view, pieces) =>
      writeBy(({ stdout, stderr, status }) => {
        for (const piece of pieces) stdout(piece);
        status(text);
        stderr(text);
      }),
    allowed: headless,
  },
  'bowline pending': {
    paint: (text) =>
      Object.values(questions).flatMap((toRequest) =>
        writeBy(({ stdout }) => {
          for (const line of describeQuestion(toRequest(text))) stdout(`${line}\n`);
        }),
      ),
    allowed: { isExact: true },
  },
  'message to the desktop, OSC 9': { paint: (text) => tell(text, 'osc9'), allowed: { tells: true } },
  'message to the desktop, OSC 777': { paint: (text) => tell(text, 'osc777'), allowed: { tells: true } },
};

function withEnd(text: TerminalText): { push: (piece: string) => string; end: () => string } {
  return { push: (piece) => text.push(piece), end: () => text.end() };
}
