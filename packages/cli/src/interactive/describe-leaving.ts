import type { TokenUsage } from '@bowline/protocol';
import type { LastSession } from './session-keeper.ts';

/** What is printed when the screen is left: how to come back, and what was used. */
export function describeLeaving(last: LastSession | undefined, used: TokenUsage): string {
  if (last?.isWorthKeeping !== true) return '';
  const { sessionId, isAttached, isOpen } = last;
  const back = isAttached
    ? `To watch it again: bowline attach ${sessionId}`
    : `To go on with ${isOpen ? 'the turn that is open' : 'this session'}: bowline --resume ${sessionId}`;
  return `${[back, ...describeUsed(used)].join('\n')}\n`;
}

function describeUsed({
  inputTokens,
  outputTokens,
  thoughtTokens = 0,
  cachedTokens = 0,
  cost,
}: TokenUsage): readonly string[] {
  if (inputTokens + outputTokens === 0) return [];
  const tokens = `${inputTokens.toLocaleString('en')} tokens in (${cachedTokens.toLocaleString('en')} cached), ${(outputTokens + thoughtTokens).toLocaleString('en')} out`;
  return [`Used: ${tokens}${cost === undefined ? '' : `, $${cost.toFixed(4)}`}`];
}
