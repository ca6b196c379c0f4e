import type { ContentPart } from '@bowline/protocol';
import { replaceControls } from '@bowline/protocol/plain';
import { chipTexts } from '../texts/prompt-texts.ts';

/** Content that a label in the text replaces. */
export type Chip =
  | { readonly kind: 'text'; readonly number: number; readonly text: string }
  | { readonly kind: 'image'; readonly number: number; readonly part: ContentPart };

/** By label. Never removed, so that undo and history still find it. */
export type Chips = ReadonlyMap<string, Chip>;

const MAX_LINES = 10;
const MAX_CHARACTERS = 2000;
const LABEL = chipTexts.pattern;

/** Whether a paste becomes a label, because it would hide other text and be slow to edit. */
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

/** Adds a text and returns the new chips and its label. */
export function addText(chips: Chips, text: string): { readonly chips: Chips; readonly label: string } {
  const number = nextNumber(chips);
  const label = labelText(text, number);
  return { chips: new Map(chips).set(label, { kind: 'text', number, text }), label };
}

export function nextNumber(chips: Chips): number {
  return [...chips.values()].reduce((highest, { number }) => Math.max(highest, number), 0) + 1;
}

/** Replaces labels by their text. Images stay labels, which mark their place in the text. */
export function expandChips(text: string, chips: Chips): string {
  if (chips.size === 0) return text;
  return text.replaceAll(LABEL, (label) => {
    const chip = chips.get(label);
    return chip?.kind === 'text' ? chip.text : label;
  });
}

/** The images that a text refers to, in order, each once. */
export function imagesOf(text: string, chips: Chips): readonly ContentPart[] {
  const labels = new Set(text.match(LABEL) ?? []);
  return [...labels].flatMap((label) => {
    const chip = chips.get(label);
    return chip?.kind === 'image' ? [chip.part] : [];
  });
}

/** The pasted texts that a text has labels for. */
export function pastedTexts(text: string, chips: Chips): readonly string[] {
  return (text.match(LABEL) ?? []).flatMap((label) => {
    const chip = chips.get(label);
    return chip?.kind === 'text' ? [chip.text] : [];
  });
}
