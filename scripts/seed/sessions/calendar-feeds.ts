import { CalendarFeedsServiceDefinition } from '@portal/proto/registration/v1/calendar_feeds';
import { asAdmin, asStudent } from '../as.ts';
import { seedClient } from '../clients.ts';

const DANA = 1001;
const BROOKLYN = 13;
const feeds = seedClient(CalendarFeedsServiceDefinition, 'REGISTRATION_ADDR');

/**
 * Creates a calendar feed of dana, and one of `admin` for Brooklyn. Their addresses are not shown:
 * to read one, renew it.
 */
export async function seedCalendarFeeds(): Promise<void> {
  await feeds.changeFeed({ action: 'make' }, asStudent(DANA, 'feed dana'));
  await feeds.changeFeed({ action: 'make', locationId: BROOKLYN }, asAdmin('feed brooklyn'));
}
