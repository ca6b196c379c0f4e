import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

/** Lets the agent switch to plan mode by itself. */
export const enterPlanMode = defineTool({
  name: 'enter_plan_mode',
  description:
    'Switches to plan mode: explore without changing anything, then propose a plan for approval. Use it before large or risky changes.',
  effect: 'read',
  input: z.object({ reason: z.string().optional().describe('Why a plan is needed, in one sentence.') }),
  display: ({ reason }) => ({ type: 'text', text: reason ?? 'plan first' }),
  async run() {
    return {
      ...succeed('Plan mode is on. Explore without changing anything, then call exit_plan_mode with your plan.'),
      plan: 'begun',
    };
  },
});
