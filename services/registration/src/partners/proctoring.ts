import { z } from 'zod';
import { askPartner, PartnerTrouble } from './ask-partner.ts';

const Url = z.url({ protocol: /^https?$/ }).max(2000);
const Booked = z.object({ proctorUuid: z.string().min(1).max(100), url: Url });
const Link = z.object({ url: Url });
const Bookings = z.array(z.object({ proctorUuid: z.string().min(1).max(100) })).max(100);
const Sitting = z.object({ status: z.string().max(50) });

/** A sitting to book. */
export interface ProctorBooking {
  /** The portal's own name of the sitting: booking it again gives the same booking. */
  reference: string;
  student: { id: number; firstName: string; lastName: string };
  exam: { code: string; name: string; minutes: number };
  /** Where the proctor sends the student once let in. */
  startUrl: string;
}

const at = (path: string) => `${process.env.PROCTOR_URL}/bookings${path}`;
const ofBooking = (proctorUuid: string) => `/${encodeURIComponent(proctorUuid)}`;
const known = <T>(answer: T | null): T => {
  if (answer === null) throw new PartnerTrouble('not known there', { isRefused: true });
  return answer;
};

/** Books a sitting, once a reference; the answer has the page to open. Throws PartnerTrouble. */
export const bookSitting = async (booking: ProctorBooking): Promise<{ proctorUuid: string; url: string }> =>
  known(await askPartner({ partner: 'proctoring', method: 'POST', url: at(''), body: booking, answer: Booked }));

/** A fresh link to the page of a booked sitting. Throws PartnerTrouble. */
export const freshLink = async (proctorUuid: string): Promise<string> =>
  known(await askPartner({ partner: 'proctoring', method: 'POST', url: at(`${ofBooking(proctorUuid)}/link`), answer: Link })).url;

/** Where a sitting stands, in the partner's words; null when it is not known there. Throws PartnerTrouble. */
export async function sittingStatus(proctorUuid: string): Promise<string | null> {
  const sitting = await askPartner({
    partner: 'proctoring',
    method: 'GET',
    url: at(ofBooking(proctorUuid)),
    answer: Sitting,
    patienceMs: 3_000,
  });
  return sitting?.status ?? null;
}

/** The bookings under a reference, none or one. Throws PartnerTrouble. */
export async function bookingsOf(reference: string): Promise<string[]> {
  const url = at(`?reference=${encodeURIComponent(reference)}`);
  const found = await askPartner({ partner: 'proctoring', method: 'GET', url, answer: Bookings });
  return (found ?? []).map(({ proctorUuid }) => proctorUuid);
}

/** Cancels a sitting; one that is not known there is cancelled already. Throws PartnerTrouble. */
export async function cancelSitting(proctorUuid: string): Promise<void> {
  await askPartner({ partner: 'proctoring', method: 'DELETE', url: at(ofBooking(proctorUuid)), answer: z.unknown() });
}
