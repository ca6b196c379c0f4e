import type { Display } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { paintTodos } from '../../paint/calls/paint-todos.ts';
import { paintDiff } from '../../paint/diff/paint-diff.ts';
import { indent, wrapCells, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { isPending, isPlan, type Confirmation } from '../confirmation-actions.ts';
import { paintMarkdown } from '../../paint/markdown/paint-markdown.ts';
import { hostOf } from './find-risks.ts';
import { paintPending, paintPreview } from './paint-preview.ts';
import { isInTitle } from './question-title.ts';
import { needsWords, paintCommand, riskStyle } from './paint-command.ts';
import { showControls, showWhole } from './show-whole.ts';
import { questionTexts } from '../../texts/question-texts.ts';

/** Longer arguments are cut. The rest is visible in an editor. */
const LONGEST = 20_000;
/** The rows of a change that are painted at first, because painting thousands of rows takes a while. */
const MOST_ROWS = 500;
/** The number of hosts that are named individually. */
const MOST_HOSTS = 8;

interface Painted extends Pick<View, 'width' | 'theme' | 'isScreenReader' | 'isUnfolded'> {
  readonly lines: Lines;
}

const known = new WeakMap<Confirmation, Painted>();

/**
 * What exactly would happen: the change, the command, the host, or the plain arguments.
 * Cached per view, because a long change would slow down every key.
 */
export function paintWhat(request: Confirmation, view: View): Lines {
  const { width, theme, isScreenReader, isUnfolded } = view;
  const last = known.get(request);
  const isSame = last?.width === width && last.theme === theme && last.isScreenReader === isScreenReader;
  if (last !== undefined && isSame && last.isUnfolded === isUnfolded) return last.lines;
  const lines = [...paintShown(request, view), ...paintHosts(request, view)];
  known.set(request, { width, theme, isScreenReader, isUnfolded, lines });
  return lines;
}

/** Null: there is no preview. */
function paintPreviewed(request: Confirmation, view: View): Lines | null {
  const { display, findings, preview } = request;
  if (preview === undefined) return null;
  if (isPending(request)) {
    const summary = display?.type === 'text' ? wrapText(showWhole(display.text), view.width) : [];
    return [...summary, ...paintPending(preview, view)];
  }
  if (display?.type !== 'command') return null;
  const command = isInTitle(display.command) ? [] : [...paintCommand(display, findings, view), ''];
  return [...command, ...paintPreview(preview, view)];
}

function paintShown(request: Confirmation, view: View): Lines {
  const { display, args, findings } = request;
  const previewed = paintPreviewed(request, view);
  if (previewed !== null) return previewed;
  switch (display?.type) {
    case 'diff':
      return paintChange(display, view);
    case 'command':
      return paintCommand(display, findings, view);
    case 'todos':
      return paintTodos(
        display.items.map((item) => ({ ...item, text: showWhole(item.text) })),
        view,
      );
    case 'text':
      return [...paintText(request, display.text, view), ...paintArguments(without(args, display.text), view)];
    case undefined:
      return paintArguments(args, view);
    default:
      return unreachable(display);
  }
}

/** A plan is rendered, and shown as written if the user asks for all of it. Any other text is shown as written. */
function paintText(request: Confirmation, text: string, view: View): Lines {
  if (isPlan(request) && !view.isUnfolded) return paintMarkdown(toShown(text), view);
  return wrapText(showWhole(text), view.width);
}

function paintChange(display: Extract<Display, { type: 'diff' }>, view: View): Lines {
  const { path, before, after } = display;
  const shown = { ...display, path: showWhole(path), before: toShown(before), after: toShown(after) };
  return paintDiff(shown, view, view.isUnfolded ? Infinity : MOST_ROWS);
}

/** Windows line ends are harmless. A line that overwrites itself is not. */
function toShown(text: string): string {
  return text.split('\r\n').map(showControls).join('\r\n');
}

/** The arguments that are not shown yet. */
function without(args: Confirmation['args'], shown: string): Confirmation['args'] {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== shown));
}

/** Every argument with its name: texts as they are, everything else as JSON. */
function paintArguments(args: Confirmation['args'], { theme, width }: View): Lines {
  return Object.entries(args).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const shown = showWhole(text.slice(0, LONGEST));
    const label = theme.dim(`${showWhole(name)}:`);
    const more = text.length > LONGEST ? [theme.warning(questionTexts.moreCharacters(text.length - LONGEST))] : [];
    const isShort = !shown.includes('\n') && shown.length + name.length + 2 <= width;
    return isShort ? [`${label} ${shown}`] : [label, ...indent(wrapCells(shown, width - 2), '  '), ...more];
  });
}

/** The hosts that a call contacts. */
function paintHosts({ args, effect }: Confirmation, view: View): Lines {
  const isUrl = typeof args['url'] === 'string';
  if (effect !== 'network' && !isUrl) return [];
  const found = JSON.stringify(args).matchAll(/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>\\)\]]+/gi);
  const hosts = [...new Set([...found].map(([address]) => hostOf(address)).filter((host) => host !== null))];
  if (hosts.length === 0) return [];
  const style = riskStyle('network', view.theme);
  const named = hosts.slice(0, MOST_HOSTS).map((host) => (needsWords(view) ? showWhole(host) : style(showWhole(host))));
  const more = hosts.length > MOST_HOSTS ? questionTexts.moreHosts(hosts.length - MOST_HOSTS) : '';
  return wrapText(`${view.theme.dim(questionTexts.connectsTo)} ${named.join(', ')}${more}`, view.width);
}
