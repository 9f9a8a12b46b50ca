import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** PostgreSQL's description of a statement before it runs. */
export interface Described {
  /** The type of each parameter. */
  readonly parameters: readonly number[];
  readonly columns: readonly { readonly name: string; readonly type: number }[];
}

/** The methods of `pg`'s connection that its own queries use, and its types leave out. */
interface Wire extends EventEmitter {
  parse(message: { name: string; text: string }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/**
 * Lets PostgreSQL parse and describe a statement without running it. Throws the server's error if
 * the statement is wrong.
 */
export function describe(client: pg.Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let columns: Described['columns'] = [];
    client.query({
      submit(connection: unknown) {
        const wire = connection as Wire;
        wire.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
          parameters = [...message.dataTypeIDs];
        });
        wire.parse({ name: '', text });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ parameters, columns }),
    } as unknown as pg.Submittable);
  });
}
