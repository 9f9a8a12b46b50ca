import { money } from '../money.ts';

/** The contents of an audit row except actor and time. */
export interface Change {
  op: string;
  rowId: string;
  change: unknown;
}

/** Fields whose values are never shown in a history. */
const SECRET = /^(last_?4_?ssn|ssn|dob|birth_?date|date_?of_?birth|password|internal_?comment)$/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields whose values are words of ours: 'manual_payment'. */
const CODED: ReadonlySet<string> = new Set(['kind', 'source', 'state', 'status']);
const ABBREVIATIONS = /\b(tti|jse|tal|ccc)\b/g;

/** 'refundedCents' as staff read it: 'refunded'. */
const words = (field: string): string =>
  field
    .replace(/Cents$/, '')
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(ABBREVIATIONS, (word) => word.toUpperCase());

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';

function valueText(field: string, value: unknown): string {
  if (isNone(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && field.endsWith('Cents')) return money(value);
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(', ') || 'none';
  if (isRecord(value) && 'lotId' in value && 'credits' in value)
    return `${value.credits} of package ${value.lotId}`;
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, one]) => `${words(name)} ${valueText(name, one)}`)
      .join(' ');
  return CODED.has(field) ? String(value).replaceAll('_', ' ') : String(value);
}

/** A field as it was and is, or as it is where the audit has no more. */
function fieldText(op: string, field: string, value: unknown): string {
  if (SECRET.test(field)) return `${words(field)}: changed`;
  if (field === 'signedIn' && value === true) return words(field);
  const isPair = op === 'update' && Array.isArray(value) && value.length === 2;
  return isPair
    ? `${words(field)}: ${valueText(field, value[0])} → ${valueText(field, value[1])}`
    : `${words(field)}: ${valueText(field, value)}`;
}

/** Sums without the sign of dollars, as the history has them: 45.00. */
const sum = (cents: number): string => money(cents).replace(/[$,]/g, '');

/**
 * Describes a change of a record: one line a field, `phone: 1 → 2`; `created`, `cancelled, reason
 * 2`, `refund 45.00 of charge 881`. For SSN digits, birth dates, passwords and internal comments it
 * says only that they changed. Empty fields of a new record are left out. Never contains SQL,
 * whatever the field of the contract is called.
 */
export function sentence({ op, rowId, change }: Change): string {
  const fields = isRecord(change) ? change : {};
  const { status, reason, refund, amountCents, ...others } = fields;
  if (Array.isArray(status) && status[1] === 'cancelled')
    return reason === undefined ? 'cancelled' : `cancelled, reason ${valueText('reason', reason)}`;
  if (refund !== undefined && typeof amountCents === 'number') {
    const end = 'refused' in others ? `, refused: ${valueText('refused', others.refused)}` : '';
    return `refund ${sum(amountCents)} of charge ${rowId}${end}`;
  }
  const lines = Object.entries(fields)
    .filter(([, value]) => op === 'update' || !isNone(value))
    .map(([field, value]) => fieldText(op, field, value));
  if (op === 'insert') return ['created', ...lines].join('\n');
  if (op === 'delete') return 'deleted';
  return lines.join('\n') || 'changed';
}
