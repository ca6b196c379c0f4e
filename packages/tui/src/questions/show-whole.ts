import { showExactly } from '@bowline/protocol/plain';

/** Everything but line breaks and tabs that a terminal would act on. */
const ACTED_ON = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/**
 * A text that a person decides about: nothing of it is taken out, nothing is acted on. What other text is cleaned of
 * (an escape sequence, a line drawn over itself) is here a reason to say no, and so it is shown as it is.
 */
export function showWhole(text: string): string {
  return showControls(text).replaceAll('\t', '    ');
}

/** The same with its tabs, for who paints those. */
export function showControls(text: string): string {
  return showExactly(text.replaceAll(ACTED_ON, toPicture));
}

function toPicture(sign: string): string {
  const code = sign.charCodeAt(0);
  return code === 0x7f ? '␡' : String.fromCharCode(0x2400 + code);
}
