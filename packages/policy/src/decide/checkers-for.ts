import type { CheckerRule } from '../rules/policy-rule.ts';
import { SHELL_TOOL } from '../rules/tool-names.ts';
import { matchRule } from './match-rule.ts';
import type { PolicyCall, PolicyContext } from './policy-call.ts';
import type { PolicySet } from './policy-set.ts';
import { createQuestion, type Question } from './question.ts';

/** The checks that a call must pass before it runs, strongest first. Includes checks that only may apply. */
export function checkersFor(set: PolicySet, call: PolicyCall, context: PolicyContext): readonly CheckerRule[] {
  const subjects = subjectsOf(createQuestion(call, context));
  return set.checkers.filter(({ conditions }) => subjects.some((about) => matchRule(conditions, about, true) !== 'no'));
}

function subjectsOf(question: Question): readonly Question[] {
  const { tool, args, shell } = question.call;
  if (tool !== SHELL_TOOL) return [question];
  if (shell?.kind === 'understood' && shell.commands.length > 0)
    return shell.commands.map((command) => question.about({ kind: 'command', command }));
  const { command } = args;
  return [question.about({ kind: 'line', text: typeof command === 'string' ? command : '', why: '' })];
}
