import { composeInstruction, type Instruction, type InstructionFacts } from '@bowline/context';
import type { ApprovalMode } from '@bowline/protocol';
import type { OpenMemory } from './open-memory.ts';

/** What an instruction says of a session, whatever its mode. */
export interface SessionFacts extends Pick<
  InstructionFacts,
  'workspace' | 'directories' | 'platform' | 'isInteractive' | 'tools'
> {
  readonly memory: Pick<OpenMemory, 'files' | 'repository'>;
  /** Somebody can answer, if only later and elsewhere. */
  readonly canAsk: boolean;
}

/**
 * The instruction of a session by its mode. The facts are those of the moment at which it was opened: the same mode gives the
 * same bytes for as long as it is open here, past midnight too, and what a provider has cached of it stays good.
 */
export function createInstruction(facts: SessionFacts, now = new Date()): (mode: ApprovalMode) => Instruction {
  const { canAsk, memory, ...rest } = facts;
  const fixed = {
    ...rest,
    memory: memory.files,
    repository: memory.repository,
    date: now.toISOString().slice(0, 10),
    // A plan is handed in to somebody.
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
