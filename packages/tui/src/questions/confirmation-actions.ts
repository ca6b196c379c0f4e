import type { InputAnswer, InputRequest } from '@bowline/protocol';

/** A question whether a call may run. */
export type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

/** What of a confirmation says which actions it has. */
type Offered = Pick<Confirmation, 'grant' | 'findings'>;

/** What a person can do about a call. */
export type ConfirmationAction = 'once' | 'session' | 'project' | 'always' | 'edit' | 'deny' | 'reason';

/** The letters that do it, the first of them shown. */
const letters: Readonly<Record<ConfirmationAction, string>> = {
  once: 'yo',
  session: 's',
  project: 'p',
  always: 'a',
  edit: 'e',
  deny: 'nd',
  reason: 'r',
};

/**
 * What is offered for a call, the one that Enter takes first. For longer than once only where it is known what that would
 * allow, kept only in a trusted folder; a dangerous call is denied first, and allowed once at most.
 */
export function actionsOf(request: Offered): readonly ConfirmationAction[] {
  const { grant } = request;
  if (isDangerous(request)) return ['deny', 'reason', 'once', 'edit'];
  if (grant === undefined) return ['once', 'edit', 'deny', 'reason'];
  const kept = grant.project === undefined ? [] : (['project', 'always'] as const);
  return ['once', 'session', ...kept, 'edit', 'deny', 'reason'];
}

/** The action of a letter, among those that are offered. */
export function actionOf(letter: string, request: Offered): ConfirmationAction | undefined {
  return letter === '' ? undefined : actionsOf(request).find((action) => letters[action].includes(letter));
}

/** The letter that is shown for an action. */
export function letterFor(action: ConfirmationAction): string {
  return letters[action].charAt(0);
}

/** The key must be pressed twice: what is kept beyond this session, and what is dangerous. */
export function isDoubled(action: ConfirmationAction, request: Offered): boolean {
  return action === 'project' || action === 'always' || (action === 'once' && isDangerous(request));
}

/** The keys of an action as they are pressed: `y`, `pp`. */
export function keysFor(action: ConfirmationAction, request: Offered): string {
  return letterFor(action).repeat(isDoubled(action, request) ? 2 : 1);
}

/** Something was found that must not be allowed in passing. */
export function isDangerous({ findings }: Pick<Confirmation, 'findings'>): boolean {
  return findings.some(({ severity }) => severity === 'danger');
}

/** An answer about this very call. */
export function confirm(
  { digest }: Confirmation,
  outcome: 'once' | 'session' | 'project' | 'always' | 'denied',
  reason = '',
): InputAnswer {
  return { kind: 'confirmation', outcome, digest, ...(reason === '' ? {} : { reason }) };
}
