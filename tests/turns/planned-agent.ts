import { scriptedModel, type PlannedCall, type PlannedStep, type ScriptedStep, type TurnPlan } from '@bowline/testkit';
import type { ModelClient } from '@bowline/models';
import { defineTool, fail, succeed, type Tool, type ToolScope } from '@bowline/tools';
import * as z from 'zod';
import { testAgent, type TestAgent, type TestAgentOptions } from './test-agent.ts';

const input = z.object({
  result: z.string(),
  isError: z.boolean().optional(),
  isEndless: z.boolean().optional(),
  isAsked: z.boolean().optional(),
});

/** A tool that does what its arguments say. */
const obedient = (name: string): Tool =>
  defineTool({
    name,
    description: 'Does what it is told',
    effect: 'read',
    input,
    async run({ result, isError, isEndless }, { signal }: ToolScope) {
      if (isEndless === true)
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
      return isError === true ? fail('told_to', result) : succeed(result);
    },
  });

const endless: PlannedCall = { name: 'read', result: 'never', isEndless: true };

/** Converts a turn plan to the answers of a scripted model. */
export function toSteps(plan: TurnPlan): ScriptedStep[] {
  const steps: ScriptedStep[] = [];
  let texts: readonly string[] = [];
  const flush = (calls: readonly PlannedCall[]): void => {
    const chunks = texts.map((text) => ({ text }));
    const made = calls.map(({ name, args, ...told }) => ({ name, args: { ...args, ...told } }));
    steps.push({ chunks: made.length === 0 ? chunks : [...chunks, { calls: made }] });
    texts = [];
  };
  const take: { [Kind in PlannedStep['kind']]: (step: Extract<PlannedStep, { kind: Kind }>) => void } = {
    text: (step) => {
      texts = step.chunks;
    },
    calls: (step) => {
      flush(step.calls);
    },
    endless: () => {
      flush([endless]);
    },
    failure: (step) => steps.push({ httpError: { status: 400, message: step.message } }),
    end: () => {},
  };
  for (const step of plan) (take[step.kind] as (step: PlannedStep) => void)(step);
  if (texts.length > 0 || !plan.some((step) => step.kind === 'failure')) {
    if (texts.length === 0) texts = ['done'];
    flush([]);
  }
  return steps;
}

/** An agent on ADK that carries out the plans. */
export async function plannedAgent(plans: readonly TurnPlan[]): Promise<TestAgent> {
  return await testAgent(plannedParts(plans));
}

/** The parts of a planned agent. An agent that is reopened with them continues its plans. */
export function plannedParts(
  plans: readonly TurnPlan[],
  model: ModelClient = scriptedModel(plans.flatMap(toSteps)),
): TestAgentOptions {
  return {
    model,
    tools: [obedient('read'), obedient('write')],
    decide: async ({ args }) => ({ verdict: args['isAsked'] === true ? 'ask' : 'allow' }),
  };
}
