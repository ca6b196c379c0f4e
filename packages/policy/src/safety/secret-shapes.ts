import type { Severity } from '@bowline/protocol';

/** The shape of one kind of secret. */
export interface SecretShape {
  readonly kind: string;
  readonly severity: Severity;
  readonly pattern: string;
}

/**
 * The shapes of secrets. If several match, the first counts.
 *
 * Each begins with fixed letters and has a maximum length, so that matching takes linear time. Shapes that are common
 * in examples and tests are only warnings.
 */
export const secretShapes: readonly SecretShape[] = [
  {
    kind: 'a private key',
    severity: 'danger',
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----`,
  },
  { kind: 'a Google API key', severity: 'danger', pattern: String.raw`AIza[\w-]{30,100}` },
  { kind: 'a Google access token', severity: 'danger', pattern: String.raw`ya29\.[\w.-]{10,100}` },
  { kind: 'a Google client secret', severity: 'danger', pattern: String.raw`GOCSPX-[\w-]{20,60}` },
  {
    // Requires a digit, because names of styles begin like that too.
    kind: 'an API key',
    severity: 'danger',
    pattern: String.raw`(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,60}\d)[\w-]{20,100}`,
  },
  { kind: 'a Stripe key', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])[rs]k_live_\w{16,100}` },
  { kind: 'a GitHub token', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])gh[a-z]_\w{16,100}` },
  { kind: 'a GitHub token', severity: 'danger', pattern: String.raw`github_pat_\w{20,100}` },
  {
    kind: 'a GitLab token',
    severity: 'danger',
    pattern: String.raw`(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt)-[\w-]{20,60}`,
  },
  { kind: 'an AWS key', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])A[KS]IA[0-9A-Z]{16}(?![0-9A-Z])` },
  { kind: 'a Slack token', severity: 'danger', pattern: String.raw`xox[a-z]-[\w-]{10,100}` },
  {
    kind: 'a Slack webhook URL',
    severity: 'danger',
    pattern: String.raw`hooks\.slack\.com/services/T\w{6,20}/B\w{6,20}/\w{16,60}`,
  },
  { kind: 'an npm token', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}` },
  { kind: 'a PyPI token', severity: 'danger', pattern: String.raw`pypi-AgE[\w-]{50,300}` },
  { kind: 'a Hugging Face token', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,60}` },
  { kind: 'a SendGrid key', severity: 'danger', pattern: String.raw`(?<![A-Za-z0-9])SG\.[\w-]{20,30}\.[\w-]{30,60}` },
  { kind: 'an age key', severity: 'danger', pattern: String.raw`AGE-SECRET-KEY-1[0-9A-Z]{20,80}` },
  { kind: 'a bearer token', severity: 'warning', pattern: String.raw`[Bb]earer[ \t]{1,8}[\w.~+/=-]{16,100}` },
  { kind: 'a JSON web token', severity: 'warning', pattern: String.raw`(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{8,100}` },
  {
    kind: 'a password in a URL',
    severity: 'warning',
    pattern: String.raw`[a-z]://[^\s/:@"'<>{}$]{1,64}:[^\s/:@"'<>{}$]{3,128}@`,
  },
];
