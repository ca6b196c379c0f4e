import type { ModelClient } from '@bowline/models';
import { join } from 'node:path';

/** Where the calls of the turn are: one in each answer of the model, or all in the first. */
export type TurnForm = 'steps' | 'batch';

/** The files of a turn. */
export interface TurnPlaces {
  readonly sessions: string;
  readonly workspace: string;
  /** One line for each effect of the custom tool and of the command. */
  readonly effects: string;
  /** A file that `replace` marks once per run. */
  readonly marked: string;
}

/** The files in the folder of a round. */
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
/** Matches the agent's text for a call with an unknown outcome. */
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

/** A model without memory, so that it answers a resumed turn in the same way. */
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

/** The end of the model's last answer, for the number of unknown outcomes that it saw. */
export function finalText(unknown: number): string {
  return `${unknown} of it unknown`;
}

/** The user's message. */
export function messageOf(form: TurnForm): string {
  return `do it in the form of ${form}`;
}
