import type { ContentPart } from '@bowline/protocol';
import { cleanLine } from '../layout/clean-text.ts';
import { paintLink } from './paint-link.ts';
import type { Lines, View } from '../layout/view.ts';
import { hang, wrapText } from '../layout/wrap.ts';

/** Paints the attachments of a message: images by name, sources as a numbered list. */
export function paintAttached(parts: readonly ContentPart[], view: View): Lines {
  const media = parts.filter((part) => part.type === 'media').map((part) => paintMedia(part, view));
  const references = parts.filter((part) => part.type === 'reference');
  const sources = references.flatMap(({ uri, name = '' }, at) => {
    const sign = view.theme.dim(`[${at + 1}] `);
    return hang(sign, wrapText(paintLink({ text: cleanLine(name), href: uri }, view), Math.max(1, view.width - 4)));
  });
  return [...media.flatMap((row) => wrapText(row, view.width)), ...sources];
}

function paintMedia({ mimeType, name, data }: Extract<ContentPart, { type: 'media' }>, { theme }: View): string {
  const kind = mimeType.split('/')[0] === 'application' ? mimeType : (mimeType.split('/')[0] ?? 'file');
  const size = Math.max(1, Math.round((data.length * 0.75) / 1024));
  return theme.dim(`[${cleanLine([kind, name ?? ''].join(' ').trim())}, ${size} KB]`);
}
