/** A change whose row came after this long is not the one that was told. */
const TOLD_FOR_MS = 10_000;
const toldAt = new Map<number, number>();

/** What becomes of this exam is said where it was done: nothing else has to say it. */
export const markAnnounced = (examId: number): void => void toldAt.set(examId, Date.now());

/** Whether the change of this exam was said already; asked once a change. */
export function wasTold(examId: number): boolean {
  const at = toldAt.get(examId) ?? Number.NEGATIVE_INFINITY;
  toldAt.delete(examId);
  return Date.now() - at < TOLD_FOR_MS;
}
