/** The prompt's own texts, and notes about pasted content. */
export const promptTexts = {
  shellLabel: 'Shell:',
  messageLabel: 'Message:',
  search: 'Search history: ',
  searchMissed: 'No match in history: ',
  keyRefused: (owner: string): string =>
    `An API key for ${owner} was not added to your message. Paste it where Bowline asks for a key, or use /auth set ${owner}`,
  noImage: 'No image in the clipboard.',
  clipboardFailed: (reason: string): string => `Can't read the clipboard: ${reason}`,
  editorFailed: (reason: string): string => `Can't open the editor: ${reason}`,
} as const;

const format = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Labels in the prompt that replace long pastes and images. */
export const chipTexts = {
  /** Matches every label below. */
  pattern: /\[(?:pasted|image) [^[\]\n]+ #\d+\]/g,
  pasted: (length: number, lines: number, number: number): string => {
    const size = length < 1024 ? `${length} characters` : `${format(length / 1024)} KB`;
    return `[pasted ${size}, ${format(lines)} ${lines === 1 ? 'line' : 'lines'} #${number}]`;
  },
  image: (name: string, number: number): string => `[image ${name === '' ? 'image' : name} #${number}]`,
} as const;
