import { plural } from '@bowline/protocol/plain';

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** What completion says about a file or folder. */
export const fileTexts = {
  lines: (lines: number): string => plural(lines, 'line'),
  folder: (files: number): string => `folder · ${plural(files, 'file')}`,
  size: (bytes: number): string => {
    const at = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
    const size = bytes / 1024 ** at;
    return `${at > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[at] ?? ''}`;
  },
} as const;
