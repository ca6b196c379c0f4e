const MARK = '~';

/** Id of the nth live-only event after a kept one: reading on from it means reading on from the kept one. */
export function createLiveId(keptId: string, n: number): string {
  return `${keptId}${MARK}${n}`;
}

/** The kept event that a cursor stands for. */
export function toKeptId(eventId: string): string {
  const mark = eventId.indexOf(MARK);
  return mark === -1 ? eventId : eventId.slice(0, mark);
}
