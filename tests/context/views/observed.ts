import type { Content } from '@google/genai';
import type { ContextEntry, ContextPlan } from '@bowline/context';

/** A step that reduced the size of a request, with the view before and after. */
export interface Shortening {
  readonly plan: Extract<ContextPlan, { kind: 'mask' | 'compact' }>;
  readonly isRejected: boolean;
  readonly before: readonly ContextEntry[];
  readonly after: readonly ContextEntry[];
  readonly tokens: { readonly before: number; readonly after: number };
}

/** A request that was about to be sent. */
export interface Request {
  /** The previous view on the same path, or empty. Only the steps taken since may change any of it. */
  readonly sent: readonly string[];
  /** The answer of the model to that view, if any. It follows the view directly, before any messages sent meanwhile. */
  readonly answer: string | undefined;
  /** The view before any step was taken. */
  readonly found: readonly string[];
  readonly done: readonly Shortening[];
  readonly plan: Extract<ContextPlan, { kind: 'fits' | 'overflow' }>;
  readonly contents: readonly Content[];
  readonly entries: readonly ContextEntry[];
  readonly tokens: number;
  readonly window: number;
}

/** Two views that must be equal, and why. */
export interface Pair {
  readonly why: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

const known = new WeakMap<Content, string>();

/** A view as bytes. Contents never change once they are shown, so each is serialized once. */
export function toBytes(contents: readonly Content[]): string[] {
  return contents.map((content) => {
    const bytes = known.get(content) ?? JSON.stringify(content);
    known.set(content, bytes);
    return bytes;
  });
}
