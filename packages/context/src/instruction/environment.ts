import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

type TurnInputs = Pick<InstructionFacts, 'workspace' | 'directories' | 'repository' | 'platform' | 'date'>;

/** The working directory, platform and date. */
export function createEnvironmentPart(facts: TurnInputs): InstructionPart {
  const { directories, platform, date } = facts;
  const text = [
    `Workspace: ${describeWorkspace(facts)}.`,
    ...(directories.length === 0 ? [] : [`Additional directories: ${directories.join(', ')}.`]),
    `Platform: ${platform}. Date: ${date}.`,
  ].join(' ');
  return { name: 'environment', why: 'working directory, platform and date', text };
}

function describeWorkspace({ workspace, repository }: TurnInputs): string {
  if (repository === undefined) return `${workspace}, not in a Git repository`;
  return repository === workspace
    ? `${workspace}, a Git repository`
    : `${workspace}, in the Git repository ${repository}`;
}
