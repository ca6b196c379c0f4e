import { RESET } from '@bowline/protocol/plain';
import type { Style } from './theme.ts';

/** The codes that start and end a style. */
export interface StyleCode {
  readonly open: string;
  readonly close: number;
}

/** Combines several codes into a style. A style or reset that ends inside does not end it. */
export function createStyle(codes: readonly StyleCode[]): Style {
  const parts = codes.map(({ open, close }) => ({ open: `\u001B[${open}m`, close: `\u001B[${close}m` }));
  const before = parts.map(({ open }) => open).join('');
  const after = parts.map(({ close }) => close).join('');
  if (parts.length === 0) return (text) => text;
  return (text) => {
    if (text === '') return '';
    if (!text.includes('\u001B')) return before + text + after;
    const restored = parts.reduce(
      (inner, { open, close }) => inner.replaceAll(close, close + open),
      text.replaceAll(RESET, RESET + before),
    );
    return before + restored + after;
  };
}
