/** One class of files that hold keys. */
export interface KeyFiles {
  readonly what: string;
  /** In the same format as those of `ProtectedFiles`. */
  readonly patterns: string;
  /** Patterns of matching files that hold no keys. */
  readonly except?: string;
}

/** Source files and documents may be about keys, but hold none. Hiding them breaks builds. */
const SOURCE =
  '*.ts *.tsx *.mts *.cts *.js *.jsx *.mjs *.cjs *.vue *.svelte *.go *.rs *.py *.pyi *.rb *.php *.java *.kt *.scala *.swift ' +
  '*.c *.h *.cc *.cpp *.hpp *.m *.cs *.fs *.ex *.exs *.erl *.hs *.ml *.lua *.pl *.r *.dart *.zig *.sql *.proto *.graphql ' +
  '*.md *.mdx *.rst *.adoc *.html *.css *.scss *.svg *.map *.snap';

/** Templates of such files, and public halves of keys. */
const STAND_INS = '*.pub *.example *.sample *.template *.tmpl *.dist';

const PLAIN = `${STAND_INS} ${SOURCE}`;

/** Names of files that hold keys, by origin. A name that is common elsewhere counts only in its own directory. */
export const keyFiles: readonly KeyFiles[] = [
  {
    what: 'variables of an environment',
    patterns: '.env .env.* *.env .envrc* .env~ #.env# .dev.vars .dev.vars.*',
    except: `${STAND_INS} .env.defaults example.env sample.env *.d.ts`,
  },
  {
    what: 'private keys and stores of them',
    patterns:
      '*.pem *.key *.p12 *.pfx *.p8 *.pk8 *.jks *.keystore *.bks *.kdbx *.ppk *.keytab *.agekey *.keychain-db *.ovpn ' +
      'id_rsa* id_dsa* id_ecdsa* id_ed25519* ssh_host_*_key authorized_keys secring.* key.asc ' +
      '*private*.asc *secret*.asc sops/age/keys.txt key.properties keystore.properties',
    except: PLAIN,
  },
  {
    what: 'wallets',
    patterns: 'wallet.dat *.wallet utc--*--*',
    except: PLAIN,
  },
  {
    what: 'package managers and build tools',
    patterns:
      '.npmrc .npmrc.* etc/npmrc .pypirc .pypirc.* .gem/credentials .cargo/credentials .cargo/credentials.toml auth.json ' +
      '.m2/settings.xml .m2/settings-security.xml ~/.gradle/gradle.properties .sbt/.credentials .ivy2/.credentials ' +
      '.docker/config.json .dockercfg containers/auth.json local.settings.json',
    except: `${PLAIN} locales/** locale/** i18n/** lang/** langs/** translations/** messages/**`,
  },
  {
    what: 'logins at hosts and databases',
    patterns:
      '.netrc .netrc.* _netrc .git-credentials* .git/config .pgpass pgpass.conf .my.cnf .mylogin.cnf .htpasswd .databrickscfg ' +
      '.snowsql/config kaggle.json ngrok.yml gh/hosts.yml glab-cli/config.yml .config/hub huggingface/token .huggingface/token ' +
      '.supabase/access-token debian.cnf sasl_passwd',
    except: PLAIN,
  },
  {
    what: 'clouds and clusters',
    patterns:
      '.*/credentials .oci/config .fly/config.yml doctl/config.yaml .s3cfg .boto rclone.conf .vault-token ' +
      'kubeconfig* *.kubeconfig .terraformrc terraform.rc ~/.terraform.d/credentials* credentials.tfrc.json *.tfstate ' +
      '*.tfstate.* terraform.tfvars *secret*.tfvars *-key.json *service-account*.json *service_account*.json *adminsdk*.json ' +
      'client_secret*.json application_default_credentials.json',
    except: PLAIN,
  },
  {
    what: 'agents',
    patterns: '.codex/auth.json .gemini/oauth_creds.json .claude/.credentials.json .bowline/credentials*',
  },
  {
    what: 'files that say what they hold',
    patterns:
      '*credentials.json credentials.toml credentials.y*ml credentials.ini credentials.xml credentials.properties .credentials ' +
      'secrets.y*ml *.secrets.y*ml secrets.*.y*ml secrets.json secrets.toml secrets.ini secrets.properties .secrets .secret ' +
      'secret.txt secrets.txt token.txt *_token.txt *-token.txt *.token .token password.txt passwords.txt apikey.txt ' +
      'api_key.txt api-key.txt',
    except: PLAIN,
  },
  {
    what: 'folders in which everything is about keys, and what was typed',
    patterns:
      '~/.ssh/** .ssh/** ~/.gnupg/** .gnupg/** private-keys-v1.d/** ~/.aws/** .aws/sso/cache/** .aws/cli/cache/** ~/.azure/** ' +
      '~/.config/gcloud/** ~/.config/gh/** ~/.config/op/** .kube/** uv/credentials/** ~/.password-store/** ' +
      '~/.local/share/keyrings/** ~/library/keychains/** .*_history /proc/*/environ /proc/*/mem /etc/shadow /etc/gshadow ' +
      '/etc/sudoers /etc/sudoers.d/**',
    except: STAND_INS,
  },
];
