/** The result of reading a file. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  /** Missing, or not a regular file. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** File access for memory. Never throws. */
export interface MemoryReader {
  /** The path with all links resolved. Undefined if it is missing or unreadable. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** The first `limit` bytes of a file. Expects a real path. */
  readonly read: (path: string, limit: number) => Promise<FileText>;
  /** Whether files in a directory may be used. */
  readonly isTrusted: (folder: string) => boolean;
}
