import type { WireName } from '@bowline/testkit';

/** JSON of a request, of which only the searched parts are known. */
type Json = Readonly<Record<string, unknown>>;

/**
 * The history in the body of a request, as lines that are the same for every wire.
 *
 * Calls and results are numbered by their ids, which reveals a result that answers no call or the wrong one.
 */
export function toSentLines(wire: WireName, body: unknown): readonly string[] {
  const numbers = new CallNumbers();
  switch (wire) {
    case 'gemini':
      return list(body, 'contents').flatMap((content) => fromGemini(content, numbers));
    case 'openai-responses':
      return list(body, 'input').flatMap((item) => fromResponses(item, numbers));
    case 'anthropic':
      return list(body, 'messages').flatMap((message) => fromAnthropic(message, numbers));
    case 'openai-chat':
      return list(body, 'messages').flatMap((message) => fromChat(message, numbers));
  }
}

/** Numbers calls in order. Gemini has no ids of ours, and pairs by order. */
class CallNumbers {
  readonly #calls: (string | undefined)[] = [];
  #results = 0;

  call(id: unknown): string {
    this.#calls.push(typeof id === 'string' ? id : undefined);
    return `call ${this.#calls.length}`;
  }

  result(id: unknown): string {
    this.#results += 1;
    const at = typeof id === 'string' ? this.#calls.indexOf(id) + 1 : this.#results;
    return at === 0 ? 'result of no call' : `result ${at}`;
  }
}

function fromGemini(content: Json, numbers: CallNumbers): string[] {
  const who = content['role'] === 'model' ? 'model' : 'user';
  return list(content, 'parts').map((part) => {
    const { text, thought, inlineData, functionCall, functionResponse } = part;
    if (isJson(functionCall)) return toCall(numbers, functionCall['id'], functionCall['name'], functionCall['args']);
    if (isJson(functionResponse))
      return `${numbers.result(functionResponse['id'])}: ${textOf((functionResponse['response'] as Json)['output'])}`;
    if (isJson(inlineData))
      return toImage(`data:${textOf(inlineData['mimeType'])};base64,${textOf(inlineData['data'])}`);
    return `${thought === true ? 'thought' : who}: ${textOf(text)}`;
  });
}

function fromResponses(item: Json, numbers: CallNumbers): string[] {
  const { type, role, content, summary, call_id: id } = item;
  if (type === 'reasoning')
    return [`thought: ${(summary as readonly Json[]).map(({ text }) => textOf(text)).join('')}`];
  if (type === 'function_call') return [toCall(numbers, id, item['name'], parse(item['arguments']))];
  if (type === 'function_call_output') return [`${numbers.result(id)}: ${textOf(item['output'])}`];
  if (role === 'assistant' || role === 'user') return fromContent(role, content);
  return role === 'developer' || role === 'system' ? [] : [`something else: ${textOf(type)}`];
}

function fromAnthropic({ role, content }: Json, numbers: CallNumbers): string[] {
  if (typeof content === 'string') return fromContent(role, content);
  return (content as readonly Json[]).flatMap((block) => {
    switch (block['type']) {
      case 'thinking':
        return [`thought: ${textOf(block['thinking'])}`];
      case 'tool_use':
        return [toCall(numbers, block['id'], block['name'], block['input'])];
      case 'tool_result':
        return [`${numbers.result(block['tool_use_id'])}: ${textOf(block['content'])}`];
      default:
        return fromContent(role, [block]);
    }
  });
}

function fromChat(message: Json, numbers: CallNumbers): string[] {
  const { role, content, reasoning_content: thought } = message;
  if (role === 'system' || role === 'developer') return [];
  if (role === 'tool') return [`${numbers.result(message['tool_call_id'])}: ${textOf(content)}`];
  const calls = list(message, 'tool_calls').map((call) => {
    const made = call['function'] as Json;
    return toCall(numbers, call['id'], made['name'], parse(made['arguments']));
  });
  return [...(textOf(thought) === '' ? [] : [`thought: ${textOf(thought)}`]), ...fromContent(role, content), ...calls];
}

/** Text, or parts with text and pictures, as in all wires except Gemini. */
function fromContent(role: unknown, content: unknown): string[] {
  const who = role === 'assistant' ? 'model' : 'user';
  if (typeof content === 'string') return content === '' ? [] : [`${who}: ${content}`];
  return (Array.isArray(content) ? (content as readonly Json[]) : []).map((part) => {
    const { type, text, image_url: image, source } = part;
    if (type === 'image_url' && isJson(image)) return toImage(image['url']);
    if (type === 'input_image') return toImage(image);
    if (type === 'image' && isJson(source))
      return toImage(`data:${textOf(source['media_type'])};${textOf(source['type'])},${textOf(source['data'])}`);
    return typeof text === 'string' ? `${who}: ${text}` : `something else: ${textOf(type)}`;
  });
}

function toCall(numbers: CallNumbers, id: unknown, ...[name, args]: readonly unknown[]): string {
  return `${numbers.call(id)}: ${textOf(name)} ${JSON.stringify(args)}`;
}

const toImage = (url: unknown): string => `image: ${textOf(url)}`;

function list(value: unknown, key: string): readonly Json[] {
  const found = isJson(value) ? value[key] : undefined;
  return Array.isArray(found) ? found.filter(isJson) : [];
}

function parse(text: unknown): unknown {
  return JSON.parse(textOf(text));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
