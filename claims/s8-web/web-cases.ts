/** The addresses that URLs are made of. */
export interface WebPlaces {
  /** The port of the server that must not be reached; it listens on every address of this machine. */
  readonly canary: number;
  /** The port of an allowed server, which redirects to whatever follows `/to/`. */
  readonly open: number;
  /** An address of this machine's network card, or the loopback address if there is none. */
  readonly own: string;
}

/** A URL that must not be fetched. */
export interface WebCase {
  readonly name: string;
  readonly url: (places: WebPlaces) => string;
  /** A client without a guard reaches the canary, which shows that the case is real. */
  readonly isLive: boolean;
  readonly isSix?: true;
}

const on = (host: string): WebCase['url'] => {
  return ({ canary }) => `http://${host}:${canary}/`;
};
const exactly = (url: string): WebCase['url'] => {
  return () => url;
};
const live = (name: string, url: WebCase['url']): WebCase => ({ name, url, isLive: true });
const six = (name: string, url: WebCase['url']): WebCase => ({ name, url, isLive: true, isSix: true });
const still = (name: string, url: WebCase['url']): WebCase => ({ name, url, isLive: false });
const redirected = (location: WebCase['url']): WebCase['url'] => {
  return (places) => `http://127.0.0.1:${places.open}/to/${encodeURIComponent(location(places))}`;
};

const forms: readonly WebCase[] = [
  live('loopback', on('127.0.0.1')),
  live('another loopback address', on('127.8.9.10')),
  live('the unspecified address', on('0.0.0.0')),
  live('zero', on('0')),
  live('decimal', on('2130706433')),
  live('octal', on('0177.0.0.1')),
  live('octal, whole', on('017700000001')),
  live('hex', on('0x7f000001')),
  live('hex, in parts', on('0x7f.0x0.0x0.0x1')),
  live('mixed', on('0x7f.0.01')),
  live('short', on('127.1')),
  live('a dot at the end', on('127.0.0.1.')),
  live('percent-encoded', on('%31%32%37.0.0.1')),
  live('circled digits', on('①②⑦.⓪.⓪.①')),
  live('ideographic dots', on('127。0。0。1')),
  live('wide digits', on('１２７.0.0.1')),
  live("this machine's own address", ({ own, canary }) => `http://${own}:${canary}/`),
  live('backslashes', ({ canary }) => `http:\\\\127.0.0.1:${canary}\\`),
  live('a tab in the host', on('127.0.\t0.1')),
  live('no slashes', ({ canary }) => `http:127.0.0.1:${canary}/`),
];

const names: readonly WebCase[] = [
  live('localhost', on('localhost')),
  live('LOCALHOST', on('LOCALHOST')),
  still('localhost with a dot', on('localhost.')),
  live('localhost in other letters', on('ⓛⓞⓒⓐⓛⓗⓞⓢⓣ')),
  still('a name below localhost', on('a.localhost')),
  still('a name that resolves to loopback', on('inside.example')),
  still('a name with one private address of two', on('half.example')),
  still('a name that resolves to a mapped address', on('mapped.example')),
  still('a name that resolves to a zone', on('zone.example')),
  still('a single label', on('printer')),
  still('a name of a private network', exactly('http://wiki.corp/')),
  still('a printer at home', exactly('http://printer.local/')),
];

const sixes: readonly WebCase[] = [
  six('IPv6 loopback', on('[::1]')),
  six('IPv6 loopback, long', on('[0:0:0:0:0:0:0:1]')),
  six('IPv6 unspecified', on('[::]')),
  six('mapped', on('[::ffff:127.0.0.1]')),
  six('mapped, in hex', on('[::ffff:7f00:1]')),
  still('compatible', on('[::127.0.0.1]')),
  still('NAT64', on('[64:ff9b::7f00:1]')),
  still('local NAT64', on('[64:ff9b:1::7f00:1]')),
  still('6to4', on('[2002:7f00:1::]')),
  still('Teredo', on('[2001:0:7f00:1::]')),
  still('unique local', on('[fd12:3456::1]')),
  still('link-local', on('[fe80::1]')),
  still('link-local with a zone', on('[fe80::1%25lo]')),
  still('site-local', on('[fec0::1]')),
  still('IPv6 multicast', on('[ff02::1]')),
];

