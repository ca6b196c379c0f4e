/** What changes once a folder is trusted, for whoever is about to trust one. */
export const whatTrustAllows: readonly string[] = [
  'its settings, policies and context files are used',
  'programs that these name may run on this machine and connect to others, as you',
];
