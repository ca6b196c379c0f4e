import { describe, expect, test } from 'vitest';
import { createKeyTest } from './create-key-test.ts';

const holdsKeys = createKeyTest({ home: '/home/me', roots: ['/home/me/ws'] });
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const keys: readonly [what: string, names: string][] = [
  ['variables', '.env .env.local a/.ENV.production prod.env .envrc .dev.vars .dev.vars.staging'],
  [
    'private keys',
    'server.pem tls/server.key AuthKey_1.p8 id_rsa id_ed25519_work deploy.ppk .ssh/config key.asc my-private.asc',
  ],
  [
    'stores of keys',
    'release.jks android/app/release.keystore cert.p12 cert.pfx vault.kdbx krb5.keytab key.properties',
  ],
  ['wallets', 'wallet.dat old.wallet keystore/UTC--2020-01-01T00-00-00Z--ab'],
  [
    'package managers',
    '.npmrc .npmrc.bak .pypirc .cargo/credentials .cargo/credentials.toml .gem/credentials auth.json',
  ],
  ['package managers', 'vendor/auth.json .docker/config.json .m2/settings.xml local.settings.json'],
  ['logins', '.netrc .netrc.bak _netrc .git-credentials .pgpass .my.cnf .htpasswd kaggle.json gh/hosts.yml'],
  [
    'clouds',
    '.aws/credentials .oci/config .s3cfg rclone.conf .terraformrc prod.tfstate prod.tfstate.backup terraform.tfvars',
  ],
  [
    'clusters',
    'kubeconfig kubeconfig.yaml dev.kubeconfig .kube/config .vault-token my-service-account.json client_secret_1.json',
  ],
  ['agents', '.codex/auth.json .gemini/oauth_creds.json .claude/.credentials.json'],
  [
    'what says so',
    'secrets.yml config/secrets.yaml prod.secrets.yaml secrets.prod.yml secrets.json secrets.toml .secrets',
  ],
  [
    'what says so',
    'credentials.json gcp-credentials.json credentials.toml token.txt github_token.txt ci.token password.txt',
  ],
];

const others: readonly [what: string, names: string][] = [
  [
    'stand-ins',
    '.env.example .env.sample .env.template .env.defaults example.env .npmrc.example secrets.yml.dist env.d.ts',
  ],
  ['public halves', 'id_rsa.pub id_ed25519.pub server.crt ca.cer release.tar.gz.asc KEYS.asc trusted.gpg'],
  [
    'source about keys',
    'auth.ts token.ts src/keys/index.js src/credentials/store.py tokens.json kubeconfig.go id_rsa_test.go',
  ],
  [
    'source about keys',
    'secrets.md secrets.test.ts keystore.java wallet.ts src/wallet/index.ts keychain.swift environment.ts',
  ],
  [
    'settings of a build',
    'package.json .yarnrc.yml .yarnrc .cargo/config.toml .bundle/config settings.xml gradle.properties',
  ],
  [
    'settings of a build',
    'config.json docker/config.json hosts.yml nuget.config pip.conf config.toml tsconfig.json a.tfvars',
  ],
  ['translations', 'locales/en/auth.json src/i18n/auth.json public/lang/de/auth.json'],
  ['data', 'tokens.txt Token.json artifacts/Token.json history.txt vocabulary.token.json keyboard.json secret.ts.snap'],
  ['folders', 'src/credentials src/keys src/secrets src/auth src/token wallet'],
];

const rows = (table: typeof keys): readonly (readonly [string, string])[] =>
  table.flatMap(([what, names]) => words(names).map((name) => [what, name] as const));

describe('names of key files:', () => {
  test.each(rows(keys))('%s: %s', (_, name) => {
    expect([name, holdsKeys(`/home/me/ws/${name}`)]).toEqual([name, true]);
    expect(holdsKeys(`/opt/app/deep/${name}`)).toBe(true);
  });
});

describe('names of other files:', () => {
  test.each(rows(others))('%s: %s', (_, name) => {
    expect([name, holdsKeys(`/home/me/ws/${name}`)]).toEqual([name, false]);
    expect(holdsKeys(`/opt/app/deep/${name}`)).toBe(false);
  });
});

describe('in the home directory,', () => {
  test.each(
    words(
      '.ssh/notes.md .gnupg/x .aws/config .config/gcloud/x.py .local/share/uv/credentials/a.toml .gradle/gradle.properties',
    ),
  )('~/%s holds keys', (name) => {
    expect(holdsKeys(`/home/me/${name}`)).toBe(true);
  });

  test.each(words('.config/app/settings.json .nvm/nvm.sh .cargo/env .cargo/bin/cargo .rustup/settings.toml'))(
    '~/%s holds no keys',
    (name) => {
      expect(holdsKeys(`/home/me/${name}`)).toBe(false);
    },
  );
});
