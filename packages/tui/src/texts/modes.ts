import type { ApprovalMode } from '@bowline/protocol';

/** Approval modes as `/mode` and the palette list them. */
export const modeSummaries: Readonly<Record<ApprovalMode, string>> = {
  default: 'asks before edits and commands',
  auto_edit: 'edits files without asking, asks before commands',
  plan: 'reads and plans, changes nothing',
  yolo: 'allows everything that no rule denies or asks about',
};

/** The name of a mode in the footer, and a few words about it. */
export const modeLabels: Readonly<Record<ApprovalMode, { readonly name: string; readonly means: string }>> = {
  default: { name: 'default', means: 'asks first' },
  auto_edit: { name: 'auto-edit', means: 'asks before commands' },
  plan: { name: 'plan', means: 'changes nothing' },
  yolo: { name: 'yolo', means: 'asks only if a rule says so' },
};

/** `plan: changes nothing` */
export function describeMode(mode: ApprovalMode): string {
  const { name, means } = modeLabels[mode];
  return `${name}: ${means}`;
}

/** All modes as a Markdown list, the current one marked. */
export function listModes(modes: readonly ApprovalMode[], current: ApprovalMode): string {
  return modes
    .map((mode) => `- ${mode === current ? `**${mode}** (current)` : mode}: ${modeSummaries[mode]}`)
    .join('\n');
}
