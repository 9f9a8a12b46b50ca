import type { connectNats } from '@portal/kit/broker/nats';
import { subscribe } from '@portal/kit/events/subscribe';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LiveStreams } from './streams.ts';
import { daySubject } from './subject.ts';
import { calendarTopicsOf, changesCatalogue, daysOf, followed, noticeOf } from './topics.ts';

type Nats = Awaited<ReturnType<typeof connectNats>>;

/** Many exams may change one after the other: open pages are notified once. */
const GATHER_OFFERS_MS = 300;

/**
 * Notifies open pages of the changes that events report. A change of the catalogue is sent only
 * when this replica has loaded the new catalogue: a page that reads sooner would get the old one.
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
      for (const sessionId of daysOf(name, data))
        live.notify(daySubject(sessionId), ['sessionDay']);
      const ofCalendar = calendarTopicsOf(name);
      if (ofCalendar.length > 0) live.notify('calendar', ofCalendar);
      // the office reads it from its owner, not from this replica
      if (changesCatalogue(name)) live.notify('catalogue', ['catalogue']);
      const notice = noticeOf(name, data);
      if (notice === null) return;
      const { student, topics } = notice;
      if (student !== 'everybody') return live.notify(student, topics);
      catalogue.changed(name);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        void catalogue.settled().then(() => live.notify('everybody', ['exams', 'credits']));
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
