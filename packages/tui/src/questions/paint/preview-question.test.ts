import type { CommandPreview } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { frameAsked, viewOf } from '../../../../../tests/tui/paint-asked.ts';
import type { Press } from '../../keys/press.ts';
import type { Confirmation } from '../confirmation-actions.ts';
import { createQuestion, stepQuestion, type QuestionStep } from '../question-state.ts';
import { emptyQueue } from '../queue-state.ts';
import { syncQueue } from '../question-queue.ts';

const preview: CommandPreview = {
  previewId: 'p1',
  exitCode: 0,
  durationMs: 3100,
  output: 'formatted 1 file\n',
  files: [
    { path: 'src/parse.ts', change: 'changed', added: 1, removed: 1 },
    { path: 'dist/parse.js', change: 'added', added: 41 },
  ],
  fileCount: 2,
  diffs: [{ type: 'diff', path: 'src/parse.ts', before: 'a =[]\n', after: 'a = [];\n' }],
  git: ['1 commit on main: Format'],
  databases: [{ path: 'x.db', tables: ['t: 2 rows added'] }],
  limits: ['It wanted to reach example.com; a preview has no network.'],
  conflicts: [],
};
const asked: Confirmation = {
  ...{ kind: 'confirmation', inputId: 'i1', callId: 'c1', title: 'Run this command?', tool: 'run_shell_command' },
  ...{ args: { command: 'npm run format' }, effect: 'execute', digest: 'd1', findings: [], canPreview: true },
  display: { type: 'command', command: 'npm run format' },
};
const previewed: Confirmation = { ...asked, preview };

function press(request: Confirmation, letter: string): QuestionStep['effect'] {
  const typed: Press = { key: 'text', text: letter, isCtrl: false, isMeta: false, isShift: false };
  return stepQuestion(createQuestion(), typed, { request, range: { last: 0, page: 1 }, now: 1000 }).effect;
}

describe('a command that can be previewed', () => {
  it('is previewed with v, and only if that is possible', () => {
    expect(press(asked, 'v')).toEqual({ kind: 'preview' });
    expect(press({ ...asked, canPreview: false }, 'v')).toBeNull();
  });

  it('shows the files, what Git and SQLite say, the limits, the change and the output', () => {
    const rows = frameAsked({ request: previewed, view: viewOf(80), rows: 40 }).join('\n');
    expect(rows).toContain('Preview: npm run format');
    expect(rows).toContain('ran in a copy · exit 0 · 3.1 s');
    expect(rows).toContain('2 files would change +42 −1 · no network · nothing has changed yet');
    expect(rows).toMatch(/M {2}src\/parse\.ts +\+1 −1/);
    expect(rows).toMatch(/A {2}dist\/parse\.js +new, 41 lines/);
    expect(rows).toContain('Git 1 commit on main: Format');
    expect(rows).toContain('x.db · t: 2 rows added');
    expect(rows).toContain('▲ It wanted to reach example.com');
    expect(rows).toContain('a = [];');
    expect(rows).toContain('formatted 1 file');
    expect(rows).toContain('y  Apply these changes');
    expect(rows).toContain('x  Run it for real instead');
  });

  it('y applies what was shown, x runs the command, n denies', () => {
    const confirmed = { kind: 'confirmation', digest: 'd1' };
    expect(press(previewed, 'y')).toEqual({
      kind: 'answer',
      answer: { ...confirmed, outcome: 'once', preview: 'p1' },
    });
    expect(press(previewed, 'x')).toEqual({ kind: 'answer', answer: { ...confirmed, outcome: 'once' } });
    expect(press(previewed, 'n')).toEqual({ kind: 'answer', answer: { ...confirmed, outcome: 'denied' } });
  });

  it.each([
    ['an obstacle', { obstacle: 'x is too large to keep' }, 'Cannot be applied: x is too large to keep.'],
    ['a conflict', { conflicts: ['a'] }, 'you changed a while it ran'],
  ])('cannot be applied with %s', (_, more, said) => {
    const request = { ...previewed, preview: { ...preview, ...more } };
    expect(press(request, 'y')).toBeNull();
    expect(frameAsked({ request, view: viewOf(80), rows: 40 }).join('\n')).toContain(said);
  });

  it('says that it is running in a copy, until there is a preview or a reason why there is none', () => {
    const before = syncQueue(emptyQueue, [asked], 1000);
    const running = { ...createQuestion(), isPreviewing: true };
    const during = { ...before, byId: new Map([[asked.inputId, running]]) };
    expect(frameAsked({ request: asked, state: running, view: viewOf(80), rows: 40 }).join('\n')).toContain(
      'v  Running in a copy…',
    );
    expect(syncQueue(during, [asked], 2000).byId.get(asked.inputId)).toMatchObject({ isPreviewing: true });
    for (const request of [previewed, { ...asked }])
      expect(syncQueue(during, [request], 2000).byId.get(asked.inputId)).toMatchObject({ isPreviewing: false });
  });

  it('ignores keys for a moment when the preview appears, because they mean something else', () => {
    const before = syncQueue(emptyQueue, [asked], 1000);
    expect(syncQueue(before, [previewed], 5000).armedAt).toBe(5400);
  });
});

describe('pending changes', () => {
  const about = { type: 'text', text: 'Format the parser.' } as const;
  const pending: Confirmation = { ...previewed, tool: 'apply_changes', display: about };

  it('are shown with their summary, and can be applied, discarded or looked at again', () => {
    const rows = frameAsked({ request: pending, view: viewOf(80), rows: 40 }).join('\n');
    expect(rows).toContain('Format the parser.');
    expect(rows).toContain('2 files would change +42 −1 · nothing has changed yet');
    expect(rows).toMatch(/M {2}src\/parse\.ts +\+1 −1/);
    for (const label of ['y  Apply these changes', 'n  Discard these changes', 'v  Look at them again'])
      expect(rows).toContain(label);
    for (const text of ['ran in a copy', 'Run it for real', 'formatted 1 file']) expect(rows).not.toContain(text);
    expect(press(pending, 'x')).toBeNull();
  });

  it('are applied over what the user has changed since only with o twice', () => {
    const request = { ...pending, preview: { ...preview, conflicts: ['a'] } };
    expect(press(request, 'y')).toBeNull();
    const rows = frameAsked({ request, view: viewOf(80), rows: 40 }).join(' ');
    expect(rows).toContain('you have changed a since');
    expect(rows).toContain('oo  Apply over your changes');
    const typed: Press = { key: 'text', text: 'o', isCtrl: false, isMeta: false, isShift: false };
    const facts = { request, range: { last: 0, page: 1 } };
    const first = stepQuestion(createQuestion(), typed, { ...facts, now: 1000 });
    expect(first.effect).toBeNull();
    expect(stepQuestion(first.state, typed, { ...facts, now: 1500 }).effect).toEqual({
      kind: 'answer',
      answer: { kind: 'confirmation', outcome: 'once', digest: 'd1', preview: 'p1', overwrites: true },
    });
    expect(press({ ...previewed, preview: request.preview }, 'o')).toBeNull();
  });

  it('always say what is special about a file', () => {
    const note = 'executable, makes Git run programs';
    const file = { path: `${'deep/'.repeat(12)}.git/hooks/pre-commit`, change: 'added', added: 2, note } as const;
    const request = { ...pending, preview: { ...preview, files: [file] } };
    expect(frameAsked({ request, view: viewOf(80), rows: 40 }).join('\n')).toContain(`new, 2 lines, ${note}`);
  });
});
