/** A color in RGB, and its number among the 256 terminal colors, chosen by hand. */
export interface Tone {
  readonly rgb: string;
  readonly number: number;
}

/** The colors of a theme, by role. Text is in the color of the terminal. */
export interface Palette {
  readonly isDark: boolean;
  readonly dim: Tone;
  readonly accent: Tone;
  readonly success: Tone;
  readonly warning: Tone;
  readonly danger: Tone;
  readonly border: Tone;
  readonly code: Tone;
  readonly string: Tone;
  readonly name: Tone;
  readonly personGround: Tone;
  readonly selectionGround: Tone;
  readonly addedGround: Tone;
  readonly removedGround: Tone;
  readonly addedWordGround: Tone;
  readonly removedWordGround: Tone;
}

const tone = (rgb: string, number: number): Tone => ({ rgb, number });

/** Text has a contrast of at least 4.5 and frames of 3, on black, One Dark and Solarized Dark. */
export const dark: Palette = {
  isDark: true,
  dim: tone('#9aa4ae', 247),
  accent: tone('#63c9c4', 80),
  success: tone('#86c46f', 113),
  warning: tone('#e0ac4a', 179),
  danger: tone('#f5857a', 210),
  border: tone('#6b7783', 243),
  code: tone('#d9bd90', 180),
  string: tone('#a2c98a', 150),
  name: tone('#93bbec', 111),
  personGround: tone('#23282f', 235),
  selectionGround: tone('#143b42', 236),
  addedGround: tone('#12301e', 22),
  removedGround: tone('#3a1a1c', 52),
  addedWordGround: tone('#1f6038', 28),
  removedWordGround: tone('#7d2b2e', 88),
};

/** The same on white and Solarized Light. */
export const light: Palette = {
  isDark: false,
  dim: tone('#56606a', 240),
  accent: tone('#0a6769', 23),
  success: tone('#2a692d', 22),
  warning: tone('#805200', 94),
  danger: tone('#ad221b', 124),
  border: tone('#7d8791', 244),
  code: tone('#744610', 94),
  string: tone('#38661c', 58),
  name: tone('#1c549c', 25),
  personGround: tone('#eceff2', 255),
  selectionGround: tone('#cfe9e8', 254),
  addedGround: tone('#e3f5e6', 194),
  removedGround: tone('#fde8e7', 224),
  addedWordGround: tone('#a9dfb5', 157),
  removedWordGround: tone('#f6b9b5', 217),
};

export const darkContrast: Palette = {
  ...dark,
  dim: tone('#c9d1d9', 252),
  accent: tone('#5ff5ee', 87),
  success: tone('#8cff66', 119),
  warning: tone('#ffd24d', 221),
  danger: tone('#ff8f85', 210),
  border: tone('#a0a8b0', 248),
  code: tone('#ffdca0', 223),
  string: tone('#b8f78f', 156),
  name: tone('#a8d0ff', 153),
};

export const lightContrast: Palette = {
  ...light,
  dim: tone('#2f363d', 237),
  accent: tone('#004a4c', 23),
  success: tone('#0b4a0e', 22),
  warning: tone('#5c3a00', 58),
  danger: tone('#8b0000', 88),
  border: tone('#57606a', 241),
  code: tone('#4d2c00', 52),
  string: tone('#1f4a08', 22),
  name: tone('#003a85', 24),
};
