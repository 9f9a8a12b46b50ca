import { searchedPlaces } from '@portal/contract/exams/exam-search';
import { createContext, useContext } from 'react';
import classes from './marked-text.module.css';

/** The search term; '' for none. A new term rerenders only the marked texts of a row. */
export const MarkedTerm = createContext('');

/** A text with its matches of the search term marked. */
export function MarkedText({ text }: { text: string }) {
  const term = useContext(MarkedTerm);
  const places = term === '' ? [] : searchedPlaces(text, term);
  let written = 0;
  return (
    <bdi>
      {places.flatMap(([from, to]) => {
        const before = text.slice(written, from);
        written = to;
        const found = text.slice(from, to);
        return [
          before,
          <mark key={from} className={classes.mark}>
            {found}
          </mark>,
        ];
      })}
      {text.slice(written)}
    </bdi>
  );
}
