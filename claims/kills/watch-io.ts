import { openSync, readSync } from 'node:fs';

/**
 * Tells whether this process has read or written anything, files and sockets alike, since it was last asked.
 *
 * What a process leaves when it is killed changes by such calls: between two moments without any, one kill is like
 * the other. Folders made and names changed are not seen until something is read or written.
 */
export function watchIo(): () => boolean {
  const fd = openSync('/proc/self/io', 'r');
  const buffer = Buffer.alloc(512);
  let last = { size: 0, rchar: 0, wchar: 0, syscr: 0, syscw: 0 };
  return () => {
    const size = readSync(fd, buffer, 0, buffer.length, 0);
    const text = buffer.toString('latin1', 0, size);
    const [rchar = 0, wchar = 0, syscr = 0, syscw = 0] = [...text.matchAll(/\d+/g)].map(Number);
    // Our own look is counted at the next one: a call, and as many bytes as it gave.
    const isTouched =
      rchar !== last.rchar + last.size || syscr !== last.syscr + 1 || wchar !== last.wchar || syscw !== last.syscw;
    last = { size, rchar, wchar, syscr, syscw };
    return isTouched;
  };
}
