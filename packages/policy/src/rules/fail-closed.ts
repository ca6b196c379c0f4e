import type { PolicyFile, PolicyProblem, PolicyRule } from './policy-rule.ts';

/**
 * Applies while a policy file cannot be read: nothing is allowed without approval in any mode or tier, including
 * reading, because the unreadable rule may have been about reading. Denied calls stay denied. The rest needs approval,
 * or is denied if no one can give it. For a file that cannot be opened, the caller writes the problem.
 */
export function failClosed(problems: readonly PolicyProblem[]): PolicyFile {
  const [first] = problems;
  const rules = first === undefined ? [] : [askFor(first, problems.length - 1)];
  return { file: first?.file ?? '', tier: 'admin', rules, checkers: [], problems, notices: [] };
}

function askFor({ file, line, message, hint }: PolicyProblem, others: number): PolicyRule {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const text = `everything needs approval until you fix ${file}:${line}: ${message}. ${hint}${more}`;
  return {
    file,
    line,
    tier: 'admin',
    priority: 999,
    name: 'a policy file cannot be read',
    decision: 'ask',
    conditions: {
      tools: [{ kind: 'any' }],
      mcpServer: undefined,
      subagent: undefined,
      annotations: undefined,
      effects: [],
      modes: [],
      isInteractive: undefined,
      folder: undefined,
      words: undefined,
    },
    allowsRedirection: false,
    isOutside: false,
    hosts: [],
    denyMessage: text,
    mayOnlyNarrow: true,
    text,
  };
}
