import type { HitLimit } from '@bowline/workspace';

/** Describes a sandbox limit that a command reached. */
export function describeLimit({ limit, amount, isShared }: HitLimit): string {
  const who = isShared ? 'all sandboxed commands of a session together' : 'a sandboxed command';
  switch (limit) {
    case 'memory':
      return isShared
        ? `Memory limit: ${who} can use ${toSize(amount)}. The system ended a process that used more.`
        : `Memory limit: each process of a command in this sandbox can use ${toSize(amount)}.`;
    case 'processes':
      return `Process limit: ${who} can have ${amount} processes.`;
    case 'fileSize':
      return `File size limit: ${who} can write at most ${toSize(amount)} to a file.`;
    case 'temporarySpace':
      return `Disk space limit: in the sandbox /tmp, /dev/shm and the home directory hold ${toSize(amount)} each.`;
  }
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size for people. */
function toSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${UNITS[power] ?? ''}`;
}
