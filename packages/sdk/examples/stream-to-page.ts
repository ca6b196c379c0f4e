// Shows an answer on a web page as it arrives. Set GEMINI_API_KEY, then: node stream-to-page.ts, and open the printed
// URL.
import { createServer } from 'node:http';
import { openSession } from '@bowline/sdk';

const page = `<!doctype html><meta charset="utf-8"><title>Bowline</title><pre id="out"></pre><script>
  new EventSource('/events').onmessage = ({ data }) => {
    const event = JSON.parse(data);
    if (event.type === 'message_delta' && event.kind === 'text') document.getElementById('out').append(event.text);
    if (event.type === 'agent_end') document.title = 'done';
  };
</script>`;

const bowline = await openSession();
const server = createServer((request, response) => {
  if (request.url !== '/events') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  void (async () => {
    for await (const event of bowline.stream('Say hello to the readers of this page.'))
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  })();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
});
