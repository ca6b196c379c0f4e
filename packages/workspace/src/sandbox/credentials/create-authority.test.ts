import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthority, type Authority } from './create-authority.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Verifies a certificate for a host with OpenSSL. Returns an empty string if it is valid. */
function verify(authority: Authority, host: string): string {
  const [ca, cert] = [join(folder, 'ca.pem'), join(folder, 'cert.pem')];
  writeFileSync(ca, authority.certificate);
  writeFileSync(cert, authority.issue(host).cert);
  const name = /^[\d.]+$|:/.test(host) ? '-verify_ip' : '-verify_hostname';
  const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', ca, name, host, cert];
  try {
    execFileSync('openssl', args, { stdio: 'pipe', encoding: 'utf8' });
    return '';
  } catch (thrown) {
    return String((thrown as { stderr?: unknown }).stderr);
  }
}

describe('a certificate from the authority', () => {
  test.each(['site.test', '127.0.0.2', '2001:db8::1', '::1'])('for %s is valid for that host only', (host) => {
    const authority = createAuthority([host]);
    expect(verify(authority, host)).toBe('');
    for (const other of ['other.test', 'test', '127.0.0.3', '2001:db8::2'])
      expect(verify(authority, other)).toMatch(/permitted subtree violation|excluded subtree violation/);
  });

  test('is valid for each of several hosts', () => {
    const authority = createAuthority(['site.test', '127.0.0.2', 'npm.other.test']);
    for (const host of ['site.test', '127.0.0.2', 'npm.other.test']) expect(verify(authority, host)).toBe('');
    expect(verify(authority, 'other.test')).toMatch(/permitted subtree violation/);
  });

  test('from another authority is invalid, even for the same hosts', () => {
    const [one, other] = [createAuthority(['site.test']), createAuthority(['site.test'])];
    expect(verify({ ...one, issue: other.issue }, 'site.test')).toMatch(/unable to get local issuer/);
  });

  test('cannot sign other certificates', () => {
    const certificate = new X509Certificate(createAuthority(['site.test']).issue('site.test').cert);
    expect(certificate.ca).toBe(false);
    expect(certificate.subjectAltName).toBe('DNS:site.test');
    expect(new Date(certificate.validFrom).getTime()).toBeLessThan(Date.now());
    expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now());
  });

  test('does not contain a private key', () => {
    const authority = createAuthority(['site.test']);
    expect(authority.certificate).toMatch(/^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----\n$/);
    expect(authority.issue('site.test').cert).not.toContain('PRIVATE');
  });
});
