import { statfsSync } from 'node:fs';

/** File systems on which SQLite's shared memory and POSIX locks are unreliable, by their magic number. */
const remote: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB2',
  0x65735546: 'FUSE',
  0x01021997: '9P',
  0x5346414f: 'AFS',
  0x00c36400: 'Ceph',
};

/** Returns the name of the network or user-space file system of a folder, or undefined if it is local. */
export function remoteFileSystem(folder: string): string | undefined {
  return remote[statfsSync(folder).type >>> 0];
}
