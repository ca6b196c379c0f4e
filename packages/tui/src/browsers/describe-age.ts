const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in a word or two; the day for what is older than a month. */
export function describeAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  if (days < 31) return days === 1 ? 'yesterday' : `${days} days ago`;
  return at.slice(0, 10);
}
