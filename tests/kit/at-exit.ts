const works = new Set<() => void>();

/** Runs `work` even if this process ends early, by an error or by Ctrl-C; returns a function that cancels it. */
export function atExit(work: () => void): () => void {
  if (works.size === 0) process.once('exit', runAll).once('SIGINT', leave).once('SIGTERM', leave);
  works.add(work);
  return () => {
    works.delete(work);
    if (works.size === 0) process.off('exit', runAll).off('SIGINT', leave).off('SIGTERM', leave);
  };
}

/** In reverse order: a process that was started on a disk ends before the disk is removed. */
function runAll(): void {
  for (const work of [...works].reverse()) work();
}

function leave(): void {
  process.exit(130);
}
