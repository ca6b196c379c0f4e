import { composeInstruction, type Instruction, type InstructionFacts } from '@bowline/context';
import type { ApprovalMode } from '@bowline/protocol';
import type { OpenMemory } from './open-memory.ts';

/** The facts about a session that its instruction states in every mode. */
export interface SessionFacts extends Pick<
  InstructionFacts,
  'workspace' | 'directories' | 'platform' | 'isInteractive' | 'tools'
> {
  readonly memory: Pick<OpenMemory, 'files' | 'repository'>;
  /** A user can answer questions, possibly later and elsewhere. */
  readonly canAsk: boolean;
}

/**
 * Creates the instruction of a session by mode. The facts are taken when the session is opened, so the same mode gives
 * the same bytes while it is open here, even past midnight. This keeps the provider's cache valid.
 */
export function createInstruction(facts: SessionFacts, now = new Date()): (mode: ApprovalMode) => Instruction {
  const { canAsk, memory, ...rest } = facts;
  const fixed = {
    ...rest,
    memory: memory.files,
    repository: memory.repository,
    date: now.toISOString().slice(0, 10),
    // A plan needs a user to approve it.
    canLeavePlan: canAsk && facts.tools.includes('exit_plan_mode'),
  };
  const composed = new Map<ApprovalMode, Instruction>();
  return (mode) => {
    const known = composed.get(mode);
    if (known !== undefined) return known;
    const instruction = composeInstruction({ ...fixed, mode });
    composed.set(mode, instruction);
    return instruction;
  };
}
