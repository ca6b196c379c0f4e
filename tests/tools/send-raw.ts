/**
 * A program for inside the sandbox: sends bytes as they are to a host, through the proxy and over TLS, with the placeholder for
 * `$T`, and prints what comes back. Text, because it is put where a command finds it.
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
