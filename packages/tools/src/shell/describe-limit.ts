import type { HitLimit } from '../tool-host.ts';

/** What the model is told of a limit of the sandbox that a command has reached. */
export function describeLimit({ limit, amount, isShared }: HitLimit): string {
  const who = isShared ? 'the sandboxed commands of a session together' : 'a sandboxed command';
  switch (limit) {
    case 'memory':
      return isShared
        ? `Memory limit: ${who} can use ${toSize(amount)}, and the system ended a process that took more.`
        : `Memory limit: a process of a command in this sandbox can use ${toSize(amount)}.`;
    case 'processes':
      return `Process limit: ${who} can have ${amount} processes.`;
    case 'fileSize':
      return `File size limit: ${who} can write ${toSize(amount)} to a file.`;
    case 'temporarySpace':
      return `Disk space limit: /tmp, /dev/shm and the home folder hold ${toSize(amount)} each in the sandbox.`;
  }
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size as people say it. */
function toSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${UNITS[power] ?? ''}`;
}
