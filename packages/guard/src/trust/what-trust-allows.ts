/** What trusting a folder allows. */
export const whatTrustAllows: readonly string[] = [
  'Bowline uses its settings, policies and context files',
  'Programs named in these files may run with your rights',
];
