import type { Node, TruncateStmt } from 'libpg-query';
import type { Query, Scope } from '../storage/catalog.ts';
import { LOCK } from '../storage/storage.ts';
import { compileDelete } from './delete.ts';
import { compileInsert } from './insert.ts';
import { compileUpdate } from './update.ts';

/** Compiles a statement that changes rows. */
export function compileModify(node: Node, scope: Scope): Query {
  if ('InsertStmt' in node) return compileInsert(node.InsertStmt, scope);
  if ('UpdateStmt' in node) return compileUpdate(node.UpdateStmt, scope);
  if ('DeleteStmt' in node) return compileDelete(node.DeleteStmt, scope);
  if ('TruncateStmt' in node) return compileTruncate(node.TruncateStmt, scope);
  throw new Error(`a statement of the kind ${Object.keys(node)[0]} is not known here`);
}

function compileTruncate({ relations }: TruncateStmt, scope: Scope): Query {
  const tables = (relations ?? []).map((node) =>
    scope.catalog.table('RangeVar' in node ? (node.RangeVar.relname ?? '') : ''),
  );
  return {
    columns: [],
    isCorrelated: false,
    run({ tx, snapshot }) {
      for (const { store } of tables)
        for (const tuple of [...store.tuples]) {
          tuple.lock(tx, LOCK.update);
          tuple.write(snapshot, null);
        }
      return [];
    },
  };
}
