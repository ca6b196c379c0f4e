import { expect, test } from 'vitest';
import { parseWebUrl } from './parse-web-url.ts';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ['http://8.8.8.8/', 'http://8.8.8.8/'],
  ['http://[2606:4700:0:0::1111]/', 'http://[2606:4700::1111]/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
])('accepts %s before a lookup', (text, href) => {
  const parsed = parseWebUrl(text);
  expect(parsed.ok && parsed.url.href).toBe(href);
});

test.each([
  ['file:///etc/passwd', 'file: is not supported, only http and https'],
  ['ftp://example.com/', 'ftp: is not supported, only http and https'],
  ['data:text/html,x', 'data: is not supported, only http and https'],
  ['https://user@example.com/', 'the URL contains a user name or a password'],
  ['https://:pass@example.com/', 'the URL contains a user name or a password'],
  ['http://2130706433/', 'the host is 127.0.0.1 in a different notation'],
  ['http://0x08.010.8.8/', 'the host is 8.8.8.8 in a different notation'],
  ['http://8.8.2056/', 'the host is 8.8.8.8 in a different notation'],
  ['http://①②⑦.⓪.⓪.①/', 'the host is 127.0.0.1 in a different notation'],
  ['http://ⓔxample.com/', 'the host is example.com in a different notation'],
  ['http://ex%61mple.com/', 'the host is example.com in a different notation'],
  ['http:example.com', 'the host is example.com in a different notation'],
  ['http://[fe80::1%25eth0]/', 'http://[fe80::1%25eth0]/ is not a valid URL'],
  ['http://exa\tmple.com/', 'the URL contains a space, a backslash or a control character'],
  [String.raw`http:\\example.com`, 'the URL contains a space, a backslash or a control character'],
  ['example.com', 'example.com is not a valid URL'],
  [`https://example.com/${'a'.repeat(5000)}`, 'the URL is longer than 4096 characters'],
])('refuses %s: %s', (text, words) => {
  expect(parseWebUrl(text)).toEqual({ ok: false, text: words });
});
