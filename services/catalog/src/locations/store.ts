import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { LocationFields } from './location.ts';

/** Writes a branch, a new one with id 0 under the next free id, and gives the id. */
export async function upsertLocation(
  sql: Sql,
  location: LocationFields,
  { id, by, now }: { id: number; by: string; now: Date },
): Promise<number> {
  const row = await sql.one<Pick<tables.Location, 'id'>>`
    INSERT INTO location (id, name, address, city, phone, admin_only, by_appointment,
      seminary_study_program_ids, active, contact_first_name, contact_last_name, created_at)
    VALUES (coalesce(nullif(${id}::bigint, 0), nextval(pg_get_serial_sequence('location', 'id'))),
      ${location.name}, ${location.address}, ${location.city}, ${location.phone},
      ${location.adminOnly}, ${location.byAppointment},
      ${location.seminaryStudyProgramIds}::bigint[], ${location.active},
      ${location.contactFirstName}, ${location.contactLastName}, ${now})
    ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, address = excluded.address, city = excluded.city,
      phone = excluded.phone, admin_only = excluded.admin_only,
      by_appointment = excluded.by_appointment,
      seminary_study_program_ids = excluded.seminary_study_program_ids, active = excluded.active,
      contact_first_name = excluded.contact_first_name,
      contact_last_name = excluded.contact_last_name, version = location.version + 1,
      last_change = ${now}, last_change_by = ${by}
    RETURNING id`;
  return row.id;
}
