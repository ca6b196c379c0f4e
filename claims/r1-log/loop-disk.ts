import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { atExit } from '../../tests/kit/at-exit.ts';

const SIZE = 64 << 20;
const TRIES = 200;

/** A file system in a file, whose content is what has reached the disk. */
export class LoopDisk {
  readonly folder: string;
  readonly #image: string;
  readonly #stay: () => void;

  private constructor(image: string, folder: string) {
    this.#image = image;
    this.folder = folder;
    this.#stay = atExit(() => {
      unmount(folder);
    });
  }

  /** Creates a new, empty ext4 file system. */
  static create(image: string): LoopDisk {
    writeFileSync(image, '');
    truncateSync(image, SIZE);
    run('mkfs.ext4', ['-q', '-F', image]);
    return LoopDisk.mount(image);
  }

  /** Mounts the image, which replays its journal, as on the first boot after a power cut. */
  static mount(image: string): LoopDisk {
    const folder = `${image}.mounted`;
    mkdirSync(folder, { recursive: true });
    run('mount', ['-t', 'ext4', '-o', 'loop', image, folder]);
    return new LoopDisk(image, folder);
  }

  /**
   * Copies the current content of the disk to another image. The writer must be stopped. The kernel may still write
   * back on its own; a copy during which it did so is inconsistent and is taken again.
   */
  async copyTo(image: string): Promise<void> {
    for (let n = 0; n < TRIES; n += 1) {
      const before = this.#writes();
      execFileSync('cp', ['--sparse=always', this.#image, image]);
      if (before.inFlight === 0 && this.#writes().count === before.count) return;
      await setTimeout(5);
    }
    throw new Error(`the kernel never stopped writing to ${this.#image}`);
  }

  /** Unmounts it, frees its loop device and deletes it. */
  remove(): void {
    unmount(this.folder);
    this.#stay();
    rmSync(this.folder, { recursive: true });
    rmSync(this.#image);
  }

  /** Fields 5, 9 and 12 of the kernel's block statistics: writes done, requests in flight, discards done. */
  #writes(): { readonly count: string; readonly inFlight: number } {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const device = mounts.find((line) => line.split(' ')[1] === this.folder)?.split(' ')[0];
    const fields = readFileSync(`/sys/block/${device?.replace('/dev/', '') ?? ''}/stat`, 'utf8')
      .trim()
      .split(/\s+/);
    return { count: `${fields[4]} ${fields[11]}`, inFlight: Number(fields[8]) };
  }
}

/** Returns why a loop disk is impossible here, or undefined if it is possible. */
export function whyNoLoopDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root, to mount file systems';
  try {
    LoopDisk.create(`${folder}/probe.img`).remove();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function unmount(folder: string): void {
  try {
    run('umount', [folder]);
  } catch {
    run('umount', ['--lazy', folder]); // still in use; the device is released with the mount
  }
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
