import type { Part } from '@google/genai';

/** The kind of an image or file, in one word. */
export function kindOf({ inlineData, fileData }: Part): string {
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType ?? '';
  const [kind = ''] = mimeType.split('/');
  if (mimeType === 'application/pdf') return 'PDF';
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
}

/** What the model sees in place of an image or file that its provider rejected. */
export function showSetAside({ kind, reason }: { readonly kind: string; readonly reason: string }): Part {
  return { text: `[${kind} omitted because the provider rejected it: ${reason}]` };
}
