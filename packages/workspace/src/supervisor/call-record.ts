import { createCallFiles, writeCallState, type CallFiles, type CallState } from '../processes/call-files.ts';

/** Records the state of one command while it runs. */
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
      // The disk is full: the claim stays, and the end is reported as unknown.
    }
  }
}
