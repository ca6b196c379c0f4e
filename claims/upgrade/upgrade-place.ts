import type { LogRecord } from '@bowline/log';
import type { Scene } from './upgrade-script.ts';

/** A store of sessions that are begun by the older build and finished by this one. */
export interface UpgradePlace {
  /** Runs a session up to the point where its scene stops, with the older build. */
  leave(scene: Scene): Promise<void>;
  /** The ids of its records so far. */
  ids(scene: Scene): Promise<readonly string[]>;
  /** Stops the older build; resolves to the time when it had stopped. */
  upgrade(): Promise<string>;
  /** Answers the questions and waits for the end, with this build. */
  finish(scene: Scene): Promise<void>;
  records(scene: Scene): Promise<readonly LogRecord[]>;
  close(): Promise<void>;
}

/** What both places are created from. */
export interface UpgradeParts {
  /** A folder that only this place uses. */
  readonly folder: string;
  /** The main files of the two builds. */
  readonly older: string;
  readonly newer: string;
  readonly modelUrl: string;
  readonly effectsFile: (scene: Scene) => string;
}

/** The environment that a build runs in. */
export function toEnvironment({ folder, modelUrl }: UpgradeParts): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: `${folder}/t`,
    BOWLINE_HOME: `${folder}/home`,
    GEMINI_API_KEY: 'x',
    GEMINI_MODEL: 'gemini-2.5-flash',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
  };
}

/** Polls until `look` returns true. */
export async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it never came to this: ${what}`);
}
