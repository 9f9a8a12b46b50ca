/**
 * The callers of services over gRPC, each with a key of its own. `operator` are tools that the
 * portal's operators start by hand, such as demo data and load; without its key there is no such
 * caller.
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
