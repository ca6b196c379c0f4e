/** What came of reading a file. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly isCut: boolean }
  /** Nothing is there, or it is no file. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** The files of a machine, as far as memory needs them. Nothing here throws. */
export interface MemoryReader {
  /** Where a path leads once every link is followed; undefined when nothing is there, or nobody can tell. */
  readonly realPath: (path: string) => Promise<string | undefined>;
  /** The first `limit` bytes of a file. Asked of real paths alone. */
  readonly read: (path: string, limit: number) => Promise<FileText>;
  /** Whether what lies in a folder may be used at all. */
  readonly isTrusted: (folder: string) => boolean;
}