const clouds: readonly WebCase[] = [
  still('metadata of AWS, Google and Azure', exactly('http://169.254.169.254/latest/meta-data/')),
  still('metadata in decimal', exactly('http://2852039166/latest/meta-data/')),
  still('metadata, mapped', exactly('http://[::ffff:169.254.169.254]/')),
  still('metadata of ECS', exactly('http://169.254.170.2/v2/credentials')),
  still('metadata of AWS over IPv6', exactly('http://[fd00:ec2::254]/latest/meta-data/')),
  still('metadata of Alibaba', exactly('http://100.100.100.200/latest/meta-data/')),
  still('metadata of Oracle', exactly('http://192.0.0.192/latest/')),
  still("Azure's agent", exactly('http://168.63.129.16/machine/')),
  still('metadata by name', exactly('http://metadata.google.internal/computeMetadata/v1/')),
  still('metadata by name with a dot', exactly('http://metadata.google.internal./computeMetadata/v1/')),
  still('metadata by its short name', exactly('http://metadata/computeMetadata/v1/')),
];

const networks: readonly WebCase[] = [
  still('10/8', exactly('http://10.0.0.1/')),
  still('172.16/12', exactly('http://172.31.255.254/')),
  still('192.168/16', exactly('http://192.168.0.1/')),
  still("a provider's network", exactly('http://100.64.0.1/')),
  still('for tests', exactly('http://198.18.0.1/')),
  still('multicast', exactly('http://224.0.0.1/')),
  still('broadcast', exactly('http://255.255.255.255/')),
];

const schemes: readonly WebCase[] = [
  still('file', exactly('file:///etc/passwd')),
  still('file on a host', exactly('file://127.0.0.1/etc/passwd')),
  still('ftp', ({ canary }) => `ftp://127.0.0.1:${canary}/`),
  still('gopher', ({ canary }) => `gopher://127.0.0.1:${canary}/_x`),
  still('data', exactly('data:text/html,<h1>x</h1>')),
  still('javascript', exactly('javascript:alert(1)')),
  still('a scheme around another', ({ canary }) => `view-source:http://127.0.0.1:${canary}/`),
  live('a user in the URL', on('user@127.0.0.1')),
  live('a user and a password', on('user:pass@127.0.0.1')),
  live('a host that is a user', on('www.example.com@127.0.0.1')),
  still('the port of mail', exactly('http://8.8.8.8:25/')),
  still('the port of ssh', exactly('https://8.8.8.8:22/')),
  still('the port of Redis', exactly('http://8.8.8.8:6379/')),
];

const redirects: readonly WebCase[] = [
  live('to another port of the same machine', redirected(on('127.0.0.1'))),
  live('to localhost', redirected(on('localhost'))),
  six('to IPv6 loopback', redirected(on('[::1]'))),
  live('to decimal', redirected(on('2130706433'))),
  live('to a user at loopback', redirected(on('user@127.0.0.1'))),
  live(
    'without a scheme',
    redirected(({ canary }) => `//127.0.0.1:${canary}/`),
  ),
  live('twice', redirected(redirected(on('127.0.0.1')))),
  live('five times', redirected(redirected(redirected(redirected(redirected(on('127.0.0.1'))))))),
  still('to metadata', redirected(exactly('http://169.254.169.254/'))),
  still('to metadata by name', redirected(exactly('http://metadata.google.internal/'))),
  still('to a file', redirected(exactly('file:///etc/passwd'))),
  still('to data', redirected(exactly('data:text/html,x'))),
  still('to a name that resolves to loopback', redirected(on('inside.example'))),
].map((each) => ({ ...each, name: `a redirect ${each.name}` }));

export const webCases: readonly WebCase[] = [
  ...forms,
  ...names,
  ...sixes,
  ...clouds,
  ...networks,
  ...schemes,
  ...redirects,
];

/** The addresses of the names in the corpus. */
export const caseNames: Readonly<Record<string, readonly string[]>> = {
  'inside.example': ['127.0.0.1'],
  'half.example': ['2606:4700::1111', '10.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'zone.example': ['fe80::1%lo'],
};
