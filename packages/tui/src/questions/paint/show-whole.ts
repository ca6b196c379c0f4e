import { replaceControls, showExactly, toPicture } from '@bowline/protocol/plain';

/**
 * Shows a text for approval completely: removes nothing and executes nothing. An escape sequence or a line that
 * overwrites itself, which other text is cleaned of, may be a reason to deny, so it is visible here.
 */
export function showWhole(text: string): string {
  return showControls(text).replaceAll('\t', '    ');
}

/** Without line breaks, which could look like rows of the question. */
export function showInRow(text: string): string {
  return showWhole(text).replaceAll('\n', '␤');
}

/** Like `showWhole`, but keeps tabs for a caller that paints them. */
export function showControls(text: string): string {
  return showExactly(replaceControls(text, (each) => (each === '\n' || each === '\t' ? each : toPicture(each))));
}
