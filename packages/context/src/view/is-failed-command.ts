/** How the result of a command says that it failed; notes on how long it took and what it left running may follow. */
const FAILED = /^(?:exit code: *[1-9-]|ended by signal: *\S)/im;
const END = 300;

/** Whether a result is that of a command that failed: that is no failure of the tool, its text says so at the end. */
export function isFailedCommand(text: string): boolean {
  return FAILED.test(text.slice(-END));
}
