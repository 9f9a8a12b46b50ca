import type { connectNats } from '@portal/kit/events/nats';
import { subscribe } from '@portal/kit/events/subscribe';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LiveStreams } from './streams.ts';
import { daySubject } from './subject.ts';
import { calendarTopicsOf, changesCatalogue, daysOf, followed, noticeOf } from './topics.ts';

type Nats = Awaited<ReturnType<typeof connectNats>>;

/** Many exams may change one after the other: open pages are told once. */
const GATHER_OFFERS_MS = 300;

/**
 * Tells open pages what events say has changed. What is on offer is told when this replica has the
 * new offer itself: a page that asked sooner would get the old one.
 */
export function followChanges(
  nats: Nats,
  { live, catalogue }: { live: LiveStreams; catalogue: Catalogue },
): { stop: () => void } {
  let gathering: NodeJS.Timeout | undefined;
  const following = subscribe(nats, {
    events: followed,
    onConnected: (isHearing) => live.setHearing(isHearing),
    onEvent(name, data) {
      for (const sessionId of daysOf(name, data)) live.tell(daySubject(sessionId), ['sessionDay']);
      const ofCalendar = calendarTopicsOf(name);
      if (ofCalendar.length > 0) live.tell('calendar', ofCalendar);
      // the office reads it from its owner, not from this replica
      if (changesCatalogue(name)) live.tell('catalogue', ['catalogue']);
      const notice = noticeOf(name, data);
      if (notice === null) return;
      const { student, topics } = notice;
      if (student !== 'everybody') return live.tell(student, topics);
      catalogue.changed(name);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        void catalogue.settled().then(() => live.tell('everybody', ['exams', 'credits']));
      }, GATHER_OFFERS_MS);
    },
  });
  return {
    stop() {
      clearTimeout(gathering);
      following.stop();
    },
  };
}
