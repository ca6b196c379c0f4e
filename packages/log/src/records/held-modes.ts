import type { ApprovalMode } from '@bowline/protocol';

/** The approval mode, and the one that plan mode is left for. */
export interface HeldModes {
  readonly mode: ApprovalMode;
  readonly modeBeforePlan: ApprovalMode;
}

const ranks: Readonly<Record<ApprovalMode, number>> = { plan: 0, default: 1, auto_edit: 2, yolo: 3 };

/** The stricter of two modes: plan, default, auto_edit, yolo, strictest first. */
export function stricterMode(one: ApprovalMode, other: ApprovalMode): ApprovalMode {
  return ranks[one] <= ranks[other] ? one : other;
}

/** What holds of two states of a session, where neither may loosen the other; also for when plan mode is left. */
export function stricterModes(one: HeldModes, other: HeldModes): HeldModes {
  return {
    mode: stricterMode(one.mode, other.mode),
    modeBeforePlan: stricterMode(modeAfterPlan(one), modeAfterPlan(other)),
  };
}

function modeAfterPlan({ mode, modeBeforePlan }: HeldModes): ApprovalMode {
  return mode === 'plan' ? modeBeforePlan : mode;
}
