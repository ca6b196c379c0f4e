import type { FileChange } from '@bowline/protocol';
import type { CommandEnd, CommandStart } from '../workspace.ts';
import type { AppliedEffects } from './apply-effects.ts';
import type { EffectsSummary } from './summarize-effects.ts';

/** A command to run in a copy. */
export type PreviewStart = Pick<CommandStart, 'command' | 'words' | 'cwd' | 'timeoutMs'>;

/** A command that was run in a copy of the workspace. Plain data; the copy is gone. */
export interface PreviewedCommand extends EffectsSummary {
  readonly end: CommandEnd;
  /** What it changed. The contents are stored. */
  readonly changes: readonly FileChange[];
  /** What it did to the repository, in Git's words. */
  readonly git: readonly string[];
  /** What a run outside the copy might do differently. */
  readonly limits: readonly string[];
  /** Why the changes cannot be applied. */
  readonly obstacle?: string;
  /** Files that something else has changed while it ran. */
  readonly conflicts: readonly string[];
}

/** Runs commands in a copy of the workspace, and applies what they changed. */
export interface CommandPreviews {
  /** Runs a command to its end, in the sandbox and without network. Nothing in the workspace changes. */
  readonly run: (
    start: PreviewStart,
    signal: AbortSignal,
  ) => Promise<
    { readonly ok: true; readonly preview: PreviewedCommand } | { readonly ok: false; readonly problem: string }
  >;
  /** Paths that are no longer as the run saw them. */
  readonly check: (changes: readonly FileChange[]) => Promise<readonly string[]>;
  /** Applies changes of a run, all or nothing. A key is applied once: after a crash, the same call completes it. */
  readonly apply: (
    changes: readonly FileChange[],
    how: { readonly key: string; readonly isOverwriting?: boolean },
  ) => Promise<AppliedEffects>;
}
