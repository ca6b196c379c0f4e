import { goDown, goUp, newerEntry, olderEntry, searchOn } from './edit-history.ts';
import { deleteTo, insert, killTo, yank, yankOlder } from './edit-text.ts';
import { moveBy, redo, undo, type Edit } from './editor-state.ts';
import type { Keystroke } from '../keys/keystroke.ts';

/** The editing keys. Other keys insert their text or are handled elsewhere. */
const BINDINGS: Readonly<Record<string, Edit>> = {
  left: moveBy('left'),
  right: moveBy('right'),
  up: goUp,
  down: goDown,
  home: moveBy('line_start'),
  end: moveBy('line_end'),
  'ctrl+home': moveBy('text_start'),
  'ctrl+end': moveBy('text_end'),
  'ctrl+left': moveBy('word_left'),
  'ctrl+right': moveBy('word_right'),
  'alt+left': moveBy('word_left'),
  'alt+right': moveBy('word_right'),
  'ctrl+b': moveBy('left'),
  'ctrl+f': moveBy('right'),
  'ctrl+a': moveBy('line_start'),
  'ctrl+e': moveBy('line_end'),
  'alt+b': moveBy('word_left'),
  'alt+f': moveBy('word_right'),
  'alt+<': moveBy('text_start'),
  'alt+>': moveBy('text_end'),
  'alt+p': olderEntry,
  'alt+n': newerEntry,
  'ctrl+r': searchOn(1),
  backspace: deleteTo('left'),
  'shift+backspace': deleteTo('left'),
  'ctrl+h': deleteTo('left'),
  delete: deleteTo('right'),
  'ctrl+d': deleteTo('right'),
  'ctrl+w': killTo('blank_left'),
  'alt+backspace': killTo('word_left'),
  'ctrl+backspace': killTo('word_left'),
  'alt+d': killTo('word_right'),
  'ctrl+delete': killTo('word_right'),
  'alt+delete': killTo('word_right'),
  'ctrl+k': killTo('line_end'),
  'ctrl+u': killTo('line_start'),
  'ctrl+y': yank,
  'alt+y': yankOlder,
  'ctrl+_': undo,
  'ctrl+/': undo,
  'ctrl+shift+-': undo,
  'alt+z': redo,
  'alt+_': redo,
  'ctrl+shift+z': redo,
  'alt+enter': insert('\n'),
  'shift+enter': insert('\n'),
  'ctrl+enter': insert('\n'),
  'ctrl+j': insert('\n'),
};

/** The edit for a key, or undefined if the editor does not use the key. */
export function editOf(key: Keystroke): Edit | undefined {
  return BINDINGS[key.chord] ?? (key.text === '' ? undefined : insert(key.text));
}
