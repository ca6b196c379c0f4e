import type { ModelClient } from '@bowline/models';
import { join } from 'node:path';

/** How the calls of the turn come: one in each answer of the model, or all in the first. */
export type TurnForm = 'steps' | 'batch';

/** Where a turn that is killed leaves its traces. */
export interface TurnPlaces {
  readonly sessions: string;
  readonly workspace: string;
  /** A line for each effect of the tool of our own and of the command. */
  readonly effects: string;
  /** A file that `replace` marks once each time it is run. */
  readonly marked: string;
}

/** The folder of a round, by what is in it. */
export function turnPlaces(folder: string): TurnPlaces {
  const workspace = join(folder, 'workspace');
  return {
    sessions: join(folder, 'sessions'),
    workspace,
    effects: join(workspace, 'effects.txt'),
    marked: join(workspace, 'marked.txt'),
  };
}

export const SESSION = 'turn';
export const MARK = 'marked;';
export const NOTED = 'noted';
export const COMMAND_BEGUN = 'command-begun';
export const COMMAND_DONE = 'command-done';
export const COMMAND_PRINTED = 'printed-by-the-command';
/** Of what the agent says of a call when nobody knows what it did. */
const UNKNOWN = /is unknown|is not known/;

const calls = [
  { name: 'read_file', args: { file_path: 'marked.txt' } },
  {
    name: 'replace',
    args: { file_path: 'marked.txt', instruction: 'mark it', old_string: 'END', new_string: `${MARK} END` },
  },
  { name: 'append_note', args: { text: NOTED } },
  {
    name: 'run_shell_command',
    args: {
      command: `echo ${COMMAND_BEGUN} >> effects.txt; sleep 0.3; echo ${COMMAND_DONE} >> effects.txt; echo ${COMMAND_PRINTED}`,
    },
  },
];

/** A model that knows only what it is asked, so that whoever goes on with the turn is answered alike. */
export const turnModel: ModelClient = {
  async *stream({ contents }) {
    const parts = contents.flatMap((content) => content.parts ?? []);
    const responses = parts.filter((part) => part.functionResponse !== undefined);
    if (responses.length >= calls.length) {
      const unknown = responses.filter((response) => UNKNOWN.test(JSON.stringify(response))).length;
      yield { content: { role: 'model', parts: [{ text: 'all done, ' }] } };
      yield { content: { role: 'model', parts: [{ text: finalText(unknown) }] }, finishReason: 'STOP' };
      return;
    }
    const isBatch = parts.some((part) => part.text === messageOf('batch'));
    const next = isBatch ? calls : calls.slice(responses.length, responses.length + 1);
    yield { content: { role: 'model', parts: next.map((functionCall) => ({ functionCall })) }, finishReason: 'STOP' };
  },
};

/** How the last answer of the model ends, when it was told of so many unknown outcomes. */
export function finalText(unknown: number): string {
  return `${unknown} of it unknown`;
}

/** What the person asks for. */
export function messageOf(form: TurnForm): string {
  return `do it in the form of ${form}`;
}
