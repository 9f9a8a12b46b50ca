import { searchedPlaces } from '@portal/contract/exams/exam-search';
import { Fragment } from 'react';
import classes from './marked-text.module.css';

/** A text with what a search matched in it marked. */
export function MarkedText({ text, term }: { text: string; term: string }) {
  const places = term === '' ? [] : searchedPlaces(text, term);
  let written = 0;
  return (
    <>
      {places.map(([from, to]) => {
        const before = text.slice(written, from);
        written = to;
        return (
          <Fragment key={from}>
            {before}
            <mark className={classes.mark}>{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      {text.slice(written)}
    </>
  );
}
