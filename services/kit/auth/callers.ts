/**
 * Who may ask a service over gRPC, each with a key of its own. `operator` are tools that whoever
 * runs the portal starts by hand, as demo data and load; where it has no key, nobody is it.
 */
export const CALLERS = [
  'bff',
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
  'operator',
] as const;
export type Caller = (typeof CALLERS)[number];
