/** As Gemini CLI counts them: more than most images are, and a PDF of a hundred pages. */
const IMAGE = 3000;
const PDF = 25_800;
/** Of what is only pointed at, nobody knows the length: it is taken for a minute. */
const MINUTE = 60;

interface Rate {
  readonly tokensPerSecond: number;
  /** Of a usual recording. One that is packed less counts for more than it is. */
  readonly bytesPerSecond: number;
}

/** https://ai.google.dev/gemini-api/docs/tokens: 32 tokens for a second of audio, 263 for one of video and its sound on top. */
const audio: Rate = { tokensPerSecond: 32, bytesPerSecond: 16_000 };
const video: Rate = { tokensPerSecond: 295, bytesPerSecond: 125_000 };

/** About how many tokens a file is: by its kind, and by its bytes where they are at hand. Text in it is for others to count. */
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
