import pg from 'pg';
import type { Successive } from '../secrets/successive.ts';
import { isWrongPassword } from './database-errors.ts';

/**
 * Connections of a pool by the newest of several urls, which differ in their password. Once the
 * server refuses one, the next connection goes by the other: this is known before the pool hears
 * of the failure, since it opens the next connection at that moment.
 */
export function clientBy(urls: Successive<string>): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const url = urls.current;
      super({ ...config, connectionString: url });
      const connect = this.connect.bind(this) as (done: (error: Error) => void) => void;
      this.connect = ((done: (error: Error) => void) =>
        connect((error) => {
          if (isWrongPassword(error)) urls.turnFrom(url);
          done(error);
        })) as typeof this.connect;
    }
  };
}
