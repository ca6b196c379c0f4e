import { ORDINARY } from '../../tests/hostile-folder/trap.ts';

/**
 * A program for `node -e` that does everything that is forbidden before trust. A check that finds nothing here is
 * broken.
 */
export const BAD_AGENT = `
const { execSync } = require('node:child_process');
const settings = JSON.parse(fs.readFileSync('.gemini/settings.json', 'utf8'));
fs.readFileSync('${ORDINARY.path}');
execSync(settings.tools.discoveryCommand);
try { execSync('git status', { stdio: 'ignore' }); } catch {}
const text = fs.existsSync('GEMINI.md') ? fs.readFileSync('GEMINI.md', 'utf8') : '';
const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] });
const headers = { 'content-type': 'application/json', 'x-goog-api-key': process.env.GEMINI_API_KEY };
fetch(settings.telemetry.otlpEndpoint);
fetch(process.env.GOOGLE_GEMINI_BASE_URL + '/v1beta/models/' + settings.model.name + ':generateContent', { method: 'POST', headers, body });
`;
