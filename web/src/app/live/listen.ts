import { endpoints } from '@portal/contract/gen/endpoints';
import type { About } from '../../shared/api/student-in-view.tsx';
import { type Listener, listenTo } from '../../shared/live/listen-to.ts';

/** Listens to changes of a student; staff name the student. Returns a function that stops it. */
export function listen(listener: Listener, { student_id }: About = {}): () => void {
  const about = student_id === undefined ? '' : `&student_id=${student_id}`;
  return listenTo((age) => `${endpoints.liveEvents.path}?age=${age}${about}`, listener);
}
