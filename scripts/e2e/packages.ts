import { randomInt, randomUUID } from 'node:crypto';
import { asPart, services } from './services.ts';

/** A package that is no longer offered, made for a test; gives its id. */
export async function closedPackage(): Promise<number> {
  const made = {
    id: randomInt(1_000_000, 2_000_000),
    numberOfCredits: 6,
    purchasePriceCents: 23_400,
    displayName: 'No longer offered',
    proctorFeeCents: 1500,
    active: false,
  };
  const answer = await services.packages.savePackage({ package: made }, asPart(randomUUID()));
  return answer.package?.id ?? made.id;
}
