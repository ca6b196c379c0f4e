/** Google counts the quota of a day in this time zone. */
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

/** Made with the first quota that runs out: Node reads its table of time zones for it, which takes 25 ms. */
let clock: Intl.DateTimeFormat | undefined;

/** When the day ends where Google counts it, also on the days on which clocks are put forward or back. */
export function nextMidnight(now: number): number {
  const local = new Date(toLocal(now));
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + 1);
  const near = midnight - offsetAt(now);
  return midnight - offsetAt(near);
}

/** The time that a clock there shows, as if it were UTC. */
function toLocal(time: number): number {
  clock ??= new Intl.DateTimeFormat('en-US', clockOptions);
  const parts = clock.formatToParts(time);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second'));
}

function offsetAt(time: number): number {
  return toLocal(time) - Math.floor(time / 1000) * 1000;
}
