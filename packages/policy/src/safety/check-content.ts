import type { Finding, Severity } from './finding.ts';
import { findHidden, type HiddenKind } from './hidden-text.ts';
import { secretShapes, type SecretShape } from './secret-shapes.ts';

/** One pass for all of them; which one it was is seen by its group. */
const SECRETS = new RegExp(secretShapes.map(({ pattern }, n) => `(?<s${n}>${pattern})`).join('|'), 'g');

const HIDDEN: Readonly<Record<HiddenKind, { readonly what: string; readonly severity: Severity }>> = {
  tag: { what: 'invisible tag characters, which can spell out a text', severity: 'danger' },
  direction: { what: 'characters that turn the direction of text: it does not run as it reads', severity: 'danger' },
  zero_width: { what: 'characters without width', severity: 'warning' },
  variation: { what: 'invisible selectors that select nothing', severity: 'danger' },
};

/** What our own redaction leaves in the place of a secret; whoever writes it back destroys the secret. */
const PLACEHOLDER = '[redacted]';

/** Finds secrets and characters that nobody sees in a text that is written or run. Says what kind and where, never what. */
export function checkContent(text: string): readonly Finding[] {
  return [...checkSecrets(text), ...checkHidden(text), ...checkPlaceholder(text)];
}

/** Finds characters that nobody sees: what is shown in a question must be what is done. */
export function checkHidden(text: string): readonly Finding[] {
  return findHidden(text).map(({ kind, count, at }) => {
    const { what, severity } = HIDDEN[kind];
    return { check: 'hidden_text', severity, message: `has ${what} ${describePlaces(text, count, at)}` };
  });
}

function checkSecrets(text: string): readonly Finding[] {
  const found = new Map<string, { readonly shape: SecretShape; readonly count: number; readonly at: number }>();
  for (const { groups = {}, index } of text.matchAll(SECRETS)) {
    const shape = secretShapes.find((_, n) => groups[`s${n}`] !== undefined);
    if (shape === undefined) continue;
    const before = found.get(shape.kind);
    found.set(shape.kind, { shape, count: (before?.count ?? 0) + 1, at: before?.at ?? index });
  }
  return [...found.values()].map(({ shape: { kind, severity }, count, at }) => ({
    check: 'secret',
    severity,
    message: `has what looks like ${kind} ${describePlaces(text, count, at)}`,
  }));
}

function checkPlaceholder(text: string): readonly Finding[] {
  const at = text.indexOf(PLACEHOLDER);
  if (at === -1) return [];
  const where = `in line ${lineOf(text, at)}`;
  const message = `has ${PLACEHOLDER} ${where}, which stands for a secret that the model was not shown: the secret may be lost`;
  return [{ check: 'secret', severity: 'warning', message }];
}

function describePlaces(text: string, count: number, at: number): string {
  const line = lineOf(text, at);
  return count === 1 ? `in line ${line}` : `in ${count} places, the first in line ${line}`;
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let n = text.indexOf('\n'); n !== -1 && n < at; n = text.indexOf('\n', n + 1)) line += 1;
  return line;
}
