import { unreachable } from '@bowline/protocol';

/** A detected loop, and how it was detected. */
export interface LoopFinding {
  readonly kind: 'calls' | 'text' | 'semantic';
  /** One sentence for the user and the model: what repeats. */
  readonly detail: string;
}

/** What the model is told the first time. Most loops end there. */
export function nudgeFor({ kind, detail }: LoopFinding): string {
  return `${detail} ${adviceFor(kind)} If you need something that only the user can provide, say what it is and stop.`;
}

function adviceFor(kind: LoopFinding['kind']): string {
  switch (kind) {
    case 'calls':
      return 'Repeating it will not give a new result: try a different approach. If you are waiting for something, wait for it in one longer call.';
    case 'text':
      return 'The answer was cut off there. Continue from what is done without repeating it, or try a different approach.';
    case 'semantic':
      return 'Review the results of the last steps, name what keeps failing, and try a different approach.';
    default:
      return unreachable(kind);
  }
}
