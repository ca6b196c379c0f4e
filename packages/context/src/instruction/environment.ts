import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

type Surroundings = Pick<InstructionFacts, 'workspace' | 'directories' | 'repository' | 'platform' | 'date'>;

/** Where the session is. */
export function createEnvironmentPart(facts: Surroundings): InstructionPart {
  const { directories, platform, date } = facts;
  const text = [
    `Workspace: ${describeWorkspace(facts)}.`,
    ...(directories.length === 0 ? [] : [`Further folders: ${directories.join(', ')}.`]),
    `Platform: ${platform}. Date: ${date}.`,
  ].join(' ');
  return { name: 'environment', why: 'where it is, so that it need not find out', text };
}

function describeWorkspace({ workspace, repository }: Surroundings): string {
  if (repository === undefined) return `${workspace}, not in a Git repository`;
  return repository === workspace
    ? `${workspace}, a Git repository`
    : `${workspace}, in the Git repository ${repository}`;
}
