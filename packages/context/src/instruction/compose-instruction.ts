import { createEnvironmentPart } from './environment.ts';
import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';
import { createMemoryPart } from './memory.ts';
import { createModePart } from './mode.ts';
import { createRolePart } from './role.ts';
import { createToolGuidancePart } from './tool-guidance.ts';

/** A system instruction and its parts. */
export interface Instruction {
  readonly parts: readonly InstructionPart[];
  readonly text: string;
}

/**
 * Composes the system instruction. It is short because it is sent with every step. Parts that change more often come
 * later.
 */
export function composeInstruction(facts: InstructionFacts): Instruction {
  const parts = [
    createRolePart(facts),
    ...createToolGuidancePart(facts),
    ...createMemoryPart(facts),
    createEnvironmentPart(facts),
    createModePart(facts),
  ];
  return { parts, text: parts.map(({ text }) => text).join('\n\n') };
}
