const works = new Set<() => void>();

/** Has `work` done even when this process ends early, by an error or by Ctrl-C; returns how to call that off. */
export function atExit(work: () => void): () => void {
  if (works.size === 0) process.once('exit', runAll).once('SIGINT', leave).once('SIGTERM', leave);
  works.add(work);
  return () => {
    works.delete(work);
    if (works.size === 0) process.off('exit', runAll).off('SIGINT', leave).off('SIGTERM', leave);
  };
}

/** Latest first: what was started on a disk ends before the disk goes. */
function runAll(): void {
  for (const work of [...works].reverse()) work();
}

function leave(): void {
  process.exit(130);
}
