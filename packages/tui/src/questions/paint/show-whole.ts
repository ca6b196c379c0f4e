import { replaceControls, showExactly, toPicture } from '@bowline/protocol/plain';

/**
 * A text that a person decides about: nothing of it is taken out, nothing is acted on. What other text is cleaned of
 * (an escape sequence, a line drawn over itself) is here a reason to say no, and so it is shown as it is.
 */
export function showWhole(text: string): string {
  return showControls(text).replaceAll('\t', '    ');
}

/** The same with its tabs, for who paints those. */
export function showControls(text: string): string {
  return showExactly(replaceControls(text, (each) => (each === '\n' || each === '\t' ? each : toPicture(each))));
}
