import { can } from '@portal/access/can';
import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { present } from '@portal/kit/grpc/wire';
import {
  type AccommodationForm,
  isChangeable,
  isOver,
  shownState,
} from '../students/accommodation-rules.ts';
import type { AccommodationRow } from './accommodation-store.ts';

/** Approved accommodations as announced: the text of kind other stays here. */
export const approvedView = (forms: readonly AccommodationForm[]) =>
  forms.map(({ text: _, ...form }) => present(form));

/**
 * Accommodations as the caller may see them: a school admin the kinds alone, with their days and
 * states.
 */
export function accommodationsView(
  rows: readonly AccommodationRow[],
  { actor, now }: Pick<Call, 'actor' | 'now'>,
) {
  const today = dayInNewYork(now);
  const [seesAll, mayEdit] = [
    can(actor, 'accommodation_text.read'),
    can(actor, 'accommodation.edit'),
  ];
  return {
    accommodations: rows.map((one) => {
      const { id, kind, validFrom, validUntil, version, inForce, hasDocument } = one;
      const details = seesAll
        ? {
            percent: one.percent,
            minutes: one.minutes,
            text: one.text,
            approvedBy: one.approvedBy,
          }
        : {};
      return {
        ...present({ id, kind, validFrom, validUntil, version, ...details }),
        state: shownState(one, today),
        hasDocument: seesAll && hasDocument,
        inForceDiffers: one.state === 'entered' && inForce !== null,
        actions: mayEdit ? actionsOf(one, today) : [],
      };
    }),
  };
}

function actionsOf(one: AccommodationRow, today: string): string[] {
  const counts = one.inForce !== null && !isOver(one.inForce, today);
  return [
    ...(isChangeable(one, today) ? ['edit'] : []),
    ...(one.state === 'entered' ? ['approve', 'refuse'] : []),
    ...(counts ? ['end'] : []),
    ...(one.hasDocument ? ['open'] : []),
  ];
}
