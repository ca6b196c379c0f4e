const SNIFFED_BYTES = 1024;
const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;

/** Decodes a body by its byte order mark, the server's charset, the page's own declaration, or as UTF-8. */
export function decodeBody(bytes: Uint8Array, said: string | undefined): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xef && second === 0xbb && bytes[2] === 0xbf) return decode(bytes, 'utf-8');
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  return decode(bytes, said ?? META.exec(head)?.[1] ?? 'utf-8');
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // Ignores an unknown charset.
    return new TextDecoder().decode(bytes);
  }
}
