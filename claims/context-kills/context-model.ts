import type { Content } from '@google/genai';
import { estimateContent, estimateJson, estimateTokens, familyOf } from '@bowline/context';
import type { ModelChunk, ModelRequest } from '@bowline/models';
import { callTool, isSummaryQuestion, say } from '../../tests/turns/view-model.ts';
import { FIRST_TURN, MEMORY, MEMORY_STEP, steps, TURN_TWO } from './context-script.ts';

/** The kind of a request: the agent's own, for a summary, to verify a summary, or another side request. */
export type RequestKind = 'model' | 'summary' | 'check' | 'other';

/** The kind of this request. */
export function kindOf({ config, contents }: ModelRequest): RequestKind {
  if (config.responseMimeType !== 'application/json') return 'model';
  const instruction = typeof config.systemInstruction === 'string' ? config.systemInstruction : '';
  if (isSummaryQuestion(instruction)) return 'summary';
  return saidIn(contents).includes('=== SUMMARY ===') ? 'check' : 'other';
}

/** The tools that a request offers. */
export function offeredIn({ config }: ModelRequest): string[] {
  return (config.tools ?? []).flatMap((tool) =>
    'functionDeclarations' in tool ? (tool.functionDeclarations ?? []).map(({ name = '' }) => name) : [],
  );
}

const family = familyOf('scripted');

/** The size of a request. This model counts with Bowline's estimate, so that a correct estimate is never off. */
export function countTokens({ contents, config }: Pick<ModelRequest, 'contents' | 'config'>): number {
  const { systemInstruction, tools = [] } = config;
  const instruction = typeof systemInstruction === 'string' ? estimateTokens(systemInstruction, family) : 0;
  return instruction + estimateJson(tools, family) + tokensOf(contents);
}

/** The size of contents alone. */
export function tokensOf(contents: readonly Content[]): number {
  return contents.reduce((sum, content) => sum + estimateContent(content, family), 0);
}

/** A model without memory, so that it answers a resumed session in the same way. */
export function answerOf(request: ModelRequest): ModelChunk {
  switch (kindOf(request)) {
    case 'model':
      return { ...nextStep(request), usage: { promptTokenCount: countTokens(request), candidatesTokenCount: 5 } };
    case 'summary':
      return sayJson({ goal: 'go through it', facts: [`step ${lastStep(request.contents)} was the last one`] });
    case 'check':
      return sayJson({ missing: [], wrong: [] });
    case 'other':
      return sayJson({ confidence: 0, reason: 'it goes on' });
  }
}

/** The step that the answer to this request takes. */
export function stepOf({ contents }: ModelRequest): number {
  const done = lastStep(contents);
  const isCircling = steps[done - 1]?.includes('look') === true && !isTold(contents);
  return isCircling ? done : done + 1;
}

/** More than it takes to get the loop nudge. A slow machine may look as if it waits, and then gets no nudge. */
const MOST_LOOKS = 9;

function isTold(contents: readonly Content[]): boolean {
  const said = saidIn(contents);
  return said.includes('try a different approach') || said.split('"look"').length > MOST_LOOKS;
}

function nextStep(request: ModelRequest): ModelChunk {
  const step = stepOf(request);
  const last = saidIn(request.contents).includes(TURN_TWO) ? steps.length : FIRST_TURN;
  if (step > last) return say('all of it is done');
  const offered = offeredIn(request);
  const names = steps[step - 1] ?? [];
  // Leaves plan mode first, no matter who entered it; this needs the user's approval.
  if (names.includes('write') && !offered.includes('write'))
    return callTool('exit_plan_mode', { plan: 'go on as before' });
  const parts = names.map((name, part) => {
    if (name === 'enter_plan_mode') return { functionCall: { name, args: { reason: `step ${step}` } } };
    if (name === 'exit_plan_mode') return { functionCall: { name, args: { plan: `what step ${step} found` } } };
    const place = step === MEMORY_STEP ? { path: MEMORY.path } : {};
    return { functionCall: { name, args: { step, part, ...place } } };
  });
  return { content: { role: 'model', parts }, finishReason: 'STOP' };
}

/** The highest step so far, according to the shown calls and to the summary of the others. */
function lastStep(contents: readonly Content[]): number {
  const numbers = [...saidIn(contents).matchAll(/\bstep\b\W{1,3}(\d+)/g)].map(([, number]) => Number(number));
  return Math.max(0, ...numbers);
}

/** All text and calls, without results, because these may be masked. */
function saidIn(contents: readonly Content[]): string {
  return contents
    .flatMap(({ parts = [] }) => parts)
    .map(({ text, functionCall }) => text ?? (functionCall === undefined ? '' : JSON.stringify(functionCall)))
    .join('\n');
}

function sayJson(value: unknown): ModelChunk {
  return say(JSON.stringify(value));
}
