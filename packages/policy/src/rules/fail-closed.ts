import type { PolicyFile, PolicyProblem, PolicyRule } from './policy-rule.ts';

/**
 * What holds while a policy file cannot be read: nothing is allowed by itself, in no mode and of no tier, reading
 * included, for the rule that cannot be read may have been about reading. What is denied stays denied; the rest is asked,
 * and denied where nobody can be asked. For a file that cannot even be opened, the caller writes the problem.
 */
export function failClosed(problems: readonly PolicyProblem[]): PolicyFile {
  const [first] = problems;
  const rules = first === undefined ? [] : [askFor(first, problems.length - 1)];
  return { file: first?.file ?? '', tier: 'admin', rules, checkers: [], problems, notices: [] };
}

function askFor({ file, line, message, hint }: PolicyProblem, others: number): PolicyRule {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  const text = `nothing is allowed by itself until ${file}:${line} is mended: ${message}. ${hint}${more}`;
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
