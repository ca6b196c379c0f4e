/** Marks calls that Bowline makes itself at the end of a turn. The model sees their results as messages. */
const PREFIX = 'bowline_';

/** The ID of the call that asks about pending changes after a step of a stream, and how often they could not be applied. */
export function toOwnCallId(streamId: string, step: number, refused = 0): string {
  return `${PREFIX}${streamId}_${step}${refused === 0 ? '' : `_${refused}`}`;
}

/** Whether Bowline made the call itself. */
export function isOwnCall({ callId }: { readonly callId: string }): boolean {
  return callId.startsWith(PREFIX);
}
