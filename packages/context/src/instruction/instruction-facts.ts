import type { ApprovalMode } from '@bowline/protocol';
import type { MemoryFile } from '../memory/memory-file.ts';

/** All that an instruction depends on: the same facts give the same bytes. */
export interface InstructionFacts {
  readonly mode: ApprovalMode;
  /** Somebody is there to answer questions. */
  readonly isInteractive: boolean;
  readonly workspace: string;
  /** Further folders that belong to the work. */
  readonly directories: readonly string[];
  /** The root of the Git repository around the workspace. */
  readonly repository?: string | undefined;
  readonly platform: string;
  /** As YYYY-MM-DD. */
  readonly date: string;
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
  readonly memory: readonly MemoryFile[];
  /** There is `exit_plan_mode` to hand in a plan with. */
  readonly canLeavePlan: boolean;
}
