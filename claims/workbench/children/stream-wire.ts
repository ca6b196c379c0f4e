// Measures reading a streamed answer alone: with Google's client, or with fetch and an event reader.
import { GoogleGenAI } from '@google/genai/web';

const [client = '', prompt = ''] = process.argv.slice(2);
const { GOOGLE_GEMINI_BASE_URL: baseUrl = '' } = process.env;
const contents = [{ role: 'user', parts: [{ text: prompt }] }];
const model = 'gemini-2.5-pro';

interface Answer {
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly { readonly text?: string }[] } }[];
}

async function* throughGenai(): AsyncGenerator<Answer> {
  const genai = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl } });
  for await (const chunk of await genai.models.generateContentStream({ model, contents })) yield chunk;
}

async function* throughFetch(): AsyncGenerator<Answer> {
  const response = await fetch(`${baseUrl}/v1beta/models/${model}:streamGenerateContent?alt=sse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'x' },
    body: JSON.stringify({ contents }),
  });
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length)) as Answer;
  }
}

let chunks = 0;
for await (const answer of client === 'genai' ? throughGenai() : throughFetch()) {
  if (answer.candidates?.[0]?.content?.parts?.[0]?.text !== undefined) chunks += 1;
}
console.log(chunks);
