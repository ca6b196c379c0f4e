/** How a command result shows failure. Notes on duration and leftover processes may follow. */
const FAILED = /^(?:exit code: *[1-9-]|ended by signal: *\S)/im;
const END = 300;

/** Whether a command failed. The tool call itself succeeded, so only the end of its text shows it. */
export function isFailedCommand(text: string): boolean {
  return FAILED.test(text.slice(-END));
}
