import { setImmediate as nextTurn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { render, type Instance } from 'ink';
import type { ReactElement } from 'react';
import { SurfaceContext } from '../../packages/tui/src/lists/section.tsx';
import { paintDock, type DockSection } from '../../packages/tui/src/paint/frame/paint-dock.ts';
import { NO_WORDS } from '../../packages/tui/src/paint/frame/paint-rule.ts';
import { toSpokenDock } from '../../packages/tui/src/dock/to-spoken-dock.ts';
import type { Lines, View } from '../../packages/tui/src/paint/layout/view.ts';
import { createKeyboard, createScreen } from './fake-terminal.ts';

/** A section as the dock paints it: the rule with the title, the rows, and the rule with the keys. */
export function sectionRows(section: DockSection, view: View): Lines {
  const draft = { lines: [], cursor: { x: 0, y: 0 } };
  const parts = { section, activity: NO_WORDS, draft, hasDraft: false, status: NO_WORDS, place: null };
  if (view.isScreenReader) return toSpokenDock(parts, []).section?.rows ?? [];
  // Without the rule below the draft.
  return paintDock(parts, view).lines.slice(0, -1);
}

/** A panel on its own screen. */
export interface OpenedPanel {
  /** The rows of the panel as text. Empty once it is closed. */
  readonly rows: () => Lines;
  /** The same as one text. */
  readonly text: () => string;
  /** Sends bytes of a keyboard. */
  readonly press: (bytes: string) => Promise<void>;
}

/** Bytes of a few keys. */
export const bytes = {
  enter: '\r',
  escape: '\u001B',
  tab: '\t',
  up: '\u001B[A',
  down: '\u001B[B',
  pageDown: '\u001B[6~',
  home: '\u001B[H',
  end: '\u001B[F',
  backspace: '\u007F',
  ctrl: (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 96),
} as const;

const opened: Instance[] = [];

/** Unmounts all panels. */
export function closePanels(): void {
  for (const instance of opened.splice(0)) instance.unmount();
}

/** Mounts a panel. Its section is painted in the given view. */
export async function openPanel(element: ReactElement, view: View): Promise<OpenedPanel> {
  const stdin = createKeyboard();
  let section: DockSection | null = null;
  const surface = {
    setPanel: (next: DockSection | null) => {
      section = next;
    },
  };
  const instance = render(<SurfaceContext value={surface}>{element}</SurfaceContext>, {
    stdin,
    stdout: createScreen(130, 40),
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  opened.push(instance);
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) await nextTurn();
    await instance.waitUntilRenderFlush();
  };
  const rows = (): Lines =>
    section === null ? [] : sectionRows(section, view).map((row) => stripVTControlCharacters(row));
  await settle();
  return {
    rows,
    text: () => rows().join('\n'),
    press: async (typed) => {
      stdin.write(typed);
      await settle();
    },
  };
}
