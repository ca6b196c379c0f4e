import type { Content, FunctionResponse, Part } from '@google/genai';
import { measureJson } from './estimate-json.ts';
import { measure } from './estimate-tokens.ts';
import { mediaTokens } from './media-tokens.ts';
import type { TokenFamily } from './token-family.ts';

/** The overhead of a message: role, beginning, end. */
const FRAME = 4;
/** Of base64. */
const BYTES_PER_CHARACTER = 3 / 4;
const CHARACTERS_PER_TOKEN = 4;

/** Estimates the tokens of a content for a model family. */
export function estimateContent({ parts = [] }: Content, family: TokenFamily): number {
  return Math.ceil(parts.reduce((sum, part) => sum + measurePart(part, family), FRAME));
}

function measurePart(part: Part, family: TokenFamily): number {
  const { functionCall, functionResponse, inlineData, fileData } = part;
  let tokens = measureTexts(part, family);
  if (functionCall !== undefined) tokens += measureCall(functionCall.name, functionCall.args, family);
  if (functionResponse !== undefined) tokens += measureResponse(functionResponse, family);
  if (inlineData !== undefined) tokens += measureMedia(inlineData);
  if (fileData !== undefined) tokens += mediaTokens(fileData.mimeType ?? '', undefined);
  return tokens;
}

/** Text, thoughts, code that the model ran, and its output. */
function measureTexts({ text, executableCode, codeExecutionResult }: Part, family: TokenFamily): number {
  const ran = executableCode?.code ?? codeExecutionResult?.output ?? '';
  return measure(text ?? '', family) + measure(ran, family);
}

function measureResponse({ name, response, parts = [] }: FunctionResponse, family: TokenFamily): number {
  const media = parts.reduce(
    (sum, { inlineData }) => sum + (inlineData === undefined ? 0 : measureMedia(inlineData)),
    0,
  );
  return measureCall(name, response, family) + media;
}

function measureCall(name = '', fields: object = {}, family: TokenFamily): number {
  return measure(name, family) + measureJson(fields, family);
}

interface Media {
  readonly mimeType?: string;
  readonly data?: string;
}

/** Text that is sent as a file counts as text, without decoding. */
function measureMedia({ mimeType = '', data = '' }: Media): number {
  const bytes = data.length * BYTES_PER_CHARACTER;
  return mimeType.startsWith('text/') ? bytes / CHARACTERS_PER_TOKEN : mediaTokens(mimeType, bytes);
}
