import type { InputAnswer, InputRequest } from '@bowline/protocol';

/** A request to approve a call. */
export type Confirmation = Extract<InputRequest, { kind: 'confirmation' }>;

/** What determines the offered actions. */
type Offered = Pick<Confirmation, 'grant' | 'findings' | 'display' | 'canPreview' | 'preview'> &
  Partial<Pick<Confirmation, 'tool'>>;

/** The user's possible decisions about a call. */
export type ConfirmationAction =
  | 'once'
  | 'session'
  | 'project'
  | 'always'
  | 'edit'
  | 'deny'
  | 'reason'
  | 'whole'
  /** Runs the command in a copy, to see what it changes. */
  | 'preview'
  /** Keeps what it changed in the copy. */
  | 'apply'
  /** Keeps it, also where the user has changed the same files. */
  | 'overwrite'
  /** Runs a previewed command after all. */
  | 'real';

/** The letters of each action. The first one is shown. */
const letters: Readonly<Record<ConfirmationAction, string>> = {
  once: 'yo',
  session: 's',
  project: 'p',
  always: 'a',
  edit: 'e',
  deny: 'nd',
  reason: 'r',
  whole: 'w',
  preview: 'v',
  apply: 'yo',
  overwrite: 'o',
  real: 'x',
};

/**
 * The actions offered for a call. Enter takes the first one. A grant for longer than once needs a known scope, and is
 * stored only in a trusted folder. For a dangerous call, deny comes first, and it can be allowed only once.
 */
export function actionsOf(request: Offered): readonly ConfirmationAction[] {
  return columnsOf(request).flat();
}

/** The same in two columns: what Enter could take first at the left. */
export function columnsOf(request: Offered): readonly [ActionColumn, ActionColumn] {
  const { grant, display, preview, canPreview = false } = request;
  if (preview !== undefined) return previewColumns(request, preview);
  // A command is always shown completely.
  const whole: ActionColumn = display?.type === 'command' ? [] : ['whole'];
  const tried: ActionColumn = canPreview ? ['preview'] : [];
  if (isDangerous(request))
    return [
      ['deny', 'reason'],
      ['once', 'edit', ...tried, ...whole],
    ];
  const rest: ActionColumn = ['deny', 'reason', 'edit', ...tried, ...whole];
  if (grant === undefined) return [['once'], rest];
  const kept: ActionColumn = grant.project === undefined ? [] : ['project', 'always'];
  return [['once', 'session', ...kept], rest];
}

/**
 * What was not shown completely, or has changed meanwhile, is not applied. Pending changes cannot be made again, so that
 * they can replace what the user has changed, if that is pressed twice.
 */
function previewColumns(
  request: Pick<Offered, 'findings' | 'tool'>,
  { obstacle, conflicts }: NonNullable<Confirmation['preview']>,
): readonly [ActionColumn, ActionColumn] {
  const apply: ActionColumn = obstacle === undefined && conflicts.length === 0 ? ['apply'] : [];
  const refusing: ActionColumn = ['deny', 'reason'];
  // Pending changes have no other way into the workspace.
  const real: ActionColumn = isPending(request) ? [] : ['real'];
  const overwrite: ActionColumn =
    isPending(request) && obstacle === undefined && conflicts.length > 0 ? ['overwrite'] : [];
  const allowing: ActionColumn = [...apply, ...real, 'preview', ...overwrite];
  return isDangerous(request) ? [refusing, allowing] : [allowing, refusing];
}

type ActionColumn = readonly ConfirmationAction[];

/** The offered action for a letter. */
export function actionOf(letter: string, request: Offered): ConfirmationAction | undefined {
  return letter === '' ? undefined : actionsOf(request).find((action) => letters[action].includes(letter));
}

/** The letter shown for an action. */
export function letterFor(action: ConfirmationAction): string {
  return letters[action].charAt(0);
}

/** Whether the key must be pressed twice: for grants beyond this session and for dangerous calls. */
export function isDoubled(action: ConfirmationAction, request: Offered): boolean {
  if (action === 'project' || action === 'always' || action === 'overwrite') return true;
  return (action === 'once' || action === 'real' || action === 'apply') && isDangerous(request);
}

/** The keys to press for an action: `y`, `pp`. */
export function keysFor(action: ConfirmationAction, request: Offered): string {
  return letterFor(action).repeat(isDoubled(action, request) ? 2 : 1);
}

/** A request to carry out a plan. */
export function isPlan({ tool, display }: Pick<Confirmation, 'tool' | 'display'>): boolean {
  return tool === 'exit_plan_mode' && display?.type === 'text';
}

/** A request to apply what calls have changed in a copy. */
export function isPending({ tool }: Partial<Pick<Confirmation, 'tool'>>): boolean {
  return tool === 'apply_changes';
}

/** A check found something that must not be allowed by accident. */
export function isDangerous({ findings }: Pick<Confirmation, 'findings'>): boolean {
  return findings.some(({ severity }) => severity === 'danger');
}

/** An answer for exactly this call. */
export function confirm(
  { digest }: Confirmation,
  outcome: 'once' | 'session' | 'project' | 'always' | 'denied',
  reason = '',
): InputAnswer {
  return { kind: 'confirmation', outcome, digest, ...(reason === '' ? {} : { reason }) };
}

/** An answer that keeps what the call changed in the copy. */
export function applyPreview({ digest, preview }: Confirmation, isOverwriting = false): InputAnswer {
  const answer = { kind: 'confirmation', outcome: 'once', digest, preview: preview?.previewId ?? '' } as const;
  return isOverwriting ? { ...answer, overwrites: true } : answer;
}
