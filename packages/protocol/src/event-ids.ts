const MARK = '~';

/**
 * Creates the id of the nth live-only event after a stored one. Reading on from it means reading on from the stored
 * one.
 */
export function createLiveId(keptId: string, n: number): string {
  return `${keptId}${MARK}${n}`;
}

/** Returns the id of the stored event that an event id refers to. */
export function toKeptId(eventId: string): string {
  const mark = eventId.indexOf(MARK);
  return mark === -1 ? eventId : eventId.slice(0, mark);
}
