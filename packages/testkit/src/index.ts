export { all } from './all.ts';
export { note, owner, started } from './log-samples.ts';
export { outline } from './outline.ts';
export { ScriptedAgent } from './scripted-agent.ts';
export { calls, fails, hangs, says, type PlannedCall, type PlannedStep, type TurnPlan } from './turn-plan.ts';
