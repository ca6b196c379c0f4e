import {
  acceptChosen,
  chooseBy,
  isOpen,
  isTakenByEnter,
  updateMenu,
  type CompletionMenu,
} from '../completion/completion-menu.ts';
import { acceptSearch, finish } from '../editor/edit-history.ts';
import { replaceSpan } from '../editor/edit-text.ts';
import { editOf } from '../editor/key-bindings.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import {
  applyEdit,
  isInBurst,
  pasteBurst,
  scrollTo,
  type PromptScene,
  type PromptState,
  type PromptStep,
} from './prompt-state.ts';
import { isSearchKey, searchEditOf } from './search-keys.ts';
import { toSubmission } from './submission.ts';
import { isEmpty, lineOf } from '../editor/text-buffer.ts';
import { pressVim } from '../vim/vim.ts';

/** Besides typing, these keys open the completion menu. Others do not, so that it does not take the arrow keys. */
const OFFERING = new Set(['backspace', 'ctrl+h', 'ctrl+w', 'alt+backspace', 'delete']);

type Presser = (state: PromptState, key: Keystroke, scene: PromptScene) => PromptStep | undefined;

const PRESSERS: readonly Presser[] = [
  pressAfterBurst,
  pressInSearch,
  pressPrefix,
  pressInMenu,
  pressForOthers,
  pressInVim,
  pressEscape,
  pressEnter,
  pressInText,
];

/** Handles a key. The topmost handler that uses the key takes it. */
export function pressKey(state: PromptState, key: Keystroke, scene: PromptScene): PromptStep {
  const isSearchLeft = state.editor.search !== null && !isSearchKey(key);
  const from = isSearchLeft ? applyEdit(state, acceptSearch, scene) : state;
  for (const press of PRESSERS) {
    const step = press(from, key, scene);
    if (step !== undefined) return { ...step, state: scrollTo(withoutPrefix(step.state, state), scene) };
  }
  return { state: withoutPrefix(from, state), outcome: { kind: 'shortcut', chord: key.chord } };
}

function withoutPrefix(state: PromptState, before: PromptState): PromptState {
  return before.prefix === null ? state : { ...state, prefix: null };
}

function keep(state: PromptState): PromptStep {
  return { state, outcome: null };
}

function tell(
  state: PromptState,
  kind: 'escape' | 'interrupt' | 'leave' | 'edit_elsewhere' | 'read_image',
): PromptStep {
  return { state, outcome: { kind } };
}

/** A line break where an unbracketed paste was split does not send the message. */
function pressAfterBurst(state: PromptState, key: Keystroke, scene: PromptScene): PromptStep | undefined {
  if (key.chord !== 'enter' || !isInBurst(state, scene.now)) return undefined;
  return keep(pasteBurst(state, '\n', scene));
}

function pressInSearch(state: PromptState, key: Keystroke, scene: PromptScene): PromptStep | undefined {
  const { search } = state.editor;
  return search === null ? undefined : keep(applyEdit(state, searchEditOf(search, key), scene));
}

/** The first key of a chord waits for the second. Any other key then performs its usual action. */
function pressPrefix(state: PromptState, { chord }: Keystroke): PromptStep | undefined {
  if (chord === 'ctrl+x') return keep({ ...state, prefix: chord });
  if (state.prefix === null) return undefined;
  return chord === 'ctrl+e' ? tell(state, 'edit_elsewhere') : undefined;
}

function pressInMenu(state: PromptState, { chord }: Keystroke, scene: PromptScene): PromptStep | undefined {
  const { menu } = state;
  if (!isOpen(menu)) return chord === 'tab' ? askForMenu(state, scene) : undefined;
  switch (chord) {
    case 'up':
    case 'ctrl+p':
      return keep({ ...state, menu: chooseBy(menu, -1) });
    case 'down':
    case 'ctrl+n':
      return keep({ ...state, menu: chooseBy(menu, 1) });
    case 'escape':
      return keep({ ...state, menu: { ...menu, isClosed: true } });
    case 'tab':
      return keep(accept(state, menu, scene));
    case 'enter':
      return isTakenByEnter(menu) ? acceptByEnter(state, menu, scene) : undefined;
    default:
      return undefined;
  }
}

