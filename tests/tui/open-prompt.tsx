import { setImmediate as nextTurn } from 'node:timers/promises';
import { render, Text, useCursor, type Instance } from 'ink';
import { createRef, type ReactElement } from 'react';
import { expect, vi } from 'vitest';
import { paintMenu } from '../../packages/tui/src/completion/paint-menu.ts';
import { createTheme } from '../../packages/tui/src/paint/theme/create-theme.ts';
import type { View } from '../../packages/tui/src/paint/layout/view.ts';
import type { Submission } from '../../packages/tui/src/prompt/submission.ts';
import type { DockProps, PromptControls } from '../../packages/tui/src/dock/dock-props.ts';
import { useDock } from '../../packages/tui/src/dock/use-dock.ts';
import { createKeyboard, createScreen } from './fake-terminal.ts';

/** Only the completions and the prompt, with the cursor in it. */
function Prompt(props: DockProps): ReactElement {
  const { lines, cursor, menu } = useDock(props);
  const above = menu === null ? [] : paintMenu(menu, { rows: 8 }, props.view).rows;
  useCursor().setCursorPosition({ x: cursor.x, y: above.length + cursor.y });
  return <Text wrap="truncate">{[...above, ...lines].join('\n')}</Text>;
}

export const VIEW: View = {
  width: 60,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};

const PATHS = ['src/main.ts', 'src/my file.ts', 'src/deep/'];
export const IMAGE = { type: 'media' as const, mimeType: 'image/png', data: 'AAAA' };

/** A slash command that does nothing. */
function command(name: string, more: object = {}) {
  return { name, summary: `what ${name} does`, run: async () => undefined, ...more };
}

/** A prompt on its own screen. */
export interface Opened {
  readonly type: (bytes: string) => Promise<void>;
  readonly frame: () => string;
  /** Waits until the text appears, for changes that follow a pause. */
  readonly shows: (expected: string) => Promise<void>;
  readonly written: readonly string[];
  readonly sent: Submission[];
  readonly told: string[];
  readonly change: (props: Partial<DockProps>) => Promise<void>;
  readonly controls: { readonly current: PromptControls | null };
}

const open: Instance[] = [];

/** Unmounts all prompts. */
export function closePrompts(): void {
  for (const instance of open.splice(0)) instance.unmount();
}

/** Waits until input is read and its changes are painted. Tests themselves wait for changes that follow a pause. */
async function settle(instance: Instance): Promise<void> {
  await nextTurn();
  await nextTurn();
  await instance.waitUntilRenderFlush();
}

/** Mounts a prompt on its own screen. */
export async function openPrompt(more: Partial<DockProps> = {}, debug = true): Promise<Opened> {
  const stdin = createKeyboard();
  const stdout = createScreen(60, 24);
  const sent: Submission[] = [];
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  const controls = createRef<PromptControls>();
  let props: DockProps = {
    view: VIEW,
    rows: 24,
    isActive: true,
    isVim: false,
    commands: [command('help'), command('model', { parameters: '[name]', complete: async () => ['pro', 'flash'] })],
    abilities: {
      completePath: async (typed) => ({
        values: PATHS.filter((path) => path.includes(typed)),
        notes: {},
        all: PATHS.length,
      }),
      edit: async (text) => `${text} edited\n`,
      readImage: async (path) => (path === '/gone.png' ? null : IMAGE),
    },
    history: [],
    placeholder: 'Ask anything',
    requests: [],
    range: () => ({ last: 0, page: 1 }),
    onAnswer: () => undefined,
    onSubmit: (submission) => sent.push(submission),
    onEscape: tell('escape'),
    onInterrupt: tell('interrupt'),
    onLeave: tell('leave'),
    onShortcut: (chord) => told.push(chord),
    onNote: (text) => told.push(text),
    controls,
    ...more,
  };
  const instance = render(<Prompt {...props} />, {
    stdin,
    stdout,
    debug,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
  });
  open.push(instance);
  const frame = () => stdout.written.findLast((text) => /^[^\u001b]/.test(text))?.trimEnd() ?? '';
  await settle(instance);
  return {
    type: async (bytes) => {
      stdin.write(bytes);
      await settle(instance);
    },
    frame,
    shows: async (expected) => {
      await vi.waitFor(() => {
        expect(frame()).toBe(expected);
      });
    },
    written: stdout.written,
    sent,
    told,
    change: async (changed) => {
      props = { ...props, ...changed };
      instance.rerender(<Prompt {...props} />);
      await settle(instance);
    },
    controls,
  };
}
