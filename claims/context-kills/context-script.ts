import type { ApprovalMode } from '@bowline/protocol';
import { join } from 'node:path';

export const SESSION = 'context';
/** Small, so that a short session is masked and summarized several times. */
export const WINDOW = 2800;
export const MASKING = { protectedTokens: 600, leastTokens: 300, smallestTokens: 100 } as const;

/** The files of a round. */
export interface ContextPlaces {
  readonly sessions: string;
  readonly artifacts: string;
  /** One line per effect: its step. */
  readonly effects: string;
  /** What the processes saw, requested and sent, recorded at once and outside of the log. */
  readonly notes: string;
  readonly acks: string;
}

/** The files in the folder of a round. */
export function contextPlaces(folder: string): ContextPlaces {
  return {
    sessions: join(folder, 'sessions'),
    artifacts: join(folder, 'artifacts'),
    effects: join(folder, 'effects'),
    notes: join(folder, 'notes'),
    acks: join(folder, 'acks'),
  };
}

type ToolName = 'page' | 'write' | 'look' | 'enter_plan_mode' | 'exit_plan_mode';

/** The model's calls, step by step. `look` repeats until the model is told that it loops. */
const turnOne: readonly (readonly ToolName[])[] = [
  ['page'],
  ['page', 'page'],
  ['write'],
  ['page', 'page'],
  ['page'],
  ['write', 'page'],
  ['look'],
  ['page', 'page'],
  ['enter_plan_mode'],
  ['page', 'page'],
  ['exit_plan_mode'],
  ['write'],
  ['page', 'page'],
  ['page', 'page'],
  ['write'],
];
const turnTwo: readonly (readonly ToolName[])[] = [['page'], ['write'], ['page', 'page'], ['page', 'write'], ['page']];

/** Both turns; a step's number is its position, from 1. */
export const steps: readonly (readonly ToolName[])[] = [...turnOne, ...turnTwo];
export const FIRST_TURN = turnOne.length;

/** An action of the user, with an id that stays the same for every attempt. */
export type Act = { readonly id: string } & (
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'mode'; readonly mode: ApprovalMode }
  | { readonly kind: 'compact'; readonly focus: string }
);

/** When the user acts: while the model answers or a tool runs in a step, or while a summary is made or verified. */
export interface Cue {
  readonly during: 'model' | 'tool' | 'summary' | 'check';
  readonly step?: number;
  readonly act: Act;
}

const say = (id: string, text: string): Act => ({ id, kind: 'say', text });
const mode = (id: string, to: ApprovalMode): Act => ({ id, kind: 'mode', mode: to });

export const TURN_TWO = 'now go through the second half as well';
/** The acts that begin the streams, in order. */
export const phases: readonly Act[] = [
  say('first', 'go through the whole archive for me'),
  { id: 'idle-compact', kind: 'compact', focus: 'the harbour' },
  say('second', TURN_TWO),
];

export const cues: readonly Cue[] = [
  { during: 'tool', step: 2, act: say('tool-word', 'the lighthouse matters more than the rest') },
  { during: 'model', step: 4, act: say('model-word', 'mind the tide tables while you are there') },
  { during: 'tool', step: 5, act: mode('to-auto-edit', 'auto_edit') },
  { during: 'summary', act: say('summary-word', 'spell the names of ships as they are painted') },
  { during: 'check', act: say('check-word', 'the pilot speaks Portuguese') },
  { during: 'tool', step: 10, act: say('plan-word', 'think of the ferry too') },
  { during: 'tool', step: 14, act: { id: 'busy-compact', kind: 'compact', focus: 'the ferry' } },
  { during: 'tool', step: 16, act: mode('to-plan', 'plan') },
  { during: 'model', step: 18, act: say('late-word', 'end with a word about the weather') },
  { during: 'tool', step: 19, act: mode('to-yolo', 'yolo') },
];

/** All acts of the user. */
export const acts: readonly Act[] = [...phases, ...cues.map(({ act }) => act)];
export const END_MODE: ApprovalMode = 'yolo';

/** A memory file in a folder that a call touches. */
export const MEMORY = {
  path: '/workspace/harbour/AGENTS.md',
  text: 'Boats in the harbour are counted by their masts.',
};
export const MEMORY_STEP = 2;

/** A page of the archive: always the same for the same place, and large enough to be masked. */
export function pageText(step: number, part: number): string {
  const line = `On sheet ${step}/${part} the keeper noted wind, water, passing ships and what was owed for oil.`;
  return [`sheet ${step}/${part}`, ...Array.from({ length: 12 }, (_, n) => `${n + 1}. ${line}`), 'end'].join('\n');
}

/** The line that a step writes to the effects file. */
export function effectOf(step: unknown): string {
  return `step ${String(step)}`;
}

/** The instruction of a mode. */
export function instructionOf(of: ApprovalMode): string {
  return `You are in ${of} mode.`;
}

const known: readonly ToolName[] = ['page', 'write', 'look', 'enter_plan_mode', 'exit_plan_mode'];

/** The tools of a mode: plan mode has no tool that writes, and only plan mode has a tool to leave it. */
export function toolsOf(of: ApprovalMode): string[] {
  return known.filter((name) => isOffered(name, of));
}

/** Whether the model is offered a tool. */
export function isOffered(name: string, of: ApprovalMode): boolean {
  if (name === 'enter_plan_mode' || name === 'write') return of !== 'plan';
  return name === 'exit_plan_mode' ? of === 'plan' : true;
}
