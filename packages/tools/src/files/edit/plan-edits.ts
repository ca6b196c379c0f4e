import { fail, type ToolOutcome } from '../../define-tool.ts';
import { encodeText } from '../decode-text.ts';
import { applyEdit, type AppliedEdit, type Edit } from './apply-edit.ts';
import { toEditableText, type EditableText } from './editable-text.ts';

/** What edits make of a file, before any of it is written. */
export interface PlannedEdits {
  readonly ok: true;
  readonly before: string;
  readonly after: string;
  readonly data: Uint8Array;
  /** Those that replaced something; none when a file is only made. */
  readonly applied: readonly AppliedEdit[];
}

/** Edits, or the failure to answer with. */
export type EditPlan = PlannedEdits | { readonly ok: false; readonly outcome: ToolOutcome };

/** Applies edits in order, each to what the one before left; all of them, or none. */
export function planEdits(bytes: Uint8Array | undefined, edits: readonly Edit[], name: string): EditPlan {
  const file = bytes === undefined ? NEW_FILE : toEditableText(bytes);
  if (typeof file === 'string') return refuse(file, NOT_EDITABLE[file](name));
  const applied: AppliedEdit[] = [];
  let after = file.text;
  for (const [at, edit] of edits.entries()) {
    const words = edits.length === 1 ? '' : `Nothing was changed: of ${edits.length} edits, edit ${at + 1} failed. `;
    if (edit.old_string === '') {
      if (after !== '')
        return refuse('file_exists', `${words}${name} is there and not empty: say in old_string what to replace.`);
      after = edit.new_string;
      continue;
    }
    if (bytes === undefined && after === '')
      return refuse('file_not_found', `${words}${name} does not exist. To make it, leave old_string empty.`);
    const result = applyEdit(after, edit, name);
    if (!result.ok) return refuse(result.errorType, words + result.text);
    applied.push(result);
    after = result.after;
  }
  const data = file.encode(after);
  if (data === undefined) return refuse('unsupported_encoding', `${name} is not UTF-8: only ASCII can be put into it.`);
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
