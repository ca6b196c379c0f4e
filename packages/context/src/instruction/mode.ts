import { unreachable, type ApprovalMode } from '@bowline/protocol';
import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

/** What needs approval. Last, so that everything before it stays the same when the mode changes. */
export function createModePart({
  mode,
  canLeavePlan,
}: Pick<InstructionFacts, 'mode' | 'canLeavePlan'>): InstructionPart {
  return { name: 'mode', why: `what needs approval (${mode})`, text: describeMode(mode, canLeavePlan) };
}

function describeMode(mode: ApprovalMode, canLeavePlan: boolean): string {
  switch (mode) {
    case 'default':
      return 'Approval mode: default. You may read files. Edits and commands may need approval and may be denied.';
    case 'auto_edit':
      return 'Approval mode: auto_edit. You may read and edit files. Commands may need approval and may be denied.';
    case 'yolo':
      return 'Approval mode: yolo. Almost nothing needs approval and no one reviews your calls: be careful with actions that cannot be undone.';
    case 'preview':
      return [
        'Approval mode: preview. Commands and edits work on a copy of the workspace without network, and see what earlier ones changed. The workspace itself stays as it is until the user decides.',
        'Do all of the work and check it. Then call apply_changes alone, with a summary in one sentence: the user sees every change, and applies or discards them.',
        'Commands in the background or with a terminal, and writes outside the workspace, need approval and do not see what is pending.',
      ].join('\n');
    case 'plan':
      return [
        'Approval mode: plan. Explore only: do not change anything, even if asked to.',
        'Write a plan: what to change, where, in which order, and how to verify it. Read enough code to be certain, and list what you could not find out.',
        canLeavePlan
          ? 'When the plan is ready, call exit_plan_mode with it as Markdown. Start the work only after it is approved.'
          : 'Then return the plan as your answer, as Markdown.',
      ].join('\n');
    default:
      return unreachable(mode);
  }
}
