import { unreachable } from '@bowline/protocol';

/** That an agent goes round in circles, and how one knows. */
export interface LoopFinding {
  readonly kind: 'calls' | 'text' | 'semantic';
  /** One sentence, for a person and for the model: what repeats. */
  readonly detail: string;
}

/** What the model is told the first time: most loops end there. */
export function nudgeFor({ kind, detail }: LoopFinding): string {
  return `${detail} ${adviceFor(kind)} If something is missing that only the person can give, say what it is and end there.`;
}

function adviceFor(kind: LoopFinding['kind']): string {
  switch (kind) {
    case 'calls':
      return 'Doing the same again will bring nothing new: take a different way. If you are waiting for something, wait for it in one longer call.';
    case 'text':
      return 'The answer was cut off there. Go on from what is done, without repeating it, or take a different way.';
    case 'semantic':
      return 'Go by what the last steps have shown, name what keeps failing, and take a different way.';
    default:
      return unreachable(kind);
  }
}
