import { sql } from '../../../portal/databases.ts';

/** Columns that hold the end of a lease, which keeps other workers out. */
const leases = [
  { service: 'registration', table: 'process', column: 'lease_until' },
  { service: 'payments', table: 'process', column: 'lease_until' },
  { service: 'schools', table: 'process', column: 'lease_until' },
  { service: 'seminary', table: 'process', column: 'lease_until' },
  { service: 'transcripts', table: 'process', column: 'lease_until' },
  { service: 'payments', table: 'payment', column: 'refund_lease_until' },
] as const;

/**
 * Runs `work` while leases last so many seconds, set from outside by triggers: a short while, so
 * that a test of many deaths need not wait for each of them as long as the product does; or so long
 * that no other worker takes over the rest.
 */
export async function withLeasesOf(seconds: number, work: () => Promise<void>): Promise<void> {
  for (const { service, table, column } of leases) {
    const name = `${table}_lease_of_test`;
    await sql(
      service,
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.${column} > clock_timestamp() THEN
          NEW.${column} := clock_timestamp() + interval '${seconds} seconds';
        END IF;
        RETURN NEW; END $$`,
    );
    await sql(
      service,
      `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    );
  }
  try {
    await work();
  } finally {
    for (const { service, table } of leases)
      await sql(service, `DROP FUNCTION ${table}_lease_of_test CASCADE`);
  }
}
