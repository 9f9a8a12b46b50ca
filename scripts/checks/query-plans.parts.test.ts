// Every SQL statement of the services is planned on empty tables, with scans of whole tables made
// dear: one that still reads a whole table has no index that helps it. Only tables that stay small
// may be read whole.
import { afterAll, expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/kit/testing';
import pg from 'pg';
import { services } from './charts/charts.ts';
import { readStatements } from './sql/statements.ts';

/**
 * The catalogue, its copies and lists of the office; ten addresses of webhooks; places that are held for minutes; what is
 * swept once an hour; people who were blanked.
 */
const smallTables = new Set(
  'exam location package_type price vendor room study_material price_list material_update college membership_type exam_copy location_copy room_copy package_copy price_copy school school_copy seminary seat_hold token dead_letter waiting_settings balance_settings webhook webhook_address figure_change figure_count blanking'.split(
    ' ',
  ),
);
/** Indexes of what waits, or of a kind that there is little of: all of it may be read. */
const shortIndexes = new Set(
  'process_open outbox_waiting dead_letter_waiting dead_letter_dead mail_dead mail_waiting process_dead reset_request_order invite_without_secret registration_half_made registration_being_sat registration_ungraded exam_result_held session_of_school session_at_locations study_payment_untold seminary_student_to_release session_alert_by_age webhook_delivery_unwritten payment_difference_open payment_to_ask refund_to_look_up registration_packages_to_fill seminary_student_tal_id_to_send'.split(
    ' ',
  ),
);
const AFTER_A_RESTORE = 'an operator asks once, after a restore, without a time limit';
/** Read whole on purpose. */
const meant: Readonly<Record<string, string>> = {
  'registration/src/projections/store.ts student_copy':
    'the highest id is the last entry of its index',
  'identity/src/platform/data-requests/list-requests.ts data_request':
    'exports of data: one a day of a student at most, few ask; counted for the page',
  'identity/src/staff/store.ts staff_user': 'accounts of staff: some hundreds, listed whole',
  'identity/src/security/second-factor/read-security.ts staff_user':
    'accounts of staff: some hundreds, listed whole',
  'payments/src/settled-days/compare-nightly.ts settled_day':
    'two rows a day, for a metric once a minute',
  'payments/src/settled-days/own-store.ts payment':
    'days are compared at night and on demand, and nobody waits for it',
  'seminary/src/students/records/store.ts seminary_student':
    'all seminary students are listed whole (C-A58): some thousands in ten years',
  'seminary/src/study/following-up/follow-store.ts study_payment':
    'payments of study: a few thousand in ten years',
  'registration/src/booking/purchases/payment-facts.ts registration': AFTER_A_RESTORE,
  'registration/src/booking/purchases/payment-facts.ts fee_payment': AFTER_A_RESTORE,
  'payments/src/reconciliation/store.ts payment': AFTER_A_RESTORE,
  ...Object.fromEntries(
    [
      ...['registration', 'exam_result', 'registration_figure', 'result_figure'].map(
        (table) => `registration/src/office/figures/rebuild-store.ts ${table}`,
      ),
      ...['money_entry', 'money_line', 'money_figure'].map(
        (table) => `payments/src/figures/rebuild-store.ts ${table}`,
      ),
      ...['balance_entry', 'balance_line', 'balance_figure'].map(
        (table) => `schools/src/figures/rebuild-store.ts ${table}`,
      ),
    ].map((place) => [place, 'all days are counted anew: once, and when an operator asks']),
  ),
};

const opened: { end: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.end();
});

/** Not asked while people wait. */
const APART = /testing|\/demo\/|seed|invariants/;
const found = readStatements();

/** All statements of a service, with the file that they stand in. */
const statementsOf = (service: string): { file: string; statement: string }[] =>
  found
    .filter((template) => template.service === service && !APART.test(template.place))
    .map(({ place, text }) => ({
      file: place.replace(/^services\/(.*):\d+$/, '$1'),
      statement: text.trim(),
    }))
    .filter(({ statement }) => /^(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(statement));

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}
/** Tables that a plan reads whole. */
function readWhole(plan: Plan): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan';
  const isFullIndex =
    /^Index (Only )?Scan$/.test(plan['Node Type']) &&
    plan['Index Cond'] === undefined &&
    !shortIndexes.has(plan['Index Name'] ?? '');
  const own = isScan || isFullIndex ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

test.each([...services])('no statement of %s reads a table whole that grows', async (service) => {
  const database = await freshDatabase(service);
  opened.push({ end: () => database.drop() });
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  opened.push({ end: () => connection.end() });
  for (const dear of ['seqscan', 'hashjoin', 'mergejoin', 'material'])
    await connection.query(`SET enable_${dear} = off`);

  const statements = [...statementsOf(service), ...statementsOf('kit')];
  expect(statements.length).toBeGreaterThan(20);
  const found = new Set<string>();
  for (const { file, statement } of statements) {
    const asked = await connection.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
    );
    const tables = asked.rows
      .flatMap((row) => row['QUERY PLAN'])
      .flatMap(({ Plan }) => readWhole(Plan));
    for (const table of tables) if (!smallTables.has(table)) found.add(`${file} ${table}`);
  }
  expect([...found].filter((place) => !(place in meant)).sort()).toEqual([]);
});
