/** Google counts daily quotas in this time zone. */
const ZONE = 'America/Los_Angeles';

const clockOptions: Intl.DateTimeFormatOptions = {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};

/** Created when the first quota runs out: Node then loads its time zones, which takes 25 ms. */
let clock: Intl.DateTimeFormat | undefined;

/** Returns the end of the day in Google's time zone, also on days when daylight saving time starts or ends. */
export function nextMidnight(now: number): number {
  const local = new Date(toLocal(now));
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1);
  const near = midnight - offsetAt(now);
  return midnight - offsetAt(near);
}

/** Returns the local time there, as if it were UTC. */
function toLocal(time: number): number {
  clock ??= new Intl.DateTimeFormat('en-US', clockOptions);
  const parts = clock.formatToParts(time);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second'));
}

function offsetAt(time: number): number {
  return toLocal(time) - Math.floor(time / 1000) * 1000;
}
