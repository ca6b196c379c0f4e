import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

/** Submits the plan. The approval request shows it first, so running this call means that the user approved. */
export const exitPlanMode = defineTool({
  name: 'exit_plan_mode',
  description: 'Shows the finished plan to the user. If they approve it, plan mode ends and you carry it out.',
  effect: 'write',
  input: z.object({ plan: z.string().min(1).describe('Complete plan, as Markdown.') }),
  display: ({ plan }) => ({ type: 'text', text: plan }),
  async run({ plan }, { keep, key }) {
    const name = await keep?.(`plan-${key}.md`, plan);
    const where = name === undefined ? '' : ` (saved as ${name})`;
    return {
      ...succeed(
        `The user approved the plan${where}. Carry it out now, step by step.`,
        name === undefined ? {} : { data: { plan: name } },
      ),
      plan: 'approved',
    };
  },
});
