import { createCallFiles, writeCallState, type CallFiles, type CallState } from '../call-files.ts';

/** What is written down of one command while it runs. */
export class CallRecord {
  readonly files: CallFiles;
  #state: CallState;

  constructor(stateFolder: string, state: CallState) {
    this.files = createCallFiles(stateFolder, state.key);
    this.#state = state;
  }

  get state(): CallState {
    return this.#state;
  }

  update(change: Partial<CallState>): void {
    this.#state = { ...this.#state, ...change };
    try {
      writeCallState(this.files, this.#state);
    } catch {
      // A full disk: the claim stands, and who asks for the end is told that nobody saw it.
    }
  }
}
