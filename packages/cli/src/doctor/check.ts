import type { ErrorText } from '../texts/error-text.ts';

/** The result of one check. Warnings and problems have a fix. */
export type Check =
  | { readonly name: string; readonly state: 'ok'; readonly text: string }
  | { readonly name: string; readonly state: 'warning' | 'problem'; readonly text: string; readonly fix: string };

/** A check that passed. */
export function ok(name: string, text: string): Check {
  return { name, state: 'ok', text };
}

/** A check that found something to improve. */
export function warning(name: string, { message: text, hint: fix }: ErrorText): Check {
  return { name, state: 'warning', text, fix };
}

/** A check that found something that makes sessions fail. */
export function problem(name: string, { message: text, hint: fix }: ErrorText): Check {
  return { name, state: 'problem', text, fix };
}
