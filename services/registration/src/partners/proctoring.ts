import { askPartner, unlessUnknown } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const Url = z.url({ protocol: /^https?$/ }).max(2000);
const Booked = z.object({ proctorUuid: z.string().min(1).max(100), url: Url });
const Link = z.object({ url: Url });
const Bookings = z.array(z.object({ proctorUuid: z.string().min(1).max(100) })).max(100);
const Sitting = z.object({ status: z.string().max(50) });

/** A sitting to book. */
export interface ProctorBooking {
  /** The portal's name of the sitting: booking it again returns the same booking. */
  reference: string;
  student: { id: number; firstName: string; lastName: string };
  exam: { code: string; name: string; minutes: number };
  /** The page to which the proctor sends the admitted student. */
  startUrl: string;
}

const at = (path: string) => `${process.env.PROCTOR_URL}/bookings${path}`;
const ofBooking = (proctorUuid: string) => `/${encodeURIComponent(proctorUuid)}`;

/** Books a sitting, once a reference; the answer has the page to open. Throws PartnerError. */
export const bookSitting = async (
  booking: ProctorBooking,
): Promise<{ proctorUuid: string; url: string }> =>
  await askPartner({
    partner: 'proctoring',
    method: 'POST',
    url: at(''),
    body: booking,
    answer: Booked,
  });

/** A fresh link to the page of a booked sitting. Throws PartnerError. */
export const freshLink = async (proctorUuid: string): Promise<string> =>
  (
    await askPartner({
      partner: 'proctoring',
      method: 'POST',
      url: at(`${ofBooking(proctorUuid)}/link`),
      answer: Link,
    })
  ).url;

/**
 * Returns the state of a sitting, in the partner's words; null when the partner does not know it.
 * Throws PartnerError.
 */
export async function sittingStatus(proctorUuid: string): Promise<string | null> {
  const sitting = await unlessUnknown(
    askPartner({
      partner: 'proctoring',
      method: 'GET',
      url: at(ofBooking(proctorUuid)),
      answer: Sitting,
      timeoutMs: 3_000,
    }),
  );
  return sitting?.status ?? null;
}

/** The bookings under a reference, none or one. Throws PartnerError. */
export async function bookingsOf(reference: string): Promise<string[]> {
  const url = at(`?reference=${encodeURIComponent(reference)}`);
  const found = await unlessUnknown(
    askPartner({ partner: 'proctoring', method: 'GET', url, answer: Bookings }),
  );
  return (found ?? []).map(({ proctorUuid }) => proctorUuid);
}

/** Cancels a sitting; one that is not known there is cancelled already. Throws PartnerError. */
export async function cancelSitting(proctorUuid: string): Promise<void> {
  await unlessUnknown(
    askPartner({
      partner: 'proctoring',
      method: 'DELETE',
      url: at(ofBooking(proctorUuid)),
      answer: z.unknown(),
    }),
  );
}
