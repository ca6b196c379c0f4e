import type { InputAnswer, InputRequest } from '@bowline/protocol';

/** A question whether a call may run. */
export type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

/** What a person can do about a call. */
export type ConfirmationAction = 'once' | 'session' | 'always' | 'edit' | 'deny' | 'reason';

/** The letters that do it, the first of them shown. */
const letters: Readonly<Record<ConfirmationAction, string>> = {
  once: 'oy',
  session: 's',
  always: 'a',
  edit: 'e',
  deny: 'dn',
  reason: 'r',
};

/** What is offered for a call: for longer than once only where it is known what that would allow. */
export function actionsOf({ grant }: Pick<Confirmation, 'grant'>): readonly ConfirmationAction[] {
  return grant === undefined
    ? ['once', 'edit', 'deny', 'reason']
    : ['once', 'session', 'always', 'edit', 'deny', 'reason'];
}

/** The action of a letter, among those that are offered. */
export function actionOf(letter: string, request: Pick<Confirmation, 'grant'>): ConfirmationAction | undefined {
  return letter === '' ? undefined : actionsOf(request).find((action) => letters[action].includes(letter));
}

/** The letter that is shown for an action. */
export function letterFor(action: ConfirmationAction): string {
  return letters[action].charAt(0);
}

/** What Enter does when nothing was chosen: allows once, but never what is dangerous. */
export function firstChoice(request: Confirmation): number {
  const wanted: ConfirmationAction = isDangerous(request) ? 'deny' : 'once';
  return actionsOf(request).indexOf(wanted);
}

/** Something was found that nobody should allow in passing. */
export function isDangerous({ findings }: Pick<Confirmation, 'findings'>): boolean {
  return findings.some(({ severity }) => severity === 'danger');
}

/** An answer about this very call. */
export function confirm(
  { digest }: Confirmation,
  outcome: 'once' | 'session' | 'always' | 'denied',
  reason = '',
): InputAnswer {
  return { kind: 'confirmation', outcome, digest, ...(reason === '' ? {} : { reason }) };
}
