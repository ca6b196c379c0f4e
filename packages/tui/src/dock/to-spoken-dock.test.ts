import { describe, expect, it } from 'vitest';
import type { DockParts, DockSection } from '../paint/frame/paint-dock.ts';
import { NO_WORDS } from '../paint/frame/paint-rule.ts';
import { toSpokenDock } from './to-spoken-dock.ts';

const line = { label: 'Message:', text: '', cursor: 0 };
const idle: DockParts = {
  section: null,
  activity: NO_WORDS,
  draft: { lines: [], cursor: { x: 0, y: 0 }, line },
  hasDraft: true,
  status: { left: ['default'], right: ['gemini-2.5-pro · 12% · $0.02'] },
  place: null,
};
const steps: DockSection = {
  tone: 'focus',
  title: { left: ['Steps 1 of 4 done'], right: ['Ctrl-T hide'] },
  rows: ['done: Read the parser'],
  keys: { left: ['↑↓ choose · Esc close', 'Esc close'], right: [] },
};

it('says the longest form of a section, in words', () => {
  expect(toSpokenDock({ ...idle, section: steps }, []).section).toEqual({
    key: 'Steps 1 of 4 done, Ctrl-T hide.',
    rows: ['Steps 1 of 4 done, Ctrl-T hide.', 'done: Read the parser', 'Up and Down choose, Escape close.'],
    chosen: null,
  });
});

it('says notes, what waits behind a panel, and news of the agent', () => {
  const activity = { left: ['Working'], right: [], news: ['1 message queued'] };
  const parts = { ...idle, activity, section: steps, waiting: '? 1 approval pending' };
  expect(toSpokenDock(parts, ['Copied']).news).toEqual(['1 approval pending.', 'Copied.', '1 message queued.']);
});

describe('the line that is typed', () => {
  const typed = { ...idle, draft: { ...idle.draft, line: { ...line, text: 'hi', cursor: 2 } } };
  const activity = { left: ['Working'], right: [] };

  it('is there if the agent is idle, or if something is typed', () => {
    expect(toSpokenDock(idle, []).line).toEqual(line);
    expect(toSpokenDock({ ...idle, activity }, []).line).toBeNull();
    expect(toSpokenDock({ ...typed, activity }, []).line?.text).toBe('hi');
  });

  it('is the one of a section if that has one, and none if neither has the keyboard', () => {
    const search = { label: 'Search:', text: '', cursor: 0 };
    expect(toSpokenDock({ ...typed, section: { ...steps, line: search }, hasDraft: false }, []).line).toEqual(search);
    expect(toSpokenDock({ ...typed, section: steps, hasDraft: false }, []).line).toBeNull();
  });

  it('invites to write a message while a question waits without the focus', () => {
    expect(toSpokenDock({ ...idle, activity, section: steps }, []).line).toEqual(line);
  });
});
