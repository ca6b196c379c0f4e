/** One thing that was looked at. Whatever is not `ok` says what to do. */
export type Check =
  | { readonly name: string; readonly state: 'ok'; readonly text: string }
  | { readonly name: string; readonly state: 'warning' | 'problem'; readonly text: string; readonly fix: string };

/** A check that found nothing wrong. */
export function ok(name: string, text: string): Check {
  return { name, state: 'ok', text };
}

/** Work goes on, but not as well as it could. */
export function warning(name: string, text: string, fix: string): Check {
  return { name, state: 'warning', text, fix };
}

/** Work will fail. */
export function problem(name: string, text: string, fix: string): Check {
  return { name, state: 'problem', text, fix };
}
