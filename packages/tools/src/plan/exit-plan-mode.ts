import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

/** Hands the plan to the person. Running it means that they agree: the question comes before, with the plan as its display. */
export const exitPlanMode = defineTool({
  name: 'exit_plan_mode',
  description: 'Show the finished plan to the person. If they agree, plan mode ends and you carry it out.',
  effect: 'write',
  input: z.object({ plan: z.string().min(1).describe('The whole plan, as Markdown') }),
  display: ({ plan }) => ({ type: 'text', text: plan }),
  async run({ plan }, { keep, key }) {
    const path = await keep?.(`plan-${key}.md`, plan);
    const where = path === undefined ? '' : `; it is in ${path}`;
    return {
      ...succeed(
        `The person agrees with the plan${where}. Carry it out now, step by step.`,
        path === undefined ? {} : { data: { plan: path } },
      ),
      plan: 'approved',
    };
  },
});
