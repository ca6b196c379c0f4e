import type { Content } from '@google/genai';
import type { ContextEntry, ContextPlan } from '@bowline/context';

/** Something that was done about the size of a request, with what would have been shown before and after. */
export interface Shortening {
  readonly plan: Extract<ContextPlan, { kind: 'mask' | 'compact' }>;
  readonly isRejected: boolean;
  readonly before: readonly ContextEntry[];
  readonly after: readonly ContextEntry[];
  readonly tokens: { readonly before: number; readonly after: number };
}

/** A request that was about to be sent. */
export interface Request {
  /** What was shown last on the same path, if anything was; nothing of it may have changed but by what was done since. */
  readonly sent: readonly string[];
  /** What the model answered to that, if it said anything; it comes right behind, whatever else was said meanwhile. */
  readonly answer: string | undefined;
  /** What would have been shown before anything was done. */
  readonly found: readonly string[];
  readonly done: readonly Shortening[];
  readonly plan: Extract<ContextPlan, { kind: 'fits' | 'overflow' }>;
  readonly contents: readonly Content[];
  readonly entries: readonly ContextEntry[];
  readonly tokens: number;
  readonly window: number;
}

/** Two views that have to be the same, and why. */
export interface Pair {
  readonly why: string;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

const known = new WeakMap<Content, string>();

/** A view as bytes. Contents are never changed once they are shown, so each is written down once. */
export function toBytes(contents: readonly Content[]): string[] {
  return contents.map((content) => {
    const bytes = known.get(content) ?? JSON.stringify(content);
    known.set(content, bytes);
    return bytes;
  });
}
