import { fail, type ToolOutcome } from '../../define-tool.ts';
import { encodeText } from '@bowline/workspace';
import { applyEdit, type AppliedEdit, type Edit } from './apply-edit.ts';
import { toEditableText, type EditableText } from './editable-text.ts';

/** The planned result of edits, before anything is written. */
export interface PlannedEdits {
  readonly ok: true;
  readonly before: string;
  readonly after: string;
  readonly data: Uint8Array;
  /** The replacements. Empty if the file is new. */
  readonly applied: readonly AppliedEdit[];
}

/** The planned edits, or the failure to answer with. */
export type EditPlan = PlannedEdits | { readonly ok: false; readonly outcome: ToolOutcome };

/** Applies edits in order, each to the result of the one before. All or none. */
export function planEdits(bytes: Uint8Array | undefined, edits: readonly Edit[], name: string): EditPlan {
  const file = bytes === undefined ? NEW_FILE : toEditableText(bytes);
  if (typeof file === 'string') return refuse(file, NOT_EDITABLE[file](name));
  const applied: AppliedEdit[] = [];
  let after = file.text;
  for (const [at, edit] of edits.entries()) {
    const words = edits.length === 1 ? '' : `Nothing was changed: edit ${at + 1} of ${edits.length} failed. `;
    if (edit.old_string === '') {
      if (after !== '')
        return refuse('file_exists', `${words}${name} exists and is not empty. Set old_string to the text to replace.`);
      after = edit.new_string;
      continue;
    }
    if (bytes === undefined && after === '')
      return refuse('file_not_found', `${words}${name} does not exist. To create it, use an empty old_string.`);
    const result = applyEdit(after, edit, name);
    if (!result.ok) return refuse(result.errorType, words + result.text);
    applied.push(result);
    after = result.after;
  }
  const data = file.encode(after);
  if (data === undefined)
    return refuse('unsupported_encoding', `${name} is not UTF-8, so only ASCII text can be inserted.`);
  return { ok: true, before: file.text, after, data, applied };
}

const NEW_FILE: EditableText = { text: '', encode: (after) => encodeText(after, false) };

const NOT_EDITABLE = {
  binary_file: (name: string) => `${name} is a binary file.`,
  unsupported_encoding: (name: string) => `${name} is not UTF-8.`,
};

function refuse(errorType: string, text: string): EditPlan {
  return { ok: false, outcome: fail(errorType, text) };
}
