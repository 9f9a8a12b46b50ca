import { dayInNewYork } from '@portal/kit/clock';
import { DomainError } from '@portal/kit/errors';
import type { Exam } from '../exams/exam.ts';
import type { PackageType } from '../packages/package-type.ts';
import { beginOf, checkPrice, PRICE_KINDS, type PriceKind, refOf } from '../prices/price.ts';
import type { Price } from '../prices/price-store.ts';
import type { SetPrice } from '../prices/set-price.ts';
import { type ImportRow, type TableRow, wrongRow } from './import-row.ts';

/** Columns of a table of prices; the name of the priced package or exam is for reading only. */
export const PRICE_COLUMNS = [
  'kind',
  'refId',
  'vendor',
  'secularNumber',
  'amount',
  'validFrom',
  'reason',
];
/** Columns of the exported file that say what is there, and are not read. */
export const TOLD_COLUMNS = ['name', 'state', 'setBy'];

export interface PriceFacts {
  prices: readonly Price[];
  exams: readonly Exam[];
  packages: readonly PackageType[];
  now: Date;
}

/** A row with the price that is to be set, unless it is wrong or changes nothing. */
export interface PlannedPrice extends ImportRow {
  price: SetPrice | null;
}

const key = (kind: string, refId: number | null): string => `${kind} ${refId ?? ''}`;
const dollars = (cents: number): string => (cents / 100).toFixed(2);

/**
 * Plans the rows of a table of prices: an existing price changes nothing, any other is a new price
 * from its day on, or from now on without a day..
 */
export function planPrices(rows: readonly TableRow[], facts: PriceFacts): PlannedPrice[] {
  const of = Map.groupBy(facts.prices, ({ kind, refId }) => key(kind, refId));
  const seen = new Set<string>();
  return rows.map((row) => {
    const planned = planRow(row, facts, of);
    if (!planned.price) return planned;
    const { kind, refId, validFrom } = planned.price;
    const moment = `${key(kind, refId)} ${validFrom ?? 'now'}`;
    if (seen.has(moment))
      return { ...wrongRow(row.row, 'This price stands in the table twice'), price: null };
    seen.add(moment);
    return planned;
  });
}

function planRow(
  { row, cells }: TableRow,
  facts: PriceFacts,
  of: ReadonlyMap<string, readonly Price[]>,
): PlannedPrice {
  const wrong = (text: string): PlannedPrice => ({ ...wrongRow(row, text), price: null });
  const cell = (name: string) => cells.get(name) ?? '';
  const kind = PRICE_KINDS.find((one) => one === cell('kind').toLowerCase());
  if (kind === undefined) return wrong('kind: Kind invalid');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(cell('amount'))) return wrong('amount: Price invalid');
  const amountCents = Math.round(Number(cell('amount')) * 100);
  const found = refIn(kind, cell, facts);
  if (typeof found === 'string') return wrong(found);
  const day = /^(now)?$/i.test(cell('validFrom')) ? null : cell('validFrom');
  if (day !== null && !isDay(day)) return wrong('validFrom: Must be YYYY-MM-DD or now');

  const prices = of.get(key(kind, found.refId)) ?? [];
  const inForce = prices.find(({ state }) => state === 'in_force');
  const same = day === null ? inForce : prices.find((one) => dayInNewYork(one.validFrom) === day);
  if (same?.amountCents === amountCents)
    return { row, id: same.id, what: 'same', changes: [], text: found.text, price: null };
  const wanted = {
    kind,
    refId: found.refId,
    amountCents,
    validFrom: day,
    reason: cell('reason') || 'Import',
  };
  try {
    checkPrice(wanted);
    beginOf(day, facts.now);
  } catch (error) {
    if (error instanceof DomainError) return wrong(error.detail);
    throw error;
  }
  if (day !== null && same) return wrong('A price already begins on this day.');
  const from = inForce ? dollars(inForce.amountCents) : '';
  return {
    row,
    id: null,
    what: 'add',
    text: found.text,
    price: wanted,
    changes: [
      { field: day === null ? 'amount' : `amount from ${day}`, from, to: dollars(amountCents) },
    ],
  };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The package or exam that a row names, or what is wrong with that. */
function refIn(
  kind: PriceKind,
  cell: (name: string) => string,
  { exams, packages }: PriceFacts,
): { refId: number | null; text: string } | string {
  const of = refOf(kind);
  const id = Number(cell('refId'));
  if (of === null)
    return cell('refId') === '' ? { refId: null, text: kind } : 'refId: Must be empty';
  if (of === 'package') {
    const pack = packages.find((one) => one.id === id);
    return pack ? { refId: pack.id, text: pack.displayName } : 'refId: There is no such package';
  }
  const [vendor, code] = [cell('vendor').toLowerCase(), cell('secularNumber').toLowerCase()];
  const exam = exams.find((one) =>
    cell('refId') === ''
      ? one.active &&
        one.secularNumber.toLowerCase() === code &&
        one.vendorName.toLowerCase() === vendor
      : one.id === id,
  );
  return exam
    ? { refId: exam.id, text: `${exam.subject} (${exam.secularNumber})` }
    : 'refId: There is no such exam';
}
