import type { ApprovalMode } from '@bowline/protocol';

/** Approval modes as `/mode` and the palette list them. */
export const modeSummaries: Readonly<Record<ApprovalMode, string>> = {
  default: 'asks before edits and commands',
  auto_edit: 'edits without asking, asks before commands',
  plan: 'reads and plans, changes nothing',
  preview: 'changes a copy, you decide at the end of the turn',
  yolo: 'runs everything no rule forbids',
};

/** All modes as a Markdown list, the current one marked. */
export function listModes(modes: readonly ApprovalMode[], current: ApprovalMode): string {
  return modes
    .map((mode) => `- ${mode === current ? `**${mode}** (current)` : mode}: ${modeSummaries[mode]}`)
    .join('\n');
}
