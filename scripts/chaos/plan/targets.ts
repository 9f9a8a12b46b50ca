/** Processes that can be killed, paused or cut off. */
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

/** Partners, which the sandbox simulates. */
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
 * Faults of a process: kill -9 (it is restarted), SIGSTOP for a while, a network that is slow, that
 * resets every connection, or that delivers nothing.
 */
export const PROCESS_KINDS = ['kill', 'pause', 'slow', 'refuse', 'stall'] as const;
/** Faults of a partner, by the names of the sandbox. */
export const PARTNER_KINDS = [
  'error',
  'timeout',
  'slow',
  'down',
  'garbage',
  'drop-after-charge',
] as const;
export type Kind = (typeof PROCESS_KINDS)[number] | (typeof PARTNER_KINDS)[number];

/** One kind of fault at one target. */
export interface Hurt {
  readonly target: Target;
  readonly kind: Kind;
}

/** Every target with each of its kinds. */
export const HURTS: readonly Hurt[] = [
  ...PROCESSES.flatMap((target) => PROCESS_KINDS.map((kind) => ({ target, kind }))),
  ...PARTNERS.flatMap((target) => PARTNER_KINDS.map((kind) => ({ target, kind }))),
];

export const isPartner = (target: Target): target is PartnerTarget =>
  PARTNERS.some((one) => one === target);
