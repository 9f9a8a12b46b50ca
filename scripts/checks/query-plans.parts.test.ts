// Plans every SQL statement of the services on empty tables, with a high cost for scans of whole
// tables: one that still reads a whole table has no suitable index. Only small tables may be read
// whole.
import { afterAll, expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/kit/testing';
import pg from 'pg';
import { services } from './charts/charts.ts';
import { readStatements } from './sql/statements/statements.ts';

/**
 * The catalogue, its projections and lists of the office; ten addresses of webhooks; places that
 * are held for minutes; rows that are swept once an hour; blanked people.
 */
const smallTables = new Set(
  (
    'exam location package_type price vendor room study_material price_list ' +
    'material_update college membership_type exam_copy location_copy room_copy ' +
    'package_copy price_copy school school_copy seminary seat_hold token dead_letter ' +
    'waiting_settings balance_settings webhook webhook_address figure_change figure_count ' +
    'blanking outbox_stream'
  ).split(' '),
);
/** Indexes of waiting or rare rows, which may be read whole. */
const shortIndexes = new Set(
  (
    'process_open outbox_waiting dead_letter_waiting dead_letter_dead mail_dead ' +
    'mail_waiting process_dead reset_request_order invite_without_secret ' +
    'registration_half_made registration_being_sat registration_ungraded exam_result_held ' +
    'session_of_school session_at_locations study_payment_untold ' +
    'seminary_student_to_release session_alert_by_age webhook_delivery_unwritten ' +
    'payment_difference_open payment_to_ask refund_to_look_up ' +
    'registration_packages_to_fill seminary_student_tal_id_to_send'
  ).split(' '),
);
const AFTER_A_RESTORE = 'an operator runs it once, after a restore, without a time limit';
/** Tables that are read whole on purpose. */
const meant: Readonly<Record<string, string>> = {
  'registration/src/projections/store.ts student_copy':
    'the highest id is the last entry of its index',
  'identity/src/platform/data-requests/list-requests.ts data_request':
    'exports of data: one a day of a student at most, few of them; counted for the page',
  'identity/src/staff/store.ts staff_user': 'accounts of staff: some hundreds, listed whole',
  'identity/src/security/second-factor/read-security.ts staff_user':
    'accounts of staff: some hundreds, listed whole',
  'payments/src/settled-days/compare-nightly.ts settled_day':
    'two rows a day, for a metric once a minute',
  'payments/src/settled-days/matching/own-store.ts payment':
    'days are compared at night and on demand, and no person waits for it',
  'seminary/src/students/records/store.ts seminary_student':
    'all seminary students are listed whole (C-A58): some thousands in ten years',
  'seminary/src/study/following-up/follow-store.ts study_payment':
    'payments of study: a few thousand in ten years',
  'registration/src/booking/purchases/payment-facts.ts registration': AFTER_A_RESTORE,
  'registration/src/booking/purchases/payment-facts.ts fee_payment': AFTER_A_RESTORE,
  'payments/src/reconciliation/store.ts payment': AFTER_A_RESTORE,
  ...Object.fromEntries(
    [
      'registration/src/office/figures/rebuild-store.ts registration',
      'registration/src/office/figures/rebuild-store.ts exam_result',
      'registration/src/office/figures/rebuild-store.ts registration_figure',
      'registration/src/office/figures/rebuild-store.ts result_figure',
      'payments/src/figures/rebuild-store.ts money_entry',
      'payments/src/figures/rebuild-store.ts money_line',
      'payments/src/figures/rebuild-store.ts money_figure',
      'schools/src/figures/rebuild-store.ts balance_entry',
      'schools/src/figures/rebuild-store.ts balance_line',
      'schools/src/figures/rebuild-store.ts balance_figure',
    ].map((place) => [
      place,
      'all days are counted again: once, and at the command of an operator',
    ]),
  ),
};

const opened: { end: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.end();
});

/** Statements that do not run while people wait. */
const APART = /testing|\/demo\/|seed|invariants/;
const found = readStatements();

/** Returns all statements of a service with their files. */
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
/** Returns the tables that a plan reads whole. */
function readWhole(plan: Plan): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan';
  const isFullIndex =
    /^Index (Only )?Scan$/.test(plan['Node Type']) &&
    plan['Index Cond'] === undefined &&
    !shortIndexes.has(plan['Index Name'] ?? '');
  const own = isScan || isFullIndex ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

test.each([...services])('no statement of %s reads a growing table whole', async (service) => {
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
    const plans = await connection.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
    );
    const tables = plans.rows
      .flatMap((row) => row['QUERY PLAN'])
      .flatMap(({ Plan }) => readWhole(Plan));
    for (const table of tables) if (!smallTables.has(table)) found.add(`${file} ${table}`);
  }
  expect([...found].filter((place) => !(place in meant)).sort()).toEqual([]);
});