/** Tab opens the menu if it is closed. */
function askForMenu(state: PromptState, { commands }: PromptScene): PromptStep | undefined {
  const menu = updateMenu(null, state.editor.buffer, commands);
  return menu === null ? undefined : keep({ ...state, menu });
}

function accept(state: PromptState, menu: CompletionMenu, { limit, commands }: PromptScene): PromptState {
  const editor = acceptChosen(state.editor, menu, limit);
  return { ...state, editor, menu: updateMenu(null, editor.buffer, commands) };
}

/** A command without parameters runs at once. */
function acceptByEnter(state: PromptState, menu: CompletionMenu, scene: PromptScene): PromptStep {
  const accepted = accept(state, menu, scene);
  const isWhole = menu.target.kind === 'command' && menu.candidates[menu.chosen]?.isOpen === false;
  return isWhole ? submit(accepted, scene) : keep(accepted);
}

function pressInVim(state: PromptState, key: Keystroke, { limit, commands }: PromptScene): PromptStep | undefined {
  if (state.vim === null) return undefined;
  const step = pressVim({ vim: state.vim, editor: state.editor }, key, limit);
  if (step === undefined) return undefined;
  const menu = step.isTyped ? updateMenu(state.menu, step.editor.buffer, commands) : null;
  return keep({ ...state, vim: step.vim, editor: step.editor, menu });
}

function pressForOthers(state: PromptState, { chord }: Keystroke, scene: PromptScene): PromptStep | undefined {
  const isBlank = isEmpty(state.editor.buffer);
  switch (chord) {
    case 'ctrl+c':
      // Cleared text can be recalled with Up.
      return isBlank ? tell(state, 'interrupt') : keep(applyEdit(state, finish, scene));
    case 'ctrl+d':
      return isBlank ? tell(state, 'leave') : undefined;
    case '?':
      return isBlank ? { state, outcome: { kind: 'shortcut', chord } } : undefined;
    case 'ctrl+g':
      return tell(state, 'edit_elsewhere');
    case 'ctrl+v':
      return tell(state, 'read_image');
    default:
      return undefined;
  }
}

/** If there is nothing to close, passes Escape on and keeps the text. */
function pressEscape(state: PromptState, { chord }: Keystroke): PromptStep | undefined {
  return chord === 'escape' ? tell(state, 'escape') : undefined;
}

function pressEnter(state: PromptState, { chord }: Keystroke, scene: PromptScene): PromptStep | undefined {
  if (chord !== 'enter') return undefined;
  const { buffer } = state.editor;
  const { line, column } = buffer.at;
  if (!lineOf(buffer).slice(0, column).endsWith('\\')) return submit(state, scene);
  const span = { from: { line, column: column - 1 }, to: buffer.at };
  return keep(applyEdit(state, replaceSpan(span, '\n'), scene));
}

function submit(state: PromptState, scene: PromptScene): PromptStep {
  const submission = toSubmission(state.editor, scene.commands);
  if (submission === undefined) return { state, outcome: { kind: 'shortcut', chord: 'enter' } };
  return { state: begin(applyEdit(state, finish, scene)), outcome: { kind: 'submit', submission } };
}

/** A new message starts in insert mode. */
function begin(state: PromptState): PromptState {
  return state.vim === null ? state : { ...state, vim: { ...state.vim, mode: 'insert', pending: [], recorded: null } };
}

function pressInText(state: PromptState, key: Keystroke, scene: PromptScene): PromptStep | undefined {
  const change = editOf(key);
  if (change === undefined) return undefined;
  const editor = change(state.editor, scene.limit);
  const isOffering = key.text !== '' || OFFERING.has(key.chord);
  const menu = isOffering ? updateMenu(state.menu, editor.buffer, scene.commands) : null;
  return keep({ ...state, editor, menu });
}
