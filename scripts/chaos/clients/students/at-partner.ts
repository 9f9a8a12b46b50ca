/** Does something on a partner's page; undefined while the partner does not answer as it should. */
export const atPartner = <T>(act: () => Promise<T>): Promise<T | undefined> =>
  act().catch(() => undefined);
