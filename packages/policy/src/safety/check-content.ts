import type { Severity } from '@bowline/protocol';
import type { Finding } from './finding.ts';
import { findHidden, type HiddenKind } from './hidden-text.ts';
import { secretShapes, type SecretShape } from './secret-shapes.ts';

/** One pattern for all kinds. The named group tells which kind matched. */
const SECRETS = new RegExp(secretShapes.map(({ pattern }, n) => `(?<s${n}>${pattern})`).join('|'), 'g');

const HIDDEN: Readonly<Record<HiddenKind, { readonly what: string; readonly severity: Severity }>> = {
  tag: { what: 'invisible tag characters, which can hide text', severity: 'danger' },
  direction: {
    what: 'characters that reverse the text direction, so the text differs from how it looks',
    severity: 'danger',
  },
  zero_width: { what: 'zero-width characters', severity: 'warning' },
  variation: { what: 'invisible variation selectors without effect', severity: 'danger' },
};

/** What our own redaction leaves in place of a secret. Writing it back destroys the secret. */
const PLACEHOLDER = '[redacted]';

/**
 * Finds secrets and invisible characters in a text that is written or run. Reports their kind and position, never the
 * secret.
 */
export function checkContent(text: string): readonly Finding[] {
  return [...checkSecrets(text), ...checkHidden(text), ...checkPlaceholder(text)];
}

/** Finds invisible characters: an approval request must show what is really done. */
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
  const message = `has ${PLACEHOLDER} ${where}, a placeholder for a secret that was hidden from the model. The secret may be lost`;
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
