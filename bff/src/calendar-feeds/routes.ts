import * as feed from '@portal/contract/sessions/calendar-feed';
import { route } from '../http/route.ts';

export const calendarFeedRoutes = [
  route(feed.getCalendarFeed, async ({ input, by }, { registration }) => {
    const { exists, createdAt, lastRead } = await registration.feeds.getFeed(input, by);
    return {
      exists,
      createdAt: createdAt?.toISOString() ?? null,
      lastRead: lastRead?.toISOString() ?? null,
    };
  }),

  route(feed.changeCalendarFeed, async ({ input, by }, { registration }) => {
    const { url = null } = await registration.feeds.changeFeed(input, by);
    return { url, webcal: url?.replace(/^https?:/, 'webcal:') ?? null };
  }),
];
