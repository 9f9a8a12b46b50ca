import { malformed } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { CalendarFeedsServiceDefinition } from '@portal/proto/registration/v1/calendar_feeds';
import { changeFeed, type FeedAction, getFeed } from './change-feed.ts';
import { readFeed } from './read-feed.ts';

const ACTIONS: readonly string[] = ['make', 'renew', 'revoke'] satisfies FeedAction[];

export const calendarFeedRpcs = rpcs(CalendarFeedsServiceDefinition, {
  getFeed: {
    handle: async ({ locationId }, call) => {
      const feed = await getFeed(call, locationId ?? null);
      return {
        exists: feed !== undefined,
        createdAt: feed?.createdAt,
        lastRead: feed?.lastRead ?? undefined,
      };
    },
  },
  changeFeed: {
    handle: async ({ locationId, action }, call) => {
      if (!ACTIONS.includes(action)) throw malformed('malformed', 'There is no such action.');
      const change = { locationId: locationId ?? null, action: action as FeedAction };
      return { url: (await changeFeed(call, change)) ?? undefined };
    },
  },
  readFeed: { handle: ({ secret }, call) => readFeed(call, secret) },
});
