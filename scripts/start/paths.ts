import { join } from 'node:path';

/** The root of the repository, wherever it was called from. */
export const ROOT: string = join(import.meta.dirname, '../..');

/** A program that npm installed, e.g. `buf`. */
export const npmProgram = (name: string): string => join(ROOT, 'node_modules/.bin', name);

/** NODE_COMPILE_CACHE of the product's programs: a service starts with half of the CPU time. */
export const COMPILE_CACHE: string = join(ROOT, 'node_modules/.cache/portal/compiled');

/** The seven services, in the order people name them. */
export const SERVICES = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
] as const;

export type ServiceName = (typeof SERVICES)[number];
