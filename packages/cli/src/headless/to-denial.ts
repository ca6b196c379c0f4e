import type { DeniedCall } from '@bowline/protocol';
import { headlessTexts } from '../texts/headless-texts.ts';

/** A denied call in JSON output. */
export interface Denial {
  readonly tool_name: string;
  readonly tool_id: string;
  readonly target?: string;
  readonly args_sha256: string;
  readonly reason: string;
  readonly allowed_in?: string;
}

/** A denied call for JSON output. */
export function toDenial({ callId, tool, target, argsDigest, reason, allowedIn }: DeniedCall): Denial {
  return {
    tool_name: tool,
    tool_id: callId,
    ...(target === undefined ? {} : { target }),
    args_sha256: argsDigest,
    reason,
    ...(allowedIn === undefined ? {} : { allowed_in: allowedIn }),
  };
}

/** A denied call in one line, with the mode that would allow it. */
export function describeDenial({ tool, target, reason, explanation, allowedIn }: DeniedCall): string {
  const what = target === undefined ? tool : `${tool} (${target})`;
  const why = explanation ?? toPerson(reason, tool);
  return headlessTexts.denied(what, why.replaceAll(/\s+/g, ' ').replace(/\.?$/, '.'), allowedIn);
}

/** The reason given to the model, without the tool's name and addressed to the user. */
function toPerson(reason: string, tool: string): string {
  const rest = reason.startsWith(`${tool} `) ? reason.slice(tool.length + 1).replace(/^is /, '') : reason;
  return rest.replace(/^the user denied this call(?=$|:)/i, headlessTexts.youDenied);
}
