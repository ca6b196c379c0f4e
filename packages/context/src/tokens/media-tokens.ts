/** As Gemini CLI counts them: more than most images, and a PDF of a hundred pages. */
const IMAGE = 3000;
const PDF = 25_800;
/** The length of a referenced file is unknown and assumed to be one minute. */
const MINUTE = 60;

interface Rate {
  readonly tokensPerSecond: number;
  /** For a typical recording. Less compressed files are overestimated. */
  readonly bytesPerSecond: number;
}

/**
 * https://ai.google.dev/gemini-api/docs/tokens: 32 tokens per second of audio, 263 per second of video, plus its sound.
 */
const audio: Rate = { tokensPerSecond: 32, bytesPerSecond: 16_000 };
const video: Rate = { tokensPerSecond: 295, bytesPerSecond: 125_000 };

/** Estimates the tokens of a file by its type and size. Does not count text files. */
export function mediaTokens(mimeType: string, bytes: number | undefined): number {
  if (mimeType === 'application/pdf') return PDF;
  if (mimeType.startsWith('audio/')) return timed(audio, bytes);
  if (mimeType.startsWith('video/')) return timed(video, bytes);
  return IMAGE;
}

function timed({ tokensPerSecond, bytesPerSecond }: Rate, bytes: number | undefined): number {
  const seconds = bytes === undefined ? MINUTE : Math.max(1, bytes / bytesPerSecond);
  return seconds * tokensPerSecond;
}
