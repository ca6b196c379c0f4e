import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

/** The agent itself finds that it should look and think before it touches anything. */
export const enterPlanMode = defineTool({
  name: 'enter_plan_mode',
  description:
    'Switch to plan mode: only look, work out a plan, and have it approved before anything is changed. For large or risky work.',
  effect: 'read',
  input: z.object({ reason: z.string().optional() }),
  display: ({ reason }) => ({ type: 'text', text: reason ?? 'plan first' }),
  async run() {
    return {
      ...succeed('You are in plan mode now: look, do not change anything, then call exit_plan_mode.'),
      plan: 'begun',
    };
  },
});
