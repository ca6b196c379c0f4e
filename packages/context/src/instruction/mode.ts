import { unreachable, type ApprovalMode } from '@bowline/protocol';
import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

/** What may happen without asking. The last part: when the mode changes, all before it stays as it was. */
export function createModePart({
  mode,
  canLeavePlan,
}: Pick<InstructionFacts, 'mode' | 'canLeavePlan'>): InstructionPart {
  return { name: 'mode', why: `what may happen without asking (${mode})`, text: describeMode(mode, canLeavePlan) };
}

function describeMode(mode: ApprovalMode, canLeavePlan: boolean): string {
  switch (mode) {
    case 'default':
      return 'Approval mode: default. Looking is free; a change or a command may need approval, and may be denied.';
    case 'auto_edit':
      return 'Approval mode: auto_edit. Looking and editing files is free; a command may need approval, and may be denied.';
    case 'yolo':
      return 'Approval mode: yolo. Next to nothing needs approval, and nobody looks first: take care with what cannot be undone.';
    case 'plan':
      return [
        'Approval mode: plan. Only look; change nothing, also when asked to.',
        'Work out a plan: what is to change, where, in which order, and how it will be checked. Read until you know it, and name what you could not find out.',
        canLeavePlan
          ? 'When the plan is ready call exit_plan_mode with it as markdown, and begin only when it was approved.'
          : 'Then give the plan as your answer, as markdown.',
      ].join('\n');
    default:
      return unreachable(mode);
  }
}
