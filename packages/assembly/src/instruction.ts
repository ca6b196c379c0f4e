/** Where the session is, as far as the model should know. */
export interface Environment {
  readonly workspace: string;
  readonly directories: readonly string[];
  readonly platform: string;
  readonly date: string;
  readonly isInteractive: boolean;
}

/** The system instruction: short, because it is sent with every step. */
export function createInstruction({ workspace, directories, platform, date, isInteractive }: Environment): string {
  const lines = [
    'You are Bowline, a coding agent that works in a person’s repository through tools.',
    'Look before you change: read the code around what you touch and follow its conventions. Change what was asked for and no more, then check that it works.',
    'Several independent calls in one step run at once. Paths may be relative to the workspace.',
    'If a call was interrupted its outcome is unknown: look at the state of things before you repeat it.',
    isInteractive
      ? 'Answer briefly; the person sees your calls and their results.'
      : 'Nobody can answer questions: decide sensibly, and end with a short, complete report.',
    `Workspace: ${workspace}. ${directories.length === 0 ? '' : `Further folders: ${directories.join(', ')}. `}Platform: ${platform}. Date: ${date}.`,
  ];
  return lines.join('\n');
}
