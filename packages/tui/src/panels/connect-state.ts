import type { Connecting } from '../host/connecting.ts';
import { ctrlOf, letterOf, type Press } from '../keys/press.ts';
import { connectTexts } from '../texts/panel-texts.ts';

/** The state of the panel that connects a model. */
export interface ConnectState {
  /** The marked provider. */
  readonly chosen: number;
  readonly key: string;
  /** The key is being tested. */
  readonly isTesting: boolean;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

export const EMPTY_CONNECT: ConnectState = { chosen: 0, key: '', isTesting: false, problem: null };

/** What a key asks for. `write`: the draft gets the keyboard. */
export type ConnectEffect =
  | { readonly kind: 'skip' }
  | { readonly kind: 'write' }
  | { readonly kind: 'connect'; readonly provider: string; readonly key: string | null };

export interface ConnectStep {
  readonly state: ConnectState;
  readonly effect: ConnectEffect | null;
}

const stay = (state: ConnectState): ConnectStep => ({ state, effect: null });

/** The panel after a key. While a key is tested, only Escape counts. */
export function stepConnect(before: ConnectState, press: Press, connecting: Connecting): ConnectStep {
  if (press.key === 'escape') return { state: before, effect: { kind: 'skip' } };
  if (before.isTesting) return stay(before);
  const state = { ...before, problem: null };
  const count = connecting.providers.length;
  switch (press.key) {
    case 'up':
      return stay({ ...state, chosen: (state.chosen + count - 1) % count });
    case 'down':
      return stay({ ...state, chosen: (state.chosen + 1) % count });
    case 'tab':
      return { state, effect: { kind: 'write' } };
    case 'enter':
      return save(state, connecting);
    case 'backspace':
      return stay({ ...state, key: state.key.slice(0, -1) });
    case 'text':
      return stay(type(state, press, connecting));
    default:
      return stay(state);
  }
}

/** A number chooses a provider, until a key is typed. */
function type(state: ConnectState, press: Press, connecting: Connecting): ConnectState {
  if (ctrlOf(press) === 'u') return { ...state, key: '' };
  if (press.isCtrl || press.isMeta) return state;
  const at = /^[1-9]$/.test(letterOf(press)) ? Number(letterOf(press)) - 1 : -1;
  if (state.key === '' && at >= 0 && at < connecting.providers.length) return { ...state, chosen: at };
  return fillKey(state, press.text, connecting);
}

/** The panel after text was pasted. A key whose owner is known chooses it. */
export function fillKey(state: ConnectState, text: string, { providers, ownerOf }: Connecting): ConnectState {
  if (state.isTesting) return state;
  const key = state.key + text.replaceAll(/\s/g, '');
  const owner = ownerOf(key);
  const at = providers.findIndex(({ id }) => id === owner);
  return { ...state, key, problem: null, chosen: at === -1 ? state.chosen : at };
}

function save(state: ConnectState, { providers, ownerOf }: Connecting): ConnectStep {
  const { key } = state;
  const chosen = providers[state.chosen];
  if (chosen === undefined) return stay(state);
  if (key === '' && chosen.variable !== null) return stay({ ...state, problem: connectTexts.pasteFirst(chosen.name) });
  // A key is for its owner, even if that provider is not listed.
  const provider = key === '' ? chosen.id : (ownerOf(key) ?? chosen.id);
  return {
    state: { ...state, isTesting: true },
    effect: { kind: 'connect', provider, key: key === '' ? null : key },
  };
}
