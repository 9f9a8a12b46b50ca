import { sql } from '../portal/databases.ts';

/** Makes writes to a table of registration fail, like a bug; returns a function that ends this. */
export async function aBugInRegistration(
  scene: AsyncDisposableStack,
  { table, when }: { table: string; when: string },
): Promise<() => Promise<void>> {
  const mend = async () =>
    void (await sql('registration', 'DROP FUNCTION IF EXISTS bug_of_walk CASCADE'));
  scene.defer(mend);
  await sql(
    'registration',
    `CREATE FUNCTION bug_of_walk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${when} THEN RAISE EXCEPTION 'a bug'; END IF; RETURN NEW; END $$`,
  );
  await sql(
    'registration',
    `CREATE TRIGGER bug_of_walk BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION bug_of_walk()`,
  );
  return mend;
}
