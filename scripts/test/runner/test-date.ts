/**
 * Replaces `Date` by one that begins at `instant` and advances at normal speed, so that code that
 * reads the clock directly does not depend on the day of the run. Timers and `performance` stay
 * real. Returns the function that restores the former `Date`.
 */
export function startTestDate(instant: Date): () => void {
  const RealDate = globalThis.Date;
  // as it is now: fake timers replace the method
  const elapsed = performance.now.bind(performance);
  const startedAt = instant.getTime() - elapsed();
  const now = (): number => Math.floor(startedAt + elapsed());
  function TestDate(...values: unknown[]): unknown {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, values.length > 0 ? values : [now()], new.target);
  }
  TestDate.prototype = RealDate.prototype;
  Object.assign(TestDate, { now, parse: RealDate.parse, UTC: RealDate.UTC });
  globalThis.Date = TestDate as unknown as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
}
