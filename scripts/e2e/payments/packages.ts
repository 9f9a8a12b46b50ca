import { randomInt, randomUUID } from 'node:crypto';
import { sql } from '../../portal/databases.ts';
import { asTool, tool } from '../../portal/services.ts';
import { until } from '../../portal/until.ts';

/** Creates a package that is not offered, and returns its id once payments has it. */
export async function closedPackage(): Promise<number> {
  const made = {
    id: randomInt(1_000_000, 2_000_000),
    numberOfCredits: 6,
    purchasePriceCents: 23_400,
    displayName: 'No longer offered',
    proctorFeeCents: 1500,
    active: false,
  };
  const answer = await tool.packages.savePackage({ package: made }, asTool(randomUUID()));
  const id = answer.package?.id ?? made.id;
  await until(
    () => sql('payments', 'SELECT 1 FROM package_copy WHERE id = $1', [id]),
    (known) => known.length > 0,
  );
  return id;
}
