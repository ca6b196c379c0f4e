import type { TokenUsage } from '@bowline/protocol';
import { screenTexts } from '../texts/screen-texts.ts';
import type { LastSession } from './session-keeper.ts';

/** The message after an interactive session: how to resume it, and the tokens used. */
export function describeLeaving(last: LastSession | undefined, used: TokenUsage): string {
  if (last?.isWorthKeeping !== true) return '';
  const { sessionId, isAttached, isOpen } = last;
  const back = isAttached ? screenTexts.attachAgain(sessionId) : screenTexts.resume(sessionId, isOpen);
  return `\n${[back, ...describeUsed(used)].join('\n')}\n`;
}

function describeUsed({
  inputTokens,
  outputTokens,
  thoughtTokens = 0,
  cachedTokens = 0,
  cost,
}: TokenUsage): readonly string[] {
  if (inputTokens + outputTokens === 0) return [];
  return [
    screenTexts.used(
      { input: inputTokens, cached: cachedTokens, output: outputTokens + thoughtTokens },
      cost?.toFixed(4),
    ),
  ];
}
