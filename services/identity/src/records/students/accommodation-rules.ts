import { type DomainError, type FieldError, invalid } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

export const accommodationKinds = [
  'extra_time',
  'own_room',
  'large_print',
  'reader',
  'breaks',
  'other',
] as const;
export type AccommodationKind = (typeof accommodationKinds)[number];

/** The granted accommodation, and its days (YYYY-MM-DD, the last one counts). */
export interface AccommodationForm {
  kind: AccommodationKind;
  /** Of extra time: more time in per cent, or in minutes an exam. */
  percent: number | null;
  /** Of breaks too, an exam. */
  minutes: number | null;
  text: string | null;
  validFrom: string;
  validUntil: string | null;
}

export type StoredState = 'entered' | 'approved' | 'refused' | 'ended';
/** The fields of an accommodation that decide about its actions. */
export interface Accommodation extends AccommodationForm {
  state: StoredState;
  /** The last approved form, which counts; null: none does. */
  inForce: AccommodationForm | null;
  version: number;
}

const PERCENTS = [25, 50, 100];
const isStep = (minutes: number, most: number): boolean =>
  Number.isInteger(minutes) && minutes >= 5 && minutes <= most && minutes % 5 === 0;
const isDay = (text: string): boolean => {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
};

function amountError({ kind, percent, minutes }: AccommodationForm): FieldError | null {
  if (kind === 'extra_time') {
    if (percent !== null && minutes !== null)
      return { path: 'percent', message: 'Give a percentage or minutes, not both.' };
    if (percent === null && minutes === null)
      return { path: 'minutes', message: 'Give a percentage or minutes.' };
    if (percent !== null && !PERCENTS.includes(percent))
      return { path: 'percent', message: 'Extra time is 25, 50 or 100 %.' };
    return minutes === null || isStep(minutes, 240)
      ? null
      : { path: 'minutes', message: 'Minutes must be 5 to 240 in steps of 5.' };
  }
  if (percent !== null) return { path: 'percent', message: 'Only extra time has a percentage.' };
  if (kind === 'breaks')
    return minutes !== null && isStep(minutes, 60)
      ? null
      : { path: 'minutes', message: 'Breaks must be 5 to 60 minutes in steps of 5.' };
  return minutes === null ? null : { path: 'minutes', message: 'This kind has no minutes.' };
}

/** Returns the errors of a form, field by field (C-O41). */
export function formErrors(form: AccommodationForm): FieldError[] {
  const { kind, text, validFrom, validUntil } = form;
  if (!accommodationKinds.includes(kind)) return [{ path: 'kind', message: 'kind invalid' }];
  const errors: FieldError[] = [];
  const amount = amountError(form);
  if (amount) errors.push(amount);
  if (text === null && kind === 'other') errors.push({ path: 'text', message: 'Say what it is.' });
  if ((text ?? '').length > 500) errors.push({ path: 'text', message: 'At most 500 characters' });
  if (!isDay(validFrom)) errors.push({ path: 'validFrom', message: 'The first day is invalid.' });
  else if (validUntil !== null && !isDay(validUntil))
    errors.push({ path: 'validUntil', message: 'The last day is invalid.' });
  else if (validUntil !== null && validUntil < validFrom)
    errors.push({ path: 'validUntil', message: 'The end must not be before the start.' });
  return errors;
}

/** Refuses with invalid a form in which something is wrong. */
export function checkForm(form: AccommodationForm): void {
  const [first, ...others] = formErrors(form);
  if (first) throw invalid(first, ...others);
}

const formOf = (one: AccommodationForm): AccommodationForm => ({
  kind: one.kind,
  percent: one.percent,
  minutes: one.minutes,
  text: one.text,
  validFrom: one.validFrom,
  validUntil: one.validUntil,
});

/** Whether the days of a form have passed on a day. */
export const isOver = ({ validUntil }: AccommodationForm, today: string): boolean =>
  validUntil !== null && validUntil < today;

/** The state to show: an approved accommodation expires the day after its last. */
export const shownState = (one: Accommodation, today: string): StoredState | 'expired' =>
  one.state === 'approved' && isOver(one, today) ? 'expired' : one.state;

/** Whether it is refused or ended for good. */
export const isFinal = ({ state }: Accommodation): boolean =>
  state === 'refused' || state === 'ended';

/** Whether its form can be changed: a refused, ended or expired one cannot. */
export const isChangeable = (one: Accommodation, today: string): boolean =>
  ['entered', 'approved'].includes(shownState(one, today));

export type Event =
  | { type: 'saved'; form: AccommodationForm }
  | { type: 'approve' }
  | { type: 'refuse' }
  | { type: 'end'; reason: string };

/**
 * Applies an event to an accommodation, or refuses it (5.3). A change of an approved one waits for
 * a decision and leaves the approved form in force; if refused, nothing changes.
 */
export function changeAccommodation(
  one: Accommodation,
  event: Event,
  today: string,
): Accommodation | DomainError {
  const next = { ...one, version: one.version + 1 };
  const counts = one.inForce !== null && !isOver(one.inForce, today);
  switch (event.type) {
    case 'saved':
      return isChangeable(one, today)
        ? { ...next, ...event.form, state: 'entered' }
        : domainError('already_decided');
    case 'approve':
      return one.state === 'entered'
        ? { ...next, state: 'approved', inForce: formOf(one) }
        : domainError('already_decided');
    case 'refuse':
      if (one.state !== 'entered') return domainError('already_decided');
      return one.inForce === null
        ? { ...next, state: 'refused' }
        : { ...next, ...one.inForce, state: 'approved' };
    case 'end':
      if (!counts) return domainError('already_decided');
      if (event.reason === '') return invalid({ path: 'reason', message: 'Give a reason.' });
      return { ...next, state: 'ended', inForce: null };
  }
}

/** Returns the approved accommodations in force on a day. R-543 */
export const inForceOn = (forms: readonly AccommodationForm[], day: string): AccommodationForm[] =>
  forms.filter((form) => form.validFrom <= day && !isOver(form, day));

const words = ({ kind, percent, minutes, text }: AccommodationForm): string => {
  switch (kind) {
    case 'extra_time':
      return percent === null ? `${minutes} minutes extra time` : `${percent} % extra time`;
    case 'own_room':
      return 'own room';
    case 'large_print':
      return 'large print';
    case 'reader':
      return 'reader';
    case 'breaks':
      return `${minutes} minutes of breaks`;
    case 'other':
      return text ?? '';
  }
};

/** Puts the accommodations of a day into words: '25 % extra time, own room'; null: none. R-549 */
export function messageOf(forms: readonly AccommodationForm[], day: string): string | null {
  return inForceOn(forms, day).map(words).join(', ') || null;
}
