import { describe, expect, it } from 'vitest';
import type { Anchor } from './anchors/anchor.ts';
import { completeSummary } from './complete-summary.ts';
import type { Summary } from './summary.ts';
import type { Verification } from './verification.ts';

const summary: Summary = {
  goal: 'a server',
  requirements: ['only TLS 1.3'],
  decisions: [{ what: 'the server listens on port 8080', why: 'it is free' }],
  facts: ['the server has 3 workers'],
  files: [{ path: 'src/server.ts', state: 'changed' }],
  done: [],
  open: [],
};
const fine: Verification = { missing: [], wrong: [] };

function anchor(kind: Anchor['kind'], text: string, context = text): Anchor {
  return { kind, text, context };
}

describe('completing a summary', () => {
  it('adds missing facts to the right section', () => {
    const missing: Verification['missing'] = [
      { kind: 'requirement', fact: 'No cookies.', where: '' },
      { kind: 'decision', fact: 'HTTP/2 was given up.', where: '' },
      { kind: 'fact', fact: 'The limit is 512 MB.', where: 'log' },
      { kind: 'file', fact: 'The keys are in `config/keys.json`.', where: '' },
      { kind: 'file', fact: 'Handles the upgrade.', where: 'src/upgrade.ts' },
      { kind: 'file', fact: 'A file without a name.', where: '' },
      { kind: 'done', fact: 'Certificates are made.', where: '' },
      { kind: 'open', fact: 'Rotate the logs.', where: '' },
    ];
    const complete = completeSummary(summary, { missing, wrong: [] }, []);
    expect(complete).toEqual({
      goal: 'a server',
      requirements: ['only TLS 1.3', 'No cookies.'],
      decisions: [...summary.decisions, { what: 'HTTP/2 was given up.', why: '' }],
      facts: ['the server has 3 workers', 'The limit is 512 MB.', 'A file without a name.'],
      files: [
        { path: 'src/server.ts', state: 'changed' },
        { path: 'config/keys.json', state: 'The keys are in `config/keys.json`.' },
        { path: 'src/upgrade.ts', state: 'Handles the upgrade. (src/upgrade.ts)' },
      ],
      done: ['Certificates are made.'],
      open: ['Rotate the logs.'],
    });
  });

  it('corrects wrong claims inside an entry, as a whole entry, or as a new fact', () => {
    const wrong = [
      { claim: 'Port 8080', correction: 'port 8443' },
      { claim: '3 workers is what the server has', correction: 'the server has 4 workers' },
      { claim: 'something else', correction: 'backups run at night' },
    ];
    const complete = completeSummary(summary, { missing: [], wrong }, []);
    expect(complete.decisions).toEqual([{ what: 'the server listens on port 8443', why: 'it is free' }]);
    expect(complete.facts).toEqual(['the server has 4 workers', 'backups run at night']);
  });

  it('does not correct a correction', () => {
    const wrong = [{ claim: 'port 8080', correction: 'port 8080 in tests and port 8443 elsewhere' }];
    const once = completeSummary(summary, { missing: [], wrong }, []);
    expect(once.decisions[0]?.what).toBe('the server listens on port 8080 in tests and port 8443 elsewhere');
    expect(completeSummary(once, { missing: [], wrong }, [])).toEqual(once);
  });

  const anchors = [
    anchor('requirement', 'Never log a password.'),
    anchor('file', 'src/tls.ts', 'changed once (replace)'),
    anchor('todo', 'Write the manual'),
    anchor('exact', '4711', 'The ticket is 4711.'),
    anchor('decision', 'I will use a pool.'),
  ];

  it('adds requirements, changed files and todos regardless of the model', () => {
    const complete = completeSummary(summary, fine, anchors);
    expect(complete.requirements).toContain('Never log a password.');
    expect(complete.files).toContainEqual({ path: 'src/tls.ts', state: 'changed once (replace)' });
    expect(complete.open).toEqual(['Write the manual']);
    expect(complete.facts).toEqual(summary.facts);
  });

  it('also adds weaker anchors if no model judged them', () => {
    const complete = completeSummary(summary, undefined, anchors);
    expect(complete.facts).toContain('The ticket is 4711.');
    expect(complete.decisions).toContainEqual({ what: 'I will use a pool.', why: '' });
  });

  it('does not add what the verification already added', () => {
    const missing = [{ kind: 'open' as const, fact: 'Write a manual for operators.', where: '' }];
    expect(completeSummary(summary, { missing, wrong: [] }, [anchor('todo', 'Write the manual')]).open).toEqual([
      'Write a manual for operators.',
    ]);
  });
});
