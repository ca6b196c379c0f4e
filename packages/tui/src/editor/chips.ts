import type { ContentPart } from '@bowline/protocol';
import { replaceControls } from '@bowline/protocol/plain';
import { chipTexts } from '../texts/prompt-texts.ts';

/** What is kept aside while a label stands for it in the text. */
export type Chip =
  | { readonly kind: 'text'; readonly number: number; readonly text: string }
  | { readonly kind: 'image'; readonly number: number; readonly part: ContentPart };

/** By label. Nothing is taken out again, so that undo and history find what they name. */
export type Chips = ReadonlyMap<string, Chip>;

const MAX_LINES = 10;
const MAX_CHARACTERS = 2000;
const LABEL = chipTexts.pattern;

/** Whether a paste is kept aside: it would push all else out of sight, and be slow to edit. */
export function isLarge(text: string): boolean {
  return text.length > MAX_CHARACTERS || countLines(text) > MAX_LINES;
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** `[pasted 1,024 KB, 12,000 lines #1]` */
export function labelText(text: string, number: number): string {
  return chipTexts.pasted(text.length, countLines(text), number);
}

/** `[image name.png #1]` */
export function labelImage(name: string, number: number): string {
  const plain = replaceControls(name, () => '_')
    .replaceAll(/[[\]]/g, '_')
    .slice(-60);
  return chipTexts.image(plain, number);
}

/** Chips with one more, and the label that stands for it. */
export function addText(chips: Chips, text: string): { readonly chips: Chips; readonly label: string } {
  const number = nextNumber(chips);
  const label = labelText(text, number);
  return { chips: new Map(chips).set(label, { kind: 'text', number, text }), label };
}

export function nextNumber(chips: Chips): number {
  return [...chips.values()].reduce((highest, { number }) => Math.max(highest, number), 0) + 1;
}

/** The text with what its labels stand for. Images stay labels: the text says where they belong. */
export function expandChips(text: string, chips: Chips): string {
  if (chips.size === 0) return text;
  return text.replaceAll(LABEL, (label) => {
    const chip = chips.get(label);
    return chip?.kind === 'text' ? chip.text : label;
  });
}

/** The images that a text names, in its order, each once. */
export function imagesOf(text: string, chips: Chips): readonly ContentPart[] {
  const labels = new Set(text.match(LABEL) ?? []);
  return [...labels].flatMap((label) => {
    const chip = chips.get(label);
    return chip?.kind === 'image' ? [chip.part] : [];
  });
}
