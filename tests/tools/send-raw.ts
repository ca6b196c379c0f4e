/**
 * A program to run in the sandbox: sends raw bytes to a host, through the proxy and over TLS, with the placeholder for
 * `$T`, and prints the response. It is a string because tests write it to a file.
 */
export const SEND_RAW = `
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:tls';

const [target = '', encoded = '', servername = ''] = process.argv.slice(2);
const bytes = Buffer.from(encoded, 'base64')
  .toString('latin1')
  .replaceAll('$T', process.env['SITE_TOKEN'] ?? '');
const proxy = new URL(process.env['HTTPS_PROXY'] ?? '');
const asked = request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target });
asked.on('connect', (response, socket) => {
  if (response.statusCode !== 200) throw new Error(\`refused: \${response.statusCode}\`);
  const host = target.replace(/:\\d+$/, '');
  const names = servername === '' ? { host } : { host: servername, servername };
  const secure = connect({ socket, ca: readFileSync(process.env['SSL_CERT_FILE'] ?? ''), ...names }, () => {
    console.log(\`issuer: \${secure.getPeerCertificate().issuer.CN}\`);
    secure.write(Buffer.from(bytes, 'latin1'));
  });
  secure.on('data', (chunk) => process.stdout.write(chunk));
  secure.on('error', (error) => console.log(\`error: \${error.message}\`));
  secure.on('close', () => console.log('\\nclosed'));
});
asked.end();
`;

/** Another program: opens connections to a host, and breaks each off at some point. */
export const BREAK_OFF = `
import { connect } from 'node:net';
import { connect as secure } from 'node:tls';

const target = process.argv[2] ?? '';
const { port } = new URL(process.env['HTTPS_PROXY'] ?? '');
const head = 'POST / HTTP/1.1\\r\\nHost: ' + target + '\\r\\nContent-Length: 100000\\r\\n\\r\\n';
const parts = ['', head.slice(0, 20), head, head + 'x'.repeat(5000), 'GET /broken HTTP/1.1\\r\\nHost: ' + target + '\\r\\n\\r\\n'];
let broken = 0;
const open = () => new Promise((resolve) => {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write('CONNECT ' + target + ' HTTP/1.1\\r\\n\\r\\n'));
  socket.on('error', () => {});
  socket.once('data', () => resolve(socket));
});
for (let n = 0; n < 48; n += 1) {
  const socket = await open();
  const stage = n % 8;
  if (stage === 0) socket.destroy();
  else if (stage === 1) socket.end('not TLS at all\\r\\n\\r\\n');
  else if (stage === 2) socket.end(Buffer.from('1603010200010001fc0303', 'hex'));
  else {
    const over = secure({ socket, rejectUnauthorized: false });
    over.on('error', () => {});
    await new Promise((resolve) => over.once('secureConnect', resolve));
    over.write(parts[stage - 3] ?? '');
    await new Promise(setImmediate);
    if (n % 2 === 0) over.destroy();
    else socket.resetAndDestroy();
  }
  broken += 1;
}
console.log('broken off: ' + broken);
`;
