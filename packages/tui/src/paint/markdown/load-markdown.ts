import type { paintText } from './paint-text.ts';

/** Loaded after the first frame, which has no Markdown. */
let painter: typeof paintText | null = null;
let loading: Promise<void> | undefined;

/** Loads the Markdown parser. Until then, or if it cannot be loaded, Markdown is painted as plain text. */
export function loadMarkdown(): Promise<void> {
  loading ??= import('./paint-text.ts').then(
    (module) => {
      painter = module.paintText;
    },
    () => undefined,
  );
  return loading;
}

/** Paints parsed Markdown. Null until the parser is loaded. */
export function loadedPainter(): typeof paintText | null {
  return painter;
}
