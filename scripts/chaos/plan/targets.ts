/** Processes whose network, life and clock cycles can be taken away. */
export const PROCESSES = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
  'bff',
  'postgres',
  'nats',
  'redis',
  'mail',
] as const;
export type ProcessTarget = (typeof PROCESSES)[number];

/** Partners, which the sandbox plays. */
export const PARTNERS = [
  'cards',
  'tal',
  'coopersmith',
  'proctor',
  'exams',
  'tti',
  'recaptcha',
] as const;
export type PartnerTarget = (typeof PARTNERS)[number];
export type Target = ProcessTarget | PartnerTarget;

/**
 * What is done to a process: kill -9 (it is started again), SIGSTOP for a while, a network that is
 * slow, one that resets every connection, one on which nothing arrives.
 */
export const PROCESS_KINDS = ['kill', 'pause', 'slow', 'refuse', 'stall'] as const;
/** How a partner misbehaves, by the names of the sandbox. */
export const PARTNER_KINDS = [
  'error',
  'timeout',
  'slow',
  'down',
  'garbage',
  'drop-after-charge',
] as const;
export type Kind = (typeof PROCESS_KINDS)[number] | (typeof PARTNER_KINDS)[number];

/** One way to hurt one part. */
export interface Hurt {
  readonly target: Target;
  readonly kind: Kind;
}

/** Every target by every kind. */
export const HURTS: readonly Hurt[] = [
  ...PROCESSES.flatMap((target) => PROCESS_KINDS.map((kind) => ({ target, kind }))),
  ...PARTNERS.flatMap((target) => PARTNER_KINDS.map((kind) => ({ target, kind }))),
];

export const isPartner = (target: Target): target is PartnerTarget =>
  PARTNERS.some((one) => one === target);
