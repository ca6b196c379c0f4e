import type { ApprovalMode } from '@bowline/protocol';
import type { MemoryFile } from '../memory/memory-file.ts';

/** Everything that an instruction depends on. The same facts give the same bytes. */
export interface InstructionFacts {
  readonly mode: ApprovalMode;
  /** The user can answer questions. */
  readonly isInteractive: boolean;
  readonly workspace: string;
  /** Additional directories of the session. */
  readonly directories: readonly string[];
  /** The root of the Git repository that contains the workspace. */
  readonly repository?: string | undefined;
  readonly platform: string;
  /** As YYYY-MM-DD. */
  readonly date: string;
  /** The names of the available tools. */
  readonly tools: readonly string[];
  readonly memory: readonly MemoryFile[];
  /** `exit_plan_mode` is available for submitting a plan. */
  readonly canLeavePlan: boolean;
}
