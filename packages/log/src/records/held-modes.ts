import type { ApprovalMode } from '@bowline/protocol';

/** The approval mode, and the mode to return to when plan mode ends. */
export interface HeldModes {
  readonly mode: ApprovalMode;
  readonly modeBeforePlan: ApprovalMode;
}

const ranks: Readonly<Record<ApprovalMode, number>> = {
  plan: 0,
  preview: 1,
  default: 2,
  auto_edit: 3,
  yolo: 4,
};

/** Returns the stricter of two modes. From strictest to loosest: plan, preview, default, auto_edit, yolo. */
export function stricterMode(one: ApprovalMode, other: ApprovalMode): ApprovalMode {
  return ranks[one] <= ranks[other] ? one : other;
}

/**
 * Combines the modes of two states of a session so that neither loosens the other, including the mode after plan mode.
 */
export function stricterModes(one: HeldModes, other: HeldModes): HeldModes {
  return {
    mode: stricterMode(one.mode, other.mode),
    modeBeforePlan: stricterMode(modeAfterPlan(one), modeAfterPlan(other)),
  };
}

function modeAfterPlan({ mode, modeBeforePlan }: HeldModes): ApprovalMode {
  return mode === 'plan' ? modeBeforePlan : mode;
}
