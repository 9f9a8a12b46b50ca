import { Counter, Gauge, Histogram } from 'prom-client';

/** Everything that the waiting room counts, for the dashboard and the alerts. */
export const waitingRoomMetrics = {
  admitted: new Counter({
    name: 'portal_waiting_room_admitted_total',
    help: 'Visitors who were let in to sign in or sign up, by whether they had waited',
    labelNames: ['waited'],
  }),
  refused: new Counter({
    name: 'portal_waiting_room_refused_total',
    help: 'Visitors who were given no place, or whose place was not good, by why',
    labelNames: ['why'],
  }),
  waiting: new Gauge({
    name: 'portal_waiting_room_waiting',
    help: 'Places in the queue that were given and not called yet, at all replicas together',
  }),
  perSecond: new Gauge({
    name: 'portal_waiting_room_admissions_per_second',
    help: 'How many a second this replica lets in while it meters them; 0 while its doors are open',
  }),
  expected: new Gauge({
    name: 'portal_waiting_room_expected_seconds',
    help: 'How long somebody who comes now would wait',
  }),
  waited: new Histogram({
    name: 'portal_waiting_room_wait_seconds',
    help: 'Time from taking a place to going in',
    buckets: [1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 3600],
  }),
  signInsInside: new Gauge({
    name: 'portal_sign_ins_in_flight',
    help: 'Sign-ins of students that are worked on, or wait for their turn at this replica',
  }),
};
